// Commands of gates and of what changes behind them: what a gate covers is pinned as it stands then.
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { questionNo, files, gate, maybe, whole } from "../shapes.ts";
import { storyFiles, withTree } from "./world.ts";
import { answering, command } from "./declare.ts";
import type { Path } from "../../../core/row.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { areTrivial, checksIn } from "../checks-of.ts";
import { criteriaOf } from "../criteria.ts";
import { covered, gateChanges, gateNumber, waitingGates } from "../gates.ts";
import { missingOf } from "../markdown/story-criteria.ts";
import { allDocs, prdFile, qaFile, storiesOf, storyFile } from "../manifest.ts";
import type { Check, Gate, State } from "../state.ts";
import { workOf } from "../subjects.ts";
import { completion } from "../decider/completion.ts";
import { blueprint } from "./documents.ts";
import {
  gateStep,
  isDue,
  kindOf,
  currentPins,
  nameOf,
  passed,
  type Pins,
  signals,
} from "../decider/gates.ts";
import { mark } from "../decider/marks.ts";
import { chain, type Follow, measuredAs, reasonOf } from "../decider/step.ts";
import { ownOf } from "../../../core/json/own.ts";
import { entry } from "../entries.ts";
import { saul } from "../roster.ts";

type Files = t.Of<typeof files>;

/** Digests of the files as they are on disk now. */
const present = (state: State, gate: Gate, files: Files): Pins | Refusal => {
  const pins = currentPins(state, gate);
  const gone = Object.keys(pins.docs).find(
    (path) => files !== undefined && (files[path] ?? null) === null,
  );
  if (gone !== undefined)
    return refuse("DOC_MISSING", `${gone} isn't there any more`, {
      path: gone,
      fits: "put it back, or have it made anew",
    });
  const docs = Object.fromEntries(
    Object.entries(pins.docs).map(([path, digest]) => [path, files?.[path]?.digest ?? digest]),
  );
  if (gate === "blueprint") {
    const text = files?.[qaFile]?.text;
    if (state.settings.checks !== null || text === undefined) return { ...pins, docs };
    const { checks, findings } = checksIn(text, state.settings);
    return (
      refuseAll(findings) ?? {
        ...pins,
        docs: { ...docs, [qaFile]: files?.[qaFile]?.digest ?? "" },
        checks,
      }
    );
  }
  const path = storyFile(workOf(gate) ?? "");
  const text = gate === "brief" ? undefined : files?.[path]?.text;
  if (text === undefined) return { ...pins, docs };
  const criteria = criteriaOf(path, text);
  return isRefusal(criteria)
    ? criteria
    : {
        ...pins,
        docs,
        criteria,
        missing: [...missingOf(files?.[prdFile]?.text ?? "", workOf(gate) ?? "", criteria)],
      };
};

/** Advances everything that no longer has to wait: gates, a blueprint with fewer required parts, a review that now suffices. */
export const reconsider: Follow = (state, stamp) => {
  const stories = storiesOf(state).map(({ id }): Gate => `story:${id}`);
  return chain(state, stamp, [
    gateStep("brief"),
    blueprint,
    gateStep("blueprint"),
    ...stories.filter((gate) => isDue(state, gate)).map(gateStep),
    completion,
  ]);
};

const waits = (state: State, name: string, asked: number | undefined): Gate | Refusal => {
  const open = waitingGates(state);
  const gate = open.find((one) => one === name || one === `story:${name}`);
  if (gate === undefined)
    return refuse("GATE_UNKNOWN", `no gate ${name.slice(0, 80)} waits`, {
      fits: open.length === 0 ? "none waits now" : open.join(", "),
    });
  const number = gateNumber(state, gate);
  // An answer without a question number is valid only if the question never changed.
  return asked === number || (asked === undefined && gateChanges(state, gate) === 0)
    ? gate
    : stale(number);
};

const stale = (number: number): Refusal =>
  refuse("QUESTION_STALE", "what waits now isn't what was looked at", {
    fits: `look again: \`cairn decide\`; then \`asked\` is ${number}`,
  });

/** Refuses to pass the gate if a file has changed unnoticed; the question is asked anew once the change is noticed. */
const unseen = (state: State, gate: Gate, files: Files): Refusal | null =>
  Object.entries(covered(state, gate)).some(
    ([path, last]) => (files?.[path] ?? null) !== null && files?.[path]?.digest !== last,
  )
    ? stale(gateNumber(state, gate) + 1)
    : null;

const checksRefused = (
  checks: readonly Check[],
  without: boolean,
  note: string,
): Refusal | null => {
  if (without)
    return note === ""
      ? refuse("REASON_MISSING", "going on without checks wants a note", { fits: '--note "why"' })
      : null;
  if (checks.length === 0)
    return refuse("CHECKS_MISSING", "nothing would be run to check the work", {
      fits: "list lines - **Command:** `…` in docs/architecture/qa-protocol.md, or `checks` in the settings",
    });
  return areTrivial(checks)
    ? refuse("CHECKS_TRIVIAL", "none of the checks could ever fail", {
        fits: "put one that runs the project's tests into docs/architecture/qa-protocol.md (or `checks` in the settings), then approve; or approve-unchecked",
      })
    : null;
};

/** Approval pins the files as they are at that moment. */
const gateFiles = (state: State, gate: string): readonly Path[] => {
  if (gate === "brief") return [state.briefPath];
  // Without a recorded architecture, a QA protocol may have been written since, because this gate requires checks.
  return gate === "blueprint"
    ? [...new Set([...Object.keys(allDocs(state.parts)), qaFile])]
    : storyFiles(state, workOf(gate) ?? gate);
};

export const passGate = answering("PassGate", {
  means: "Passes a gate. What it covers is pinned.",
  data: {
    gate,
    asked: questionNo,
    note: t.optional(t.text),
    without_checks: t.standing(
      t.means("nothing is run to check the work: the note says why", t.flag),
      false,
    ),
    whole,
    files,
  },
  ask: (state, { gate }) => ({ files: gateFiles(state, gate), tree: true }),
  ...withTree,
  decide: (state, data, stamp) => {
    const gate = waits(state, data.gate, data.asked);
    if (isRefusal(gate)) return gate;
    const given = reasonOf(data.note, false);
    if (isRefusal(given)) return given;
    const note = given.reason;
    const without = gate === "blueprint" && data.without_checks;
    const pins = present(state, gate, data.files);
    if (isRefusal(pins)) return pins;
    const moved = unseen(state, gate, data.files);
    if (moved !== null) return moved;
    const refused = gate === "blueprint" ? checksRefused(pins.checks ?? [], without, note) : null;
    if (refused !== null) return refused;
    const summary = `${nameOf(gate)} is approved${without ? " without checks" : ""}${note === "" ? "." : `: ${note}`}`;
    const marked = mark(state, stamp, { signal: signals[kindOf(gate)], summary });
    const checks = without ? [] : pins.checks;
    const what = {
      gate,
      note,
      without_checks: without,
      ...pins,
      checks,
      by: stamp.by.name,
      ...measuredAs(data.whole),
      entry: marked,
    };
    // If only the brief was redone, the rest of the blueprint already exists.
    return chain(state, stamp, [
      (now, at) => passed(now, at, what),
      ...(gate === "brief" ? [blueprint] : []),
    ]);
  },
});

const redoes: Readonly<Record<keyof typeof signals, readonly string[]>> = {
  brief: ["brief"],
  blueprint: ["brief", "prd", "architecture", "manifest"],
  story: ["story-file"],
};

export const refuseGate = answering("RefuseGate", {
  means: "Refuses a gate and says what is written again.",
  data: {
    gate,
    asked: questionNo,
    redo: t.oneOf(["brief", "prd", "architecture", "manifest", "story-file"]),
    reason: t.text,
  },
  decide: (state, data, stamp) => {
    const gate = waits(state, data.gate, data.asked);
    if (isRefusal(gate)) return gate;
    const given = reasonOf(data.reason, true);
    if (isRefusal(given)) return given;
    const fits = redoes[kindOf(gate)];
    if (!fits.includes(data.redo))
      return refuse("FIELD_INVALID", `at the gate ${gate} ${data.redo} can't be made anew`, {
        pointer: "/redo",
        fits: fits.join(", "),
      });
    const summary = `${nameOf(gate)} is not approved; ${data.redo} is made anew: ${given.reason}`;
    return [
      event.gateRefused({
        gate,
        redo: data.redo,
        reason: given.reason,
        entry: mark(state, stamp, { signal: "REVISION_REQUESTED", summary }),
      }),
    ];
  },
});

export const noticeDrift = command("NoticeDrift", {
  means: "Records that a pinned document has changed.",
  data: { path: t.text, digest: maybe },
  who: ["engine"],
  decide: (state, { path, digest }, stamp) => {
    const pinned = ownOf(state.pinned ?? {}, path);
    const waits = waitingGates(state).map((gate) => covered(state, gate));
    const shown = waits.find((docs) => Object.hasOwn(docs, path));
    if (pinned === undefined && shown !== undefined)
      return digest === null || digest === shown[path]
        ? []
        : [event.documentFound({ path, digest })];
    if (pinned === undefined)
      return refuse("PATH_UNKNOWN", `${path} is not pinned`, {
        fits: Object.keys(state.pinned ?? {}).join(", "),
      });
    const drifted = state.drift.find((one) => one.path === path);
    if (digest === pinned) {
      if (drifted === undefined) return [];
      const summary = `${path} is again what it was at the gate.`;
      return [
        event.driftReverted({
          path,
          entry: entry(state, stamp, saul, "BLUEPRINT_RESTORED", summary, [path]),
        }),
      ];
    }
    if (drifted?.digest === digest) return [];
    const summary =
      digest === null ? `${path} is gone since the gate.` : `${path} changed since the gate.`;
    return [
      event.blueprintDrifted({
        path,
        digest,
        entry: entry(
          state,
          stamp,
          saul,
          "BLUEPRINT_CHANGED",
          `${summary} A person decides; no story starts meanwhile.`,
          [path],
        ),
      }),
    ];
  },
});

export const acceptDrift = answering("AcceptDrift", {
  means: "Accepts a pinned document as it is now.",
  data: { path: t.text, digest: maybe },
  decide: (state, { path, digest }, stamp) => {
    if (!state.drift.some((one) => one.path === path && one.digest === digest))
      return refuse("QUESTION_STALE", `${path} isn't what was looked at`, {
        fits: "look again: `cairn decide`",
      });
    const summary = `${path} is accepted as it is now; checks and criteria stay as they were pinned.`;
    return [
      event.driftAccepted({
        path,
        digest,
        entry: mark(state, stamp, { signal: "BLUEPRINT_AMENDED", summary, files: [path] }),
      }),
    ];
  },
});
