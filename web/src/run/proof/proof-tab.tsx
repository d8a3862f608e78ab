// Proof tab: every criterion with its proofs, by unit, filtered by state.
import { type CriterionState, criterionStateNames } from "../../../../src/core/criterion-states.ts";
import "./proof.css";
import { useMemo } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { useAddress, useNodeLink } from "../../address.ts";
import { useEvidence } from "../../api/queries.ts";
import { Prose } from "../../style/prose.tsx";
import { Pending } from "../../style/trouble.tsx";
import type { TabProps } from "../tab-props.ts";
import { CriterionRow } from "./criterion.tsx";
import { byUnit, type Criterion, groupLook, proofSummary, tally } from "./proof-words.ts";

type Props = { readonly shown: RunAnswer; readonly criteria: readonly Criterion[] };

const Summary = ({ shown: { claims, bypasses, evidence }, criteria }: Props) => (
  <>
    <p className="summary">
      <strong>{proofSummary(criteria, evidence)}</strong>
      {claims.map((claim) => (
        <span key={claim} className="dim">
          {" "}
          · {claim}
        </span>
      ))}
    </p>
    {bypasses.length === 0 ? null : (
      <ul className="note wait">
        {bypasses.map((bypass) => (
          <li key={bypass}>
            <strong className="wait">Bypassed:</strong> <Prose text={bypass} />
          </li>
        ))}
      </ul>
    )}
  </>
);

const StatusFilter = ({
  criteria,
  only,
}: Pick<Props, "criteria"> & { readonly only: CriterionState | null }) => {
  const { link } = useAddress();
  const counts = useMemo(() => tally(criteria), [criteria]);
  return (
    <nav className="chips" aria-label="Criteria by state">
      <Link
        className="chip"
        href={link({ proof: null })}
        aria-current={only === null ? "true" : undefined}
      >
        All {criteria.length}
      </Link>
      {[...counts].map(([status, count]) => {
        const { means, shade, sign, word } = groupLook(status, criteria);
        return (
          <Link
            key={status}
            className="chip"
            href={link({ proof: status })}
            title={means}
            aria-current={only === status ? "true" : undefined}
          >
            <span className={shade} aria-hidden="true">
              {sign}
            </span>{" "}
            {word} {count}
          </Link>
        );
      })}
    </nav>
  );
};

const Units = ({ shown: { run, nodes }, criteria }: Props) => {
  const link = useNodeLink();
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return byUnit(criteria).map(([unit, own]) => (
    <section key={unit} aria-label={`criteria of ${unit}`}>
      <h3>
        {labels.has(unit) ? <Link href={link(unit)}>{unit}</Link> : unit}{" "}
        <span className="dim">{labels.get(unit)}</span>
      </h3>
      <ul className="criteria">
        {own.map((criterion) => (
          <CriterionRow key={criterion.number} run={run} criterion={criterion} />
        ))}
      </ul>
    </section>
  ));
};

export const ProofTab = ({ shown, at }: TabProps) => {
  const { data, error } = useEvidence(shown.run, at);
  const { get } = useAddress();
  if (data === undefined) return <Pending error={error}>Loading criteria …</Pending>;
  const { criteria } = data;
  if (criteria.length === 0)
    return <p className="empty">There are no criteria yet. They come with the plan.</p>;
  const only = criterionStateNames.find((status) => status === get("proof")) ?? null;
  const matches = criteria.filter(({ status }) => only === null || status === only);
  return (
    <div className="proof-tab">
      <Summary shown={shown} criteria={criteria} />
      <StatusFilter criteria={criteria} only={only} />
      {matches.length === 0 ? <p className="dim">None now.</p> : null}
      <Units shown={shown} criteria={matches} />
    </div>
  );
};
