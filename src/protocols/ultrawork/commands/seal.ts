// Command that completes an ultrawork run: only on the tree of all proofs and the verdict.
import * as event from "../events.ts";
import { maybe, paths } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { refuse } from "../../../core/refusal.ts";
import { isManual } from "../checks.ts";
import { isAccepted, judgeable, type Numbered } from "../jobs/due.ts";
import type { State } from "../state.ts";
import { phaseWrong } from "../decider/step.ts";

/** A check's proof must be of the sweep's tree; other criteria must be judged met by a person or the verifier. */
export const sealed = (state: State, { criterion: { check, proof } }: Numbered): boolean => {
  if (proof === null || proof.stale || !proof.passed || !proof.judged) return false;
  if (check === null || isManual(check) || isAccepted(proof)) return true;
  return (
    "sweep" in proof.at && proof.at.sweep === state.sweep.no && proof.tree === state.sweep.tree
  );
};

export const complete = command("Complete", {
  means: "Seals the run if the tree is still the one that passed.",
  data: { tree: t.optional(maybe), head: t.optional(maybe), paths: t.optional(paths) },
  who: ["engine"],
  ask: ({ sweep: { tree } }) => ({ tree: true, ...(tree === null ? {} : { changed: tree }) }),
  fill: (_data, { tree, head, changed }) => ({
    tree,
    head,
    paths: changed.map(({ path }) => path),
  }),
  filled: ["tree", "head", "paths"],
  decide: (state, { tree = null, head = null, paths = [] }) => {
    const wrong = phaseWrong(state, "VERIFICATION");
    if (wrong !== null) return wrong;
    const { sweep } = state;
    if (sweep.verdict !== "PASS" || sweep.state !== "passed")
      return refuse("VERDICT_MISSING", `no PASS stands for sweep ${sweep.no}`, {
        fits: "a verdict of the verifier first",
      });
    const missing = judgeable(state).filter((entry) => !sealed(state, entry));
    if (missing.length > 0)
      return refuse(
        "PROOF_MISSING",
        `without a proof that stands: ${missing.map(({ task, number }) => `${task.id}.${number}`).join(", ")}`,
      );
    return tree !== null && tree === sweep.tree
      ? [event.runCompleted({ tree, head })]
      : [event.evidenceStaled({ was: sweep.tree, is: tree, paths: paths.slice(0, 1_000) })];
  },
});
