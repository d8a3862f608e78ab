// Why: one run in one line: what it is, how it stands, how far it is, who is at it, what it cost; what it asks leads to where it is answered.
import { memo } from "react";
import { Link } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { Sign } from "../style/sign.tsx";
import { Progress } from "../style/progress.tsx";
import { Since } from "../style/since.tsx";
import { lastPart } from "../words.ts";
import { type Entry, ownDecisions } from "./choice.ts";
import { usageParts } from "../usage-parts.ts";
import { evidenceWords, markOf, progressWords } from "./wording.ts";
import { Coded } from "../style/prose.tsx";

/** The first question, and since when it waits. */
export const Asked = ({ decisions }: Pick<RunLine, "decisions">) => {
  const [first] = decisions;
  if (first === undefined) return null;
  return (
    <Link className="asked" href={runAddress(first.run, { decide: first.key })} title={first.question}>
      {first.question.split("\n", 1)[0]}
      {decisions.length > 1 ? ` (and ${decisions.length - 1} more)` : null}
    </Link>
  );
};

/** What is wrong, as a number that tells all on demand. */
export const Wrong = ({ line: { run, wrong } }: Pick<Entry, "line">) => {
  const [first] = wrong;
  if (first === undefined) return null;
  return (
    <Link
      className={`wrong ${first.shade}`}
      href={runAddress(run)}
      title={wrong.map(({ what, node, text }) => [what, ...(node === undefined ? [] : [node]), text].join(": ")).join("\n")}
    >
      {first.what}
      {first.node === undefined ? null : ` ${first.node}`}
      {wrong.length > 1 ? ` +${wrong.length - 1}` : null}
    </Link>
  );
};

const Who = ({ line: { workers } }: Pick<Entry, "line">) => {
  const [first, ...others] = workers;
  if (first === undefined) return null;
  return (
    <span
      title={workers
        .map(({ subject, role, by, on }) => [subject, role, by, on?.machine].filter((part) => part !== null).join(" "))
        .join("\n")}
    >
      {first.subject} {first.by ?? first.role}
      {others.length === 0 ? null : ` +${others.length}`}
    </span>
  );
};

export const RunRow = memo(({ line, depth, within }: Entry) => {
  const mark = markOf(line);
  const [evidence, used] = [evidenceWords(line), usageParts(line)];
  const asked = ownDecisions({ line, depth, within });
  return (
    <li
      className={depth === 0 ? "run" : "run child"}
      style={depth === 0 ? undefined : { paddingInlineStart: `${12 + Math.min(depth, 3) * 20}px` }}
    >
      <Sign of={mark} />
      <span className="what">
        <Link className="run-title" href={runAddress(line.run)} title={`${line.title}\n${line.run} in ${line.folder}`}>
          <Coded text={line.title === "" ? lastPart(line.folder) : line.title} />{" "}
          {line.name === undefined ? null : <span className="name dim small">{line.name}</span>}
        </Link>
        <Asked decisions={asked} />
        <Wrong line={line} />
      </span>
      <span className={`state ${mark.tone}`}>{mark.words}</span>
      <span className="facts dim">{[line.protocol, line.phase.toLowerCase()].filter((part) => part !== "").join(" · ")}</span>
      <span className="far">
        {line.nodes.of === 0 ? null : (
          <>
            <Progress {...line.nodes} words={progressWords(line)} />
            <span className="number">
              {line.nodes.done}/{line.nodes.of}
            </span>
          </>
        )}
      </span>
      <span className="proof number dim" title={evidence ?? undefined}>
        {evidence}
      </span>
      <span className="who dim">
        <Who line={line} />
      </span>
      <span className="cost number dim" title={used.join(", ")}>
        {used.at(-1)}
      </span>
      <span className="when dim number">
        {asked[0] === undefined ? (
          <Since at={line.at} ago />
        ) : (
          <>
            waits <Since at={asked[0].since} />
          </>
        )}
      </span>
    </li>
  );
});
