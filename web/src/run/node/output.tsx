// Why: what a program writes is followed as it comes, unless somebody scrolled up to read.
import { useState } from "react";
import { AnyTrouble } from "../../style/says.tsx";
import { useOutput } from "../../api/output.ts";
import { count } from "../../words.ts";
import { endOf, plain } from "../plain.ts";
import { useFollow } from "./use-follow.ts";

/** Characters shown at first, and with "more". */
const shownFirst = 24_000;
const shownMost = 600_000;

/** A text in its own box; `follow`: it stays at its end as it grows. */
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
        <p className="small dim">
          {count(left, "line")} before{" "}
          {whole ? null : (
            <button type="button" className="plain" onClick={() => setWhole(true)}>
              Show more
            </button>
          )}
        </p>
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
  const { data: heard, error } = useOutput(run, fence);
  if (heard === undefined) {
    if (error === null) return <p className="small dim">Loading …</p>;
    return <AnyTrouble error={error} />;
  }
  if (heard.text === "")
    return (
      <p className="small dim">
        {heard.over ? "It wrote nothing that was kept." : "It has written nothing yet."}
      </p>
    );
  return (
    <>
      {heard.cut === 0 ? null : (
        <p className="small dim">Its beginning was dropped: the output is too long.</p>
      )}
      <TextBox text={heard.text} follow={!heard.over} label={label} />
    </>
  );
};
