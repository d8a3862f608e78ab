// Why: what a person does in the tree passes the same gates as anybody's work, and its author judges it as little.
import { refuse } from "../../../core/refusal.ts";
import type { IterativeEvent } from "../messages.ts";
import { measure } from "./measure.ts";
import { ended } from "./pass-end.ts";
import { branchChanged } from "./passes.ts";
import { chain, type Decide, type Decided, fold, oversized, withUnit } from "./step.ts";

export const handBack: Decide<"HandBack"> = (state, data, stamp) =>
  withUnit(state, data.unit, (unit): Decided => {
    if (unit.stage !== "stepped-in")
      return refuse("UNIT_UNSTUCK", `nobody stepped in for ${unit.id}`, {
        fits: "`cairn decide RUN UNIT step-in` where it is stuck",
      });
    const did = data.did.trim();
    const refused =
      (did === ""
        ? refuse("REASON_MISSING", "say what was done", { fits: '--note "what"' })
        : null) ??
      oversized("what was done", did.length, "/did") ??
      branchChanged(state, data.branch);
    if (refused !== null) return refused;
    const base = unit.stepped ?? { tree: null, head: null };
    const begun: IterativeEvent = {
      type: "PassBegun",
      data: {
        unit: unit.id,
        n: unit.seq + 1,
        kind: "person",
        holder: stamp.by.name,
        hand: false,
        base,
        content: unit.content,
      },
    };
    const now = fold(state, [begun], stamp);
    const after = now.units.find(({ id }) => id === unit.id);
    if (after?.pass === undefined || after.pass === null)
      throw new Error(`${unit.id} was handed back and has no pass`);
    const { pass } = after;
    // Who else worked in the tree meanwhile isn't known: all others may have.
    const others = state.units
      .filter(({ id, seq }) => id !== unit.id && seq > 0)
      .map(({ id }) => id);
    const measured = measure(now, after, others, base, data);
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
  });
