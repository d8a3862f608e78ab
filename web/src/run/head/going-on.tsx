// Progress line of a run's head: progress, workers and their times, next steps.
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { isWork } from "../../../../src/core/work-nodes.ts";
import { useWorkCounts } from "../../api/queries.ts";
import { count } from "../../words.ts";
import { useNodeLink } from "../../address.ts";
import { nameOf } from "../node-words.ts";
import { OnMachine } from "../../style/on-machine.tsx";
import { Progress } from "../../style/progress.tsx";
import { Lines } from "../../style/lines.tsx";
import { Sign } from "../../style/sign.tsx";
import { unitStates } from "../../../../src/core/state-words.ts";
import { Since } from "../../style/since.tsx";
import { nodeName } from "../../../../src/core/wrong-words.ts";
import { doneNow, proofWords, usageWords } from "./head-words.ts";

/** Maximum of workers named in the head. */
const MAX_NAMES = 2;

type Props = { readonly shown: RunAnswer; readonly past: boolean };

const runningOf = ({ jobs }: RunAnswer) => jobs.filter(({ is }) => is === "running");

/** A link to its node if it has one. */
const Subject = ({ shown, subject }: { readonly shown: RunAnswer; readonly subject: string }) => {
  const link = useNodeLink();
  const node = shown.nodes.find(({ id }) => id === subject);
  return node === undefined ? (
    <strong>{subject}</strong>
  ) : (
    <Link href={link(subject)}>{nodeName(node)}</Link>
  );
};

/** All active workers with their current activity, if known. */
export const Workers = ({ shown, past }: Props) => {
  const running = runningOf(shown);
  if (running.length === 0) return null;
  return (
    <ul className="workers">
      {running.map((job) => (
        <li key={job.key}>
          <Sign of={unitStates.running} />
          <Subject shown={shown} subject={job.subject} />: {job.role}
          {past ? null : (
            <span className="dim">
              {job.by === null ? null : ` ${nameOf(job)}`}
              {job.since === null ? null : (
                <>
                  , <Since at={job.since} />
                </>
              )}
              <OnMachine on={job.on} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};

const AtWork = ({ shown, past }: Props) => {
  const running = runningOf(shown);
  if (running.length === 0) return null;
  return (
    <span>
      {" · "}
      <Sign of={unitStates.running} />{" "}
      {running.slice(0, MAX_NAMES).map((job, n) => (
        <span key={job.key}>
          {n === 0 ? null : ", "}
          <Subject shown={shown} subject={job.subject} />: {job.role}
          {past || job.since === null ? null : (
            <span className="dim">
              {" "}
              <Since at={job.since} />
            </span>
          )}
        </span>
      ))}
      {running.length > MAX_NAMES ? ` and ${running.length - MAX_NAMES} more` : null}
    </span>
  );
};

const nextWords = ({ jobs }: RunAnswer): string => {
  const next = jobs.filter(({ is }) => is === "ready");
  if (next.length === 0) return "";
  const [first] = next;
  return ` · next: ${first?.subject ?? ""}${next.length > 1 ? ` and ${next.length - 1} more` : ""}`;
};

export const GoingOn = ({ shown, past, fold }: Props & { readonly fold: ReactNode }) => {
  const nodes = shown.nodes.filter(isWork);
  const words = doneNow(shown);
  const usage = usageWords(shown);
  const landed = useWorkCounts(shown)?.all ?? null;
  return (
    <div className="going-on line">
      <Progress
        proved={nodes.filter(({ state }) => state === "proved").length}
        done={nodes.filter(({ status }) => status === "done").length}
        failed={nodes.filter(({ status }) => status === "failed").length}
        of={nodes.length}
        words={words}
      />
      <p className="number">
        {words}
        {proofWords(shown).map((text) => (
          <span key={text}> · {text}</span>
        ))}
        <AtWork shown={shown} past={past} />
        {past ? null : nextWords(shown)}
        {landed === null ? null : (
          <span>
            {" "}
            · {count(landed.files, "file")} <Lines of={landed} />
          </span>
        )}
        {usage === null ? null : <span className="dim"> · {usage}</span>}
      </p>
      {fold}
    </div>
  );
};
