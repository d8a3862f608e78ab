// Doctor kinds beside the events: old or wrong snapshots, lost anchors, outputs and work.
import { howMany } from "../../core/how-many.ts";
import { Fault } from "../../core/refusal.ts";
import { displayPath } from "../../core/within.ts";
import type { Anchor } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import {
  emptyFold,
  type Folded,
  foldOn,
  snapshotEvery,
  snapshotKey,
  snapshotText,
} from "../fold.ts";
import { onlyInGit, readAnchors } from "../verify/anchored.ts";
import { always, type Case, problem, type Symptom, note, type RunKind } from "./kind.ts";

/** Displays a path in Cairn's folder. */
const inHome = ({ root, workspace }: Engine, path: string): string =>
  displayPath(root, `${workspace.home}/${path}`);

const whole = (engine: Engine, { card, folded }: Case, until?: number): Promise<Folded> =>
  foldOn(engine, card.run, emptyFold(folded.protocol, card.root, card.origin), until);

export const snapshotOld: RunKind = {
  kind: "snapshot-old",
  async look({ card, driving, folded }) {
    const { engine } = driving;
    const { ledger, snapshotEvery: every = snapshotEvery } = engine;
    const kept = await ledger.snapshot(card.run, snapshotKey(engine, folded.protocol));
    if (kept !== null || card.version < every) return [];
    const text = `no snapshot was made by this build of the rules: the run is folded from its ${card.version} events`;
    return [
      note("snapshot", text, "nothing needs to be done: a new one is kept as the run goes on"),
    ];
  },
};

export const snapshotDiffers: RunKind = {
  kind: "snapshot-differs",
  async look(at) {
    const { card, driving, folded } = at;
    const { engine } = driving;
    const kept = await engine.ledger.snapshot(card.run, snapshotKey(engine, folded.protocol));
    if (
      kept === null ||
      kept.version > card.version ||
      snapshotText(await whole(engine, at, kept.version)) === kept.text
    )
      return [];
    const text = `the snapshot of version ${kept.version} is not what the events make: whatever was decided since may rest on it`;
    return [
      problem(
        "snapshot",
        text,
        "it is made anew from the events; look through `cairn log` for what was decided since",
      ),
    ];
  },
  mend: {
    may: always,
    async act(at) {
      const { card, driving, folded } = at;
      const { engine } = driving;
      const made = await whole(engine, at);
      await engine.ledger.keep(
        card.run,
        snapshotKey(engine, folded.protocol),
        made.version,
        snapshotText(made),
      );
      driving.folds.forget(card.run);
    },
  },
};

/** Git problems are left to `verify`. */
const gone = async ({ card, driving, folded }: Case): Promise<readonly Anchor[]> =>
  onlyInGit(
    await readAnchors(driving.engine.workspace, groundOf(driving.engine, folded), card.run),
  );

/** Only adds a line: contradictions of earlier lines with the ledger remain visible to `verify`. */
export const anchorLost: RunKind = {
  kind: "anchor-lost",
  async look(at) {
    const { card, driving } = at;
    const { workspace } = driving.engine;
    const found: Symptom[] = [];
    const lost = await gone(at);
    if (lost.length > 0) {
      const text = `git keeps ${lost.length} of the run's anchors that ${inHome(driving.engine, `anchors/${card.run}`)} has no more`;
      found.push(problem("git", text, "they are put back; if it was no accident, ask who did it"));
    }
    const anchors = await workspace.anchors(card.run);
    const projected = (await workspace.projected(card.run))?.last ?? 0;
    const last = Math.max(0, ...anchors.map(({ version }) => version));
    if (last < projected) {
      const text = `files were written up to version ${projected}, and ${last === 0 ? "no anchor is there" : `the last anchor is of version ${last}`}: lines were lost, or their writer was killed`;
      found.push(
        problem("file", text, "the present head is anchored; what lines there were can't be known"),
      );
    }
    return found;
  },
  mend: {
    may: always,
    async act(at, { subject }) {
      const { workspace } = at.driving.engine;
      if (subject === "git")
        for (const anchor of await gone(at)) await workspace.anchor(at.card.run, anchor);
      await at.write();
    },
  },
};

export const anchorTorn: RunKind = {
  kind: "anchor-torn",
  async look({ card, driving }) {
    const { lines, cut } = await (await driving.engine.workspace.remains()).tornAnchors(card.run);
    if (!cut && lines === 0) return [];
    const text = `${inHome(driving.engine, `anchors/${card.run}`)} ${cut ? "ends in the middle of a line" : `has ${howMany(lines, "broken line")}`}: its writer was killed, or the file was changed`;
    return [
      {
        subject: cut ? "end" : "lines",
        severity: cut ? "error" : "note",
        text,
        fits: cut
          ? "the next anchor gets a line of its own"
          : "nothing needs to be done: the other lines count",
      },
    ];
  },
  mend: { may: ({ severity }) => severity === "error", act: ({ write }) => write() },
};

export const outputMissing: RunKind = {
  kind: "output-missing",
  async look({ driving, folded, log }) {
    const found: Symptom[] = [];
    const seen = new Set<string>();
    for (const { unit, number, proof } of folded.protocol.evidence(folded.state, await log())) {
      const digest = proof?.digest ?? null;
      if (digest === null || seen.has(digest)) continue;
      seen.add(digest);
      const where = `the output that proves criterion ${number} of ${unit}`;
      const fits = `put it back from a copy of ${inHome(driving.engine, "kept")}, or from an export that has outputs; or let the check run again`;
      try {
        if ((await driving.engine.workspace.kept(digest)) !== null) continue;
        if (driving.engine.shelve !== undefined) {
          const text = `${where} is neither on this machine nor in the ledger`;
          const there =
            "over 16 MiB, or with what looks like a credential, it stays on the machine that made it: look there";
          found.push(note(digest, text, `${there}, or let the check run again`));
          continue;
        }
        found.push(problem(digest, `${where} isn't kept any more`, fits));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        found.push(problem(digest, `${where}: ${error.message}`, fits));
      }
    }
    return found;
  },
};
