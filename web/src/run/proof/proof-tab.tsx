// Why: what is proved, by what, how fresh it is and what was merely said must be tellable apart at a glance.
import "./proof.css";
import { useMemo } from "react";
import { Link, useSearchParams } from "wouter";
import { useEvidence } from "../../api/queries.ts";
import { changed } from "../../address.ts";
import { AnyTrouble } from "../../style/says.tsx";
import { useNodeLink } from "../node-link.ts";
import type { TabProps } from "../tabs.ts";
import { CriterionRow } from "./criterion.tsx";
import { byUnit, groupWords, proofSummary, statuses, statusMarks, tally } from "./proof-words.ts";
import { Prose } from "../../style/prose.tsx";

export const ProofTab = ({ run, shown, at }: TabProps) => {
  const { data, error } = useEvidence(run, at);
  const [search] = useSearchParams();
  const link = useNodeLink();
  const criteria = data?.criteria;
  const named = search.get("proof");
  const only = statuses.find((status) => status === named) ?? null;
  const counts = useMemo(() => tally(criteria ?? []), [criteria]);
  if (criteria === undefined) {
    if (error === null) return <p className="dim">Loading criteria …</p>;
    return <AnyTrouble error={error} />;
  }
  if (criteria.length === 0)
    return <p className="empty">There are no criteria yet. They come with the plan.</p>;
  const ids = new Set(shown.nodes.map(({ id }) => id));
  const found = criteria.filter(({ status }) => only === null || status === only);
  const labels = new Map(shown.nodes.map(({ id, label }) => [id, label]));
  const to = (proof: string | null): string => `?${changed(search, { proof }).toString()}`;
  return (
    <div className="proof-tab">
      <p className="summary">
        <strong>{proofSummary(criteria)}</strong>
        {shown.claims.map((claim) => (
          <span key={claim} className="dim">
            {" "}
            · {claim}
          </span>
        ))}
      </p>
      {shown.bypasses.length === 0 ? null : (
        <ul className="note wait">
          {shown.bypasses.map((bypass) => (
            <li key={bypass}>
              <strong className="wait">Bypass:</strong> <Prose text={bypass} />
            </li>
          ))}
        </ul>
      )}
      <nav className="chips" aria-label="Criteria by state">
        <Link className="chip" href={to(null)} aria-current={only === null ? "true" : undefined}>
          All {criteria.length}
        </Link>
        {[...counts].map(([status, count]) => (
          <Link
            key={status}
            className="chip"
            href={to(status)}
            title={statusMarks[status].means}
            aria-current={only === status ? "true" : undefined}
          >
            <span className={statusMarks[status].tone} aria-hidden="true">
              {statusMarks[status].mark}
            </span>{" "}
            {groupWords(status, criteria)} {count}
          </Link>
        ))}
      </nav>
      {found.length === 0 ? <p className="dim">None now.</p> : null}
      {byUnit(found).map(([unit, own]) => (
        <section key={unit} aria-label={`criteria of ${unit}`}>
          <h3>
            {ids.has(unit) ? <Link href={link(unit)}>{unit}</Link> : unit}{" "}
            <span className="dim">{labels.get(unit)}</span>
          </h3>
          <ul className="criteria">
            {own.map((criterion) => (
              <CriterionRow key={criterion.number} run={run} criterion={criterion} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
