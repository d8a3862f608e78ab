// Why: what goes on: how far it is, who is at it since when, what comes next.
import { Link } from "wouter";
import type { Shown } from "../../../../src/http/answers.ts";
import { isOver } from "../../over.ts";
import { useNodeLink } from "../node-link.ts";
import { doneWords, nameOf } from "../node-words.ts";
import { OnMachine } from "../../style/on-machine.tsx";
import { Progress } from "../../style/progress.tsx";
import { Moment, Since } from "../../style/since.tsx";
import { proofWords, usageWords } from "./head-words.ts";

/** Workers that are named; more are counted. */
const namedMost = 5;

const Workers = ({ shown, past }: { readonly shown: Shown; readonly past: boolean }) => {
  const link = useNodeLink();
  const ids = new Set(shown.nodes.map(({ id }) => id));
  const running = shown.jobs.filter(({ is }) => is === "running");
  if (running.length === 0) return null;
  return (
    <ul className="workers">
      {running.slice(0, namedMost).map((job) => (
        <li key={job.key}>
          <span className="mark busy" aria-hidden="true">
            ▶
          </span>
          {ids.has(job.subject) ? <Link href={link(job.subject)}>{job.subject}</Link> : <strong>{job.subject}</strong>} {job.role}
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
      {running.length > namedMost ? <li className="dim">and {running.length - namedMost} more</li> : null}
    </ul>
  );
};

export const GoingOn = ({ shown, past }: { readonly shown: Shown; readonly past: boolean }) => {
  const { nodes } = shown;
  const words = nodes.length === 0 ? "nothing planned yet" : doneWords(nodes);
  const next = shown.jobs.filter(({ is }) => is === "ready");
  const usage = usageWords(shown);
  const over = isOver(shown);
  return (
    <section className="going-on">
      <h2>{past ? "What went on" : over ? "What came of it" : "What is going on"}</h2>
      <Progress
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
      </p>
      <Workers shown={shown} past={past} />
      {next.length === 0 ? null : (
        <p className="small dim">
          next:{" "}
          {next
            .slice(0, 3)
            .map(({ subject, role }) => `${subject} (${role})`)
            .join(", ")}
          {next.length > 3 ? ` and ${next.length - 3} more` : null}
        </p>
      )}
      {shown.runner === null || past ? null : (
        <p className="small dim">
          driven from here since <Moment at={shown.runner.since} />
        </p>
      )}
      {usage === null ? null : <p className="small dim">{usage}</p>}
    </section>
  );
};
