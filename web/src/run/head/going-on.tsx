// Progress line of a run's head: progress, workers and their times, next steps.
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { nodeName } from "../../../../src/core/words/work-nodes.ts";
import { nowOf } from "../../api/clock.ts";
import { useTimeline, useWorkCounts } from "../../api/queries.ts";
import { howMany } from "../../../../src/core/words/how-many.ts";
import { useNodeLink } from "../../address.ts";
import { Doing } from "../../style/doing.tsx";
import { Progress } from "../../style/progress.tsx";
import { Lines } from "../../style/lines.tsx";
import { Coded } from "../../style/prose.tsx";
import { Sign } from "../../style/sign.tsx";
import { unitStates } from "../../../../src/core/words/states.ts";
import { mayTell, timeLeftWords } from "../../../../src/core/words/time-left.ts";
import { doneNow, proofWords, usageWords } from "./head-words.ts";

type Props = { readonly shown: RunAnswer; readonly past: boolean };

/** A link to its node if it has one. */
const Subject = ({ shown, subject }: { readonly shown: RunAnswer; readonly subject: string }) => {
  const link = useNodeLink();
  const node = shown.nodes.find(({ id }) => id === subject);
  return node === undefined ? (
    <strong>{subject}</strong>
  ) : (
    <Link href={link(subject)} title={nodeName(node)}>
      <Coded text={node.label} />
    </Link>
  );
};

/** The first task at work, and what is done for it now; the others stand on the page of all agents. */
const AtWork = ({ shown, past }: Props) => {
  const [first, ...others] = shown.jobs.filter(({ is }) => is === "running");
  if (first === undefined) return null;
  const more = `and ${others.length} more`;
  return (
    <p className="at-work">
      <Sign of={unitStates.running} />
      <Subject shown={shown} subject={first.subject} />
      <span className="dim">·</span>
      {past ? first.role : <Doing job={first} />}
      {others.length === 0 ? null : past ? more : <Link href="/watch">{more}</Link>}
    </p>
  );
};

const nextWords = ({ jobs, nodes }: RunAnswer): string | null => {
  const [first, ...more] = jobs.filter(({ is }) => is === "ready");
  if (first === undefined) return null;
  const { subject } = first;
  const title = nodes.find(({ id }) => id === subject)?.label ?? subject;
  return `next: ${title}${more.length > 0 ? ` and ${more.length} more` : ""}`;
};

/** In words; empty: unknown, or nothing is under way. */
const useTimeLeft = ({ shown, past }: Props): string => {
  const asks = !past && mayTell(shown);
  const { data } = useTimeline(shown.run, asks);
  return asks && data !== undefined ? timeLeftWords(shown.nodes, data.attempts, nowOf()) : "";
};

export const GoingOn = ({ shown, past, fold }: Props & { readonly fold: ReactNode }) => {
  const words = doneNow(shown);
  const usage = usageWords(shown);
  const landed = useWorkCounts(shown)?.all ?? null;
  const left = useTimeLeft({ shown, past });
  const next = past ? null : nextWords(shown);
  return (
    <div className="going-on line">
      <Progress {...shown.pieces} words={words} />
      <p className="number">{words}</p>
      <AtWork shown={shown} past={past} />
      <p className="number">
        {proofWords(shown).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {left === "" ? null : <span title="From the tasks that it has finished">{left}</span>}
        {next === null ? null : <span>{next}</span>}
        {landed === null ? null : (
          <span>
            {howMany(landed.files, "file")} <Lines of={landed} />
          </span>
        )}
        {usage === null ? null : <span className="dim">{usage}</span>}
      </p>
      {fold}
    </div>
  );
};
