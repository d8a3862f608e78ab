// Why: one run in a few lines: what it is, how far, who is at it, what is wrong, what it wants of you.
import { memo } from "react";
import { Link } from "wouter";
import { runAddress } from "../address.ts";
import { OnMachine } from "../style/on-machine.tsx";
import { Progress } from "../style/progress.tsx";
import { Since } from "../style/since.tsx";
import { lastPart } from "../words.ts";
import { type Entry, ownDecisions, parentOf, standingOf } from "./choice.ts";
import { Asked } from "./asked.tsx";
import { evidenceWords, progressWords, markOf, wrongs } from "./wording.ts";

/** Workers that are named; more are counted. */
const namedMost = 3;

const Workers = ({ line }: Pick<Entry, "line">) => {
  const { workers } = line;
  if (workers.length === 0 && standingOf(line) === "paused")
    return (
      <p className="who small">
        <Link href={runAddress(line.run)}>take it up again</Link>
      </p>
    );
  if (workers.length === 0)
    return line.idle ? (
      <p className="who small">
        <Link href={runAddress(line.run)}>go on with it</Link>
      </p>
    ) : null;
  return (
    <ul className="who small">
      {workers.slice(0, namedMost).map(({ by, subject, role, since, on }) => (
        <li key={`${subject} ${role}`}>
          <strong>{subject}</strong> {role}
          <span className="dim">
            {by === null ? null : ` ${by}`}
            {since === null ? null : (
              <>
                , <Since at={since} />
              </>
            )}
            <OnMachine on={on} />
          </span>
        </li>
      ))}
      {workers.length > namedMost ? <li className="dim">and {workers.length - namedMost} more</li> : null}
    </ul>
  );
};

export const RunRow = memo(({ line, depth, within }: Entry) => {
  const { mark, tone, words } = markOf(line);
  const evidence = evidenceWords(line);
  const folder = lastPart(line.folder);
  const parent = parentOf(line);
  const facts = [line.protocol, ...(line.phase === "" ? [] : [line.phase]), ...line.facts];
  return (
    <li
      className={depth === 0 ? "run" : "run child"}
      style={depth === 0 ? undefined : { marginInlineStart: `${Math.min(depth, 3) * 20}px` }}
    >
      <div className="what">
        <span className={`mark ${tone}`} aria-hidden="true">
          {mark}
        </span>
        <Link className="run-title" href={runAddress(line.run)}>
          {line.title === "" ? line.run : line.title}
        </Link>
        <p className="facts">
          <span className={tone}>{words}</span> · {facts.join(" · ")}
          {parent !== null && within === null ? (
            <>
              {" · started by "}
              <Link href={runAddress(parent)}>{parent}</Link>
            </>
          ) : null}
        </p>
      </div>
      <div className="far">
        {line.nodes.of === 0 ? null : (
          <Progress done={line.nodes.done} failed={line.nodes.failed} of={line.nodes.of} words={progressWords(line)} />
        )}
        <p className={line.nodes.of === 0 ? "small dim" : "small number"} aria-hidden={line.nodes.of > 0}>
          {progressWords(line)}
        </p>
        {evidence === null ? null : <p className="small dim number">{evidence}</p>}
      </div>
      <Workers line={line} />
      <div className="when small dim">
        <Since at={line.at} ago />
        <span title={line.folder}>{folder === line.run ? line.run : `${line.run} ${folder}`}</span>
      </div>
      <Wrongs line={line} />
      <Asked decisions={ownDecisions({ line, depth, within })} />
    </li>
  );
});

/** Warnings shown in the list; the run's page has all. */
const wrongsMost = 3;

const Wrongs = ({ line }: Pick<Entry, "line">) => {
  const all = wrongs(line);
  if (all.length === 0) return null;
  return (
    <ul className="wrongs">
      {all.slice(0, wrongsMost).map(({ tone, what, text }) => (
        <li key={`${what} ${text}`}>
          <span className={tone}>
            <span aria-hidden="true">{tone === "bad" ? "✖" : "▲"}</span> {what}:
          </span>{" "}
          {text}
        </li>
      ))}
      {all.length > wrongsMost ? (
        <li>
          <Link href={runAddress(line.run)}>and {all.length - wrongsMost} more</Link>
        </li>
      ) : null}
    </ul>
  );
};
