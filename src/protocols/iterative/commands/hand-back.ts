// The command that returns a person's own work to the run; it must pass the same gates.
import { refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { measure } from "../decider/measure.ts";
import { ended } from "../decider/pass-end.ts";
import { chain, fold, oversized, withUnit } from "../decider/step.ts";
import * as event from "../events.ts";
import type { IterativeEvent } from "../events.ts";
import * as s from "../shapes.ts";
import { world } from "../world.ts";
import { answering } from "./declare.ts";

export const handBack = answering("HandBack", {
  label: "Hand back unit",
  means: "Returns a unit that a person worked on to the run.",
  data: { unit: s.unit, did: t.text, ...s.filled, files: s.files },
  ...world.passed,
  decide: (state, data, stamp) =>
    withUnit(state, data.unit, (unit) => {
      if (unit.stage !== "stepped-in")
        return refuse("UNIT_UNSTUCK", `nobody stepped in for ${unit.id}`, {
          fits: "`cairn decide RUN UNIT step-in` where it is stuck",
        });
      const did = data.did.trim();
      const refused =
        (did === ""
          ? refuse("REASON_MISSING", "say what was done", { fits: '--note "what"' })
          : null) ?? oversized("what was done", did.length, "/did");
      if (refused !== null) return refused;
      const base = unit.stepped ?? { tree: null, head: null };
      const begun: IterativeEvent = event.passBegun({
        unit: unit.id,
        n: unit.seq + 1,
        kind: "person",
        holder: stamp.by.name,
        hand: false,
        base,
        content: unit.content,
      });
      const now = fold(state, [begun], stamp);
      const after = now.units.find(({ id }) => id === unit.id);
      if (after?.pass === undefined || after.pass === null)
        throw new Error(`${unit.id} was handed back and has no pass`);
      const { pass } = after;
      const measured = measure(now, after, base, data);
      const words = {
        result: "done",
        why: "a person handed it back",
        did,
        remaining: "",
        blockers: "",
        reason: "",
        commit: "",
        end: "",
      } as const;
      const end = { unit: after, pass, words, measured, entries: [], output: null };
      return chain(state, stamp, [() => [begun], (at, by) => ended(at, by, end)]);
    }),
});
