// Tile of an agent at work: task, deed, last lines, changed lines, use, and time against its limit.
import { span } from "../../../src/core/words/how-many.ts";
import { useMemo } from "react";
import { Link } from "wouter";
import { unitStates } from "../../../src/core/words/states.ts";
import { entriesOf } from "../../../src/core/agents/transcript.ts";
import { runAddress } from "../address.ts";
import { useNow } from "../api/clock.ts";
import { useTranscript } from "../api/transcript.ts";
import { Doing } from "../style/doing.tsx";
import { Lines, linesIn } from "../style/lines.tsx";
import { Coded } from "../style/prose.tsx";
import { Badge, runLook, Sign } from "../style/sign.tsx";
import { runTitle, usageParts } from "../words.ts";
import { type Agent, lastLines } from "./agents.ts";

/** The share of its time from which on the bar warns. */
const NEAR = 0.8;

/** How much of its time is used. */
const Time = ({ since, limitMs }: { readonly since: string; readonly limitMs: number }) => {
  const ms = useNow() - Date.parse(since);
  const part = Math.min(1, Math.max(0, ms / limitMs));
  const words = `${span(ms)} of ${span(limitMs)}`;
  return (
    <span className="far number">
      <span className="progress" role="img" aria-label={words}>
        <span className={part < NEAR ? "busy" : "wait"} style={{ width: `${100 * part}%` }} />
      </span>
      {words}
    </span>
  );
};

/** `lines`: how many of its last ones there is room for. */
export const Tile = ({ line, job, fence, lines }: Agent & { readonly lines: number }) => {
  const { data } = useTranscript(line.run, fence);
  const entries = useMemo(() => entriesOf(data?.events ?? []), [data?.events]);
  const edits = entries.filter((entry) => entry.is === "edited");
  const used = usageParts({ usage: entries.findLast((entry) => entry.is === "used")?.usage });
  return (
    <li>
      <Link href={runAddress(line.run, { node: job.subject })}>
        <Sign of={unitStates.running} alone />
        <strong>
          <Coded text={job.label} />
        </strong>
        <span className="small dim two-lines">
          {[runTitle(line), ...usageParts(line).slice(-1)].join(" · ")}
        </span>
        {line.state === "no runner" ? <Badge of={runLook(line)} /> : null}
      </Link>
      <p className="busy">
        <Doing job={{ ...job, since: null }} />
      </p>
      <ol className="small">
        {lastLines(entries, lines).map(({ word, text, note }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines move up as new ones come
          <li key={at}>
            <span className="dim">{word}</span> <span>{text}</span>{" "}
            <span className="dim number">{note}</span>
          </li>
        ))}
      </ol>
      <p className="small">
        {edits.length === 0 ? null : <Lines of={linesIn(edits)} />}
        <span className="dim">{used.join(", ")}</span>
        {job.since === null || job.limitMs === undefined ? null : (
          <Time since={job.since} limitMs={job.limitMs} />
        )}
      </p>
    </li>
  );
};
