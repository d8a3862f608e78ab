// Why: the engine alone ends a run as complete, on the very tree that carried every proof and the verdict.
import { refuse } from "../../../core/refusal.ts";
import { isManual } from "../checks.ts";
import { isAccepted, judgeable, type Numbered } from "../jobs/due.ts";
import type { State } from "../state.ts";
import { type Decide, type Decided, phaseWrong } from "./step.ts";

/** A check's proof is of the sweep's tree; what only a person or the verifier could say was judged met. */
export const sealed = (state: State, { criterion: { check, proof } }: Numbered): boolean => {
  if (proof === null || proof.stale || !proof.passed || !proof.judged) return false;
  if (check === null || isManual(check) || isAccepted(proof)) return true;
  return (
    "sweep" in proof.at && proof.at.sweep === state.sweep.no && proof.tree === state.sweep.tree
  );
};

export const complete: Decide<"Complete"> = (
  state,
  { tree = null, head = null, paths = [] },
): Decided => {
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
    ? [{ type: "RunCompleted", data: { tree, head } }]
    : [
        {
          type: "EvidenceStaled",
          data: { was: sweep.tree, is: tree, paths: paths.slice(0, 1_000) },
        },
      ];
};
