// What a decision is about: its brief as far as it isn't said elsewhere, then the documents that the run has.
import type { DecisionBrief } from "../../../src/http/answers.ts";
import { Advice } from "../style/advice.tsx";
import { Long } from "../style/long.tsx";
import { Markdown } from "../style/markdown.tsx";
import { AnyTrouble } from "../style/says.tsx";
import { briefParts, sortedPapers, type Told } from "./brief.ts";
import { Documents } from "./documents.tsx";
import { isStale } from "./noes.ts";
import { Quoted } from "./quoted.tsx";

const Part = ({ quoted, text, whole }: Told & { readonly whole: string | undefined }) => {
  if (whole !== undefined) return <Markdown text={whole} />;
  return quoted ? (
    <Quoted text={text} />
  ) : (
    <p>
      <Advice text={text} />
    </p>
  );
};

export const Matter = ({
  data,
  error,
}: {
  readonly data: DecisionBrief | undefined;
  readonly error: Error | null;
}) => {
  if (error !== null) return isStale(error) ? null : <AnyTrouble error={error} />;
  if (data === undefined) return <p className="brief dim">Loading …</p>;
  const parts = briefParts(data.brief, data);
  const { named, quoted, others } = sortedPapers(parts, data.documents);
  return (
    <div className="brief">
      {parts.length === 0 ? null : (
        <Long name="the question’s details">
          {parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
            <Part key={index} {...part} whole={quoted.get(part)?.text} />
          ))}
        </Long>
      )}
      <Documents documents={named} open />
      {others.length === 0 ? null : (
        <details className="papers">
          <summary>Other documents of the run ({others.length})</summary>
          <Documents documents={others} />
        </details>
      )}
    </div>
  );
};
