// Why: a file is read as it is: numbered lines, long ones broken in their box, nothing of it taken for markup.
import { memo, useState } from "react";
import { type Block, blocksOf, linesMost } from "./lines.ts";

const Lines = memo(({ block }: { readonly block: Block }) => (
  <div className="block">
    {block.map(({ number, text, cut }) => (
      <div key={number} className="numbered" data-n={number}>
        <span>
          {text}
          {cut === 0 ? (
            "\n"
          ) : (
            <span className="dim"> … {cut.toLocaleString("en")} more characters</span>
          )}
        </span>
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className="text" tabIndex={0} role="region" aria-label={label}>
        {blocks.map((block) => (
          <Lines key={block[0]?.number ?? 0} block={block} />
        ))}
      </div>
      {left === 0 ? null : (
        <button type="button" onClick={() => setMost(most + linesMost)}>
          Show {Math.min(left, linesMost).toLocaleString("en")} of {left.toLocaleString("en")} more
          lines
        </button>
      )}
    </>
  );
};
