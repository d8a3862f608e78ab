// Why: lists in the context of a decision are told by how far in their lines stand, which must be seen where a line is broken by a narrow page, too.

/** Beyond these a text is shown as it is: nobody reads that many before deciding, and each line is a part of the page. */
const mostLines = 1_000;

/** How far in a line stands, in characters; a mark of a list counts to that. */
const indentOf = (line: string): number => Math.min(/^\s*(?:-\s|\d+\s\s|\|\s)?/u.exec(line)?.[0].length ?? 0, 12);

export const Quoted = ({ text }: { readonly text: string }) => {
  const lines = text.split("\n");
  if (lines.length > mostLines) return <pre>{text}</pre>;
  return (
    <pre>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of one text have no other name
        <span key={index} style={{ paddingInlineStart: `${indentOf(line)}ch`, textIndent: `${-indentOf(line)}ch` }}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
};
