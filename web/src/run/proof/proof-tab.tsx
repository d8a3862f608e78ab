// Proof tab: every criterion with its proofs, by unit; those with a failed or stale one come first.
import "./proof.css";
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { useNodeLink } from "../../address.ts";
import { useEvidence } from "../../api/queries.ts";
import { Prose } from "../../style/prose.tsx";
import { Pending } from "../../style/trouble.tsx";
import type { TabProps } from "../tab-names.ts";
import { CriterionRow } from "./criterion.tsx";
import { byUnit, type Criterion, proofSummary } from "./proof-words.ts";

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
  if (data === undefined) return <Pending error={error}>Loading criteria …</Pending>;
  const { criteria } = data;
  if (criteria.length === 0)
    return <p className="empty">There are no criteria yet. They come with the plan.</p>;
  return (
    <div className="proof-tab">
      <Summary shown={shown} criteria={criteria} />
      <Units shown={shown} criteria={criteria} />
    </div>
  );
};
