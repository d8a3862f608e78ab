// Live output of a job.
import { useState } from "react";
import { Pending } from "../../style/trouble.tsx";
import { useOutput } from "../../api/output.ts";
import { howMany } from "../../../../src/core/words/how-many.ts";
import { endOf, plain } from "../../style/plain.ts";
import { useFollow } from "./use-follow.ts";

/** Characters shown initially, and added by "more". */
const shownFirst = 24_000;
const shownMost = 600_000;

/** A remark before the visible part, with a button that shows more. */
export const Earlier = ({
  words,
  onShow,
}: {
  readonly words: string;
  readonly onShow: (() => void) | null;
}) => (
  <p className="small dim">
    {words} before{" "}
    {onShow === null ? null : (
      <button type="button" className="plain" onClick={onShow}>
        Show more
      </button>
    )}
  </p>
);

/** A text in its own box; `follow`: keeps scrolling to its end. */
export const TextBox = ({
  text,
  follow = false,
  label,
}: {
  readonly text: string;
  readonly follow?: boolean;
  readonly label: string;
}) => {
  const [whole, setWhole] = useState(false);
  const followed = useFollow<HTMLPreElement>(follow);
  const { text: end, left } = endOf(plain(text), whole ? shownMost : shownFirst);
  return (
    <div className="text-box">
      {left === 0 ? null : (
        <Earlier words={howMany(left, "line")} onShow={whole ? null : () => setWhole(true)} />
      )}
      <pre
        {...followed}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keys
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {end}
      </pre>
    </div>
  );
};

export const JobOutput = ({
  run,
  fence,
  label,
}: {
  readonly run: string;
  readonly fence: number;
  readonly label: string;
}) => {
  const { data: output, error } = useOutput(run, fence);
  if (output === undefined) return <Pending className="small dim" error={error} />;
  if (output.text === "")
    return (
      <p className="small dim">
        {output.over ? "It wrote nothing that was kept." : "It has written nothing yet."}
      </p>
    );
  return (
    <>
      {output.cut === 0 ? null : (
        <p className="small dim">Its beginning was dropped: the output is too long.</p>
      )}
      <TextBox text={output.text} follow={!output.over} label={label} />
    </>
  );
};
