// Brief of a decision: the parts that are shown nowhere else, then the run's documents.
import type { DecisionBrief } from "../../../src/http/answers.ts";
import { Advice } from "../style/advice.tsx";
import { Coded } from "../style/prose.tsx";
import { Failure } from "../run/node/result.tsx";
import { Markdown } from "../style/markdown.tsx";
import { Scrollable } from "../style/scrollable.tsx";
import { lastPart } from "../words.ts";
import { AnyTrouble } from "../style/trouble.tsx";
import { briefParts, placedDocuments, type BriefPart } from "./brief-parts.ts";
import { isStale } from "./field-errors.ts";
import { type OutlineItem, outlineOf } from "./outline.ts";

const Outline = ({ items }: { readonly items: readonly OutlineItem[] }) => (
  <ul className="outline">
    {items.map(({ id, title, lines }, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- what is quoted may name one twice
      <li key={place}>
        <strong>
          <span className="dim">{id}</span> <Coded text={title} />
        </strong>
        {lines.map(({ is, level, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of one text have no other name
          <span key={index} className={is} data-level={level}>
            {is === "output" ? <code>{text}</code> : <Coded text={text} />}
          </span>
        ))}
      </li>
    ))}
  </ul>
);

const Quoted = ({ text }: { readonly text: string }) => {
  const items = outlineOf(text);
  return items === null ? <pre>{text}</pre> : <Outline items={items} />;
};

const Document = ({
  path,
  text,
  cut,
  open,
}: DecisionBrief["documents"][number] & { readonly open: boolean }) => (
  <details className="document" open={open}>
    <summary title={path}>{lastPart(path)}</summary>
    <Scrollable className="known" label={path}>
      {path.endsWith(".md") ? <Markdown text={text} /> : <pre>{text}</pre>}
      {cut ? (
        <p className="small dim">This is its beginning. The Files tab has all of it.</p>
      ) : null}
    </Scrollable>
  </details>
);

/** @param open whether the first one is expanded */
const Documents = ({
  documents,
  open = false,
}: Pick<DecisionBrief, "documents"> & { readonly open?: boolean }) =>
  documents.map((one, index) => <Document key={one.path} {...one} open={open && index === 0} />);

const Part = ({ quoted, text, whole }: BriefPart & { readonly whole: string | undefined }) => {
  if (whole !== undefined) return <Markdown text={whole} />;
  return quoted ? (
    <Quoted text={text} />
  ) : (
    <p>
      <Advice text={text} />
    </p>
  );
};

/** `failed`: the failed task that it is about; why it failed stands here instead of the record for agents. */
export const BriefView = ({
  data,
  error,
  run,
  failed,
}: {
  readonly data: DecisionBrief | undefined;
  readonly error: Error | null;
  readonly run: string;
  readonly failed: string | undefined;
}) => {
  if (error !== null) return isStale(error) ? null : <AnyTrouble error={error} />;
  if (data === undefined) return <p className="brief dim">Loading …</p>;
  const parts = briefParts(data.brief, data.question).filter(
    ({ json }) => json === undefined || failed === undefined,
  );
  const { named, quoted, others } = placedDocuments(parts, data.documents);
  return (
    <div className="brief">
      {parts.length === 0 ? null : (
        <Scrollable className="known" label="the question’s details">
          {parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
            <Part key={index} {...part} whole={quoted.get(part)?.text} />
          ))}
        </Scrollable>
      )}
      {failed === undefined ? null : (
        <Failure run={run} node={failed} told={parts.map(({ text }) => text.trim())} />
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
