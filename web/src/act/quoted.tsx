// Quoted material in the context of a decision: tasks as a list, all else line by line, broken so that their depth stays visible.
import { Coded } from "../style/prose.tsx";
import { type OutlineItem, outlineOf } from "./outline.ts";

/** A longer text isn't formatted, since each line becomes an element. */
const mostLines = 1_000;

/** A line's indent in characters, including a list marker. */
const indentOf = (line: string): number =>
  Math.min(/^\s*(?:-\s|\d+\s\s|\|\s)?/u.exec(line)?.[0].length ?? 0, 12);

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

export const Quoted = ({ text }: { readonly text: string }) => {
  const lines = text.split("\n");
  if (lines.length > mostLines) return <pre>{text}</pre>;
  const items = outlineOf(text);
  if (items !== null) return <Outline items={items} />;
  return (
    <pre>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of one text have no other name
        <span
          key={index}
          style={{ paddingInlineStart: `${indentOf(line)}ch`, textIndent: `${-indentOf(line)}ch` }}
        >
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
};
