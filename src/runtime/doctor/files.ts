// Doctor kinds of projected files: old, missing, broken, edit waiting, edit refused.
import { errorText } from "../../core/error-text.ts";
import type { Drift } from "../../workspace/workspace.ts";
import { always, type Case, problem, type Symptom, note, type RunKind } from "./kind.ts";

/** How long the newest files may take to be written while a runner is active. */
const momentsMs = 5_000;

const scan = {
  may: always,
  act: ({ driving, card }: Case): Promise<void> => driving.scan(card.run),
};
const isGone = ({ text }: Drift): boolean => text === null || text === "";
/** The file has been stable long enough that it isn't being written. */
const brokenBy = ({ path, text, unreadable }: Drift): string | null => {
  if (unreadable !== null || text === null || !path.endsWith(".json")) return unreadable;
  try {
    JSON.parse(text.replace(/^\u{feff}/u, ""));
    return null;
  } catch (error) {
    return errorText(error);
  }
};
const at = ({ folder }: Case, { path }: Drift): string => `${folder}/${path}`;

export const projectionOld: RunKind = {
  kind: "projection-old",
  async look({ card, driving, folded }) {
    const { engine } = driving;
    const version = (await engine.workspace.projected(card.run))?.last ?? 0;
    // Somebody may have written it since this look began.
    const end = version > folded.version ? await driving.folds.newest(card.run) : folded;
    if (end !== null && version > end.version) {
      const text = `its files were written at version ${version}, the ledger ends at ${end.version}: an older ledger was put in place; they stay as they are until it has reached that version`;
      const fits =
        "`cairn restore FILE` brings back what is missing; `cairn verify` says what else";
      return [problem("ledger", text, fits)];
    }
    if (version >= folded.version) return [];
    const fresh = Date.parse(engine.now()) - Date.parse(folded.at ?? card.at) < momentsMs;
    const text =
      version === 0
        ? engine.shared
          ? "its files were not written on this machine yet"
          : "nothing is known of the files that were written for it: the cache was lost, or they never were"
        : `its files were written at version ${version}, the ledger is at ${folded.version}`;
    // Machines that share runs write only the files of runs in use there.
    const elsewhere = engine.shared && version === 0;
    return [
      {
        subject: "files",
        severity: fresh || elsewhere ? "note" : "error",
        text,
        fits: "the files are written from the ledger",
      },
    ];
  },
  mend: { ...scan, may: ({ subject }) => subject === "files" },
};

export const projectionMissing: RunKind = {
  kind: "projection-missing",
  async look(at_) {
    return (await at_.drift())
      .filter((drift) => isGone(drift) && !drift.half)
      .map((drift) =>
        problem(
          drift.path,
          `${at(at_, drift)} is ${drift.text === null ? "gone" : "empty"}`,
          "what its absence says is read, and it is written again",
        ),
      );
  },
  mend: scan,
};

export const editWaiting: RunKind = {
  kind: "edit-waiting",
  async look(at_) {
    return (await at_.drift())
      .filter((drift) => !isGone(drift) && (drift.half || brokenBy(drift) === null))
      .map((drift): Symptom => {
        if (drift.half)
          return note(
            drift.path,
            `${at(at_, drift)} is being written just now`,
            "it is waited for",
          );
        const text = `${at(at_, drift)} was edited by hand, and the edit was not read yet`;
        return problem(
          drift.path,
          text,
          "it is read: what is legal counts, the rest is kept aside and explained",
        );
      });
  },
  mend: { may: ({ severity }) => severity === "error", act: scan.act },
};

export const fileBroken: RunKind = {
  kind: "file-broken",
  async look(at_) {
    return (await at_.drift())
      .filter((drift) => !isGone(drift) && !drift.half && brokenBy(drift) !== null)
      .map((drift) =>
        problem(
          drift.path,
          `${at(at_, drift)} can't be read: ${brokenBy(drift) ?? ""}`,
          "its bytes are kept aside with the reason beside them, and the file is put back",
        ),
      );
  },
  mend: scan,
};

export const editRefused: RunKind = {
  kind: "edit-refused",
  async look({ folded, folder }) {
    const { refused } = folded.protocol.view(folded.state);
    if (refused === null) return [];
    const text = `the last hand edit stands refused: ${refused}`;
    return [
      note("edit", text, `${folder}/refused.md says what would fit; a legal edit takes it away`),
    ];
  },
};
