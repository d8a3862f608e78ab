// Why: a blueprint that changes after its gate is a person's decision in both modes, and no story starts meanwhile (specification, sections 4 and 10).
import { maybe } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { ownOf } from "../../../core/own.ts";
import { refuse } from "../../../core/refusal.ts";
import { entry } from "../entries.ts";
import { covered, waitingGates } from "../gates.ts";
import { saul } from "../roster.ts";
import { mark } from "../decider/marks.ts";

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

export const acceptDrift = command("AcceptDrift", {
  means: "Accepts a pinned document as it is now.",
  data: { path: t.text, digest: maybe },
  who: ["person"],
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
