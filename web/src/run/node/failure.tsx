// Why a task failed, in one place: what it reported, what it changed, and the checks that don't hold.
import "../proof/proof.css";
import type { RunAnswer, ShownNode } from "../../../../src/http/answers.ts";
import { useEvidence, useTimeline } from "../../api/queries.ts";
import { attemptsAt } from "../../attempts.ts";
import { CriterionRow } from "../proof/criterion.tsx";
import { Result } from "./result.tsx";

type Props = { readonly shown: RunAnswer; readonly node: ShownNode };

export const Failure = ({ shown: { run }, node: { id } }: Props) => {
  const { data: timeline } = useTimeline(run);
  const { data: evidence } = useEvidence(run);
  const failed =
    evidence?.criteria.filter(({ unit, status }) => unit === id && status === "failed") ?? [];
  return (
    <>
      <Result run={run} node={id} attempts={attemptsAt(timeline?.attempts ?? [], id, null)} />
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
