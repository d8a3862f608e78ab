// Text of a file, as numbered lines.
import { memo, useState } from "react";
import { Scrollable } from "../../style/scrollable.tsx";
import { type Block, blocksOf, linesMost } from "./lines.ts";

/** The text of one line. `cut`: number of omitted characters. */
export const LineText = ({ text, cut }: { readonly text: string; readonly cut: number }) => (
  <span>
    {text}
    {cut === 0 ? "\n" : <span className="dim"> … {cut.toLocaleString("en")} more characters</span>}
  </span>
);

const Lines = memo(({ block }: { readonly block: Block }) => (
  <div className="block">
    {block.map(({ number, text, cut }) => (
      <div key={number} className="numbered" data-n={number}>
        <LineText text={text} cut={cut} />
      </div>
    ))}
  </div>
));

export const FileText = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [most, setMost] = useState(linesMost);
  const { blocks, left } = blocksOf(text, most);
  if (text === "") return <p className="dim">The file is empty.</p>;
  return (
    <>
      <Scrollable className="text" label={label}>
        {blocks.map((block) => (
          <Lines key={block[0]?.number ?? 0} block={block} />
        ))}
      </Scrollable>
      {left === 0 ? null : (
        <button type="button" onClick={() => setMost(most + linesMost)}>
          Show {Math.min(left, linesMost).toLocaleString("en")} of {left.toLocaleString("en")} more
          lines
        </button>
      )}
    </>
  );
};
