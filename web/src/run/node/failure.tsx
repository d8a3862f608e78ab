// Why a task failed, in one place: what it reported, what it changed, and the checks that don't hold.
import "../proof/proof.css";
import { useEvidence, useTimeline } from "../../api/queries.ts";
import { attemptsAt } from "../../attempts.ts";
import { CriterionRow } from "../proof/criterion.tsx";
import { Result } from "./result.tsx";

type Props = { readonly run: string; readonly node: string; readonly told: readonly string[] };

/** `told`: what stands beside it already. */
export const Failure = ({ run, node, told }: Props) => {
  const { data: timeline } = useTimeline(run);
  const attempts = attemptsAt(timeline?.attempts ?? [], node, null);
  const { data: evidence } = useEvidence(run);
  const failed =
    evidence?.criteria.filter(({ unit, status }) => unit === node && status === "failed") ?? [];
  return (
    <>
      <Result run={run} node={node} attempts={attempts} told={told} />
      {failed.length === 0 ? null : (
        <ul className="criteria">
          {failed.map((criterion) => (
            <CriterionRow key={criterion.number} run={run} criterion={criterion} />
          ))}
        </ul>
      )}
    </>
  );
};
