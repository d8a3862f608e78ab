// One criterion with its proofs, and separately its mere claims.
import { criterionLook, isJudged, proofKind } from "../../../../src/core/criterion-states.ts";
import { useState } from "react";
import { useCheckOutput } from "../../api/queries.ts";
import { Moment } from "../../style/since.tsx";
import { Sign } from "../../style/sign.tsx";
import { Copy } from "../../style/copy.tsx";
import { Prose } from "../../style/prose.tsx";
import { Pending } from "../../style/trouble.tsx";
import { TextBox } from "../node/output.tsx";
import { exitWords, freshWords, type Criterion, verdictIn } from "./proof-words.ts";

const CheckOutput = ({ run, digest }: { readonly run: string; readonly digest: string }) => {
  const { data, error } = useCheckOutput(run, digest);
  if (data !== undefined)
    return data === "" ? (
      <p className="small dim">It printed nothing.</p>
    ) : (
      <TextBox text={data} label="Output of the check" />
    );
  return <Pending className="small dim" error={error} />;
};

const ProofLine = ({ criterion }: { readonly criterion: Criterion }) => {
  const { proof } = criterion;
  if (proof === null) return null;
  const fresh = freshWords(criterion);
  return (
    <p className="small">
      <span className="dim">
        {proofKind(criterion)} by {proof.by === "engine" ? "Cairn" : proof.by}
        {exitWords(criterion)}, <Moment at={proof.at} />
      </span>
      {fresh === null ? null : <span className={fresh.tone}> · {fresh.words} </span>}
      {typeof fresh?.tree === "string" ? <Copy text={fresh.tree} name="tree id" /> : null}
    </p>
  );
};

const CheckLine = ({ criterion }: { readonly criterion: Criterion }) => {
  const { check, chosenBy } = criterion;
  if (check === null) return null;
  const judged = isJudged(criterion);
  return (
    <p className="small check">
      <span className="dim">{judged ? "It rests on:" : "Check:"}</span>{" "}
      {judged ? check : <code>{check}</code>} {judged ? null : <Copy text={check} name="check" />}
      {chosenBy === null ? null : <span className="dim"> chosen by {chosenBy}</span>}
    </p>
  );
};

/** A statement about it: a judgement, or a claim that proves nothing. */
const Claim = ({ criterion }: { readonly criterion: Criterion }) => {
  const { claim } = criterion;
  const verdict = isJudged(criterion) && claim !== null ? verdictIn(claim) : undefined;
  if (claim === null || verdict === "") return null;
  return verdict === undefined ? (
    <p className="small claim">
      <strong>Claim, not proof:</strong> <Prose text={claim} />
    </p>
  ) : (
    <p className="small">
      <span className="dim">How it was judged:</span> <Prose text={verdict} />
    </p>
  );
};

export const CriterionRow = ({
  run,
  criterion,
}: {
  readonly run: string;
  readonly criterion: Criterion;
}) => {
  const [open, setOpen] = useState(false);
  const { number, text, status, proof, before, waived, counts, doubts = [] } = criterion;
  const look = criterionLook(criterion);
  const output = proof !== null && (proof.digest !== null || proof.excerpt !== "");
  return (
    <li className="criterion">
      <Sign of={look} />
      <div>
        <p>
          <span className={`badge ${look.shade === "dim" ? "" : look.shade}`} title={look.means}>
            {look.word}
          </span>{" "}
          <span className="dim number">{number}</span> <Prose text={text} />
          {counts ? null : <span className="dim small"> (a check beside the criteria)</span>}
        </p>
        <CheckLine criterion={criterion} />
        <ProofLine criterion={criterion} />
        {doubts.map((doubt) => (
          <p key={doubt} className="small wait">
            <Prose text={doubt} />
          </p>
        ))}
        {before === true ? (
          <p className="small wait">It already held before the work began.</p>
        ) : null}
        {waived === null ? null : (
          <p className="small">
            <strong className="wait">Waived:</strong> <Prose text={waived} />
          </p>
        )}
        <Claim criterion={criterion} />
        {status === "failed" && proof !== null && proof.excerpt !== "" && !open ? (
          <TextBox text={proof.excerpt} label={`End of the output of check ${number}`} />
        ) : null}
        {output ? (
          <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary className="small">{status === "failed" ? "Whole output" : "Output"}</summary>
            {open && proof.digest !== null ? <CheckOutput run={run} digest={proof.digest} /> : null}
            {open && proof.digest === null ? (
              <TextBox text={proof.excerpt} label="Output of the check" />
            ) : null}
          </details>
        ) : null}
      </div>
    </li>
  );
};
