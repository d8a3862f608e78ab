// One attempt: result, worker, times, usage, changes and transcript.
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import {
  type Attempt,
  agentOf,
  type Course,
  hasChanges,
  durationOf,
  lookOf,
  attemptRole,
  whyOf,
} from "../../attempts.ts";
import { AttemptChanges, useChangesLink } from "../../run/changes/attempt-changes.tsx";
import { JobTranscript } from "../../run/node/transcript.tsx";
import { useAddress, useNodeLink } from "../../address.ts";
import { Prose } from "../../style/prose.tsx";
import { Badge } from "../../style/sign.tsx";
import { Moment, Since } from "../../style/since.tsx";
import { usageParts } from "../../usage-parts.ts";
import { span } from "../../words.ts";

type Props = { readonly shown: RunAnswer; readonly attempt: Attempt; readonly is: Course };

const Facts = ({ attempt, is }: Pick<Props, "attempt" | "is">) => {
  const { link } = useAddress();
  const { from, to, versions, fence, used } = attempt;
  const ms = durationOf(attempt);
  const usage = usageParts({ usage: used });
  return (
    <dl className="small">
      <div>
        <dt>who</dt>
        <dd>{agentOf(attempt) ?? "unknown"}</dd>
      </div>
      <div>
        <dt>when</dt>
        <dd>
          <Moment at={from} />
          {is === "over" ? (
            <>
              {" "}
              to <Moment at={to} />
              {ms === null ? null : `, ${span(ms)}`}
            </>
          ) : is === "live" ? null : (
            <>
              ; no end recorded, last heard of <Since at={to} ago />
            </>
          )}
        </dd>
      </div>
      {usage.length === 0 ? null : (
        <div>
          <dt>took</dt>
          <dd>{usage.join(", ")}</dd>
        </div>
      )}
      <div>
        <dt>events</dt>
        <dd>
          <Link href={link({ tab: "ledger", event: versions[0], attempt: null })}>
            #{versions[0]} to #{versions[1]}
          </Link>
          , lease {fence}
        </dd>
      </div>
    </dl>
  );
};

const Links = ({ attempt, is }: Pick<Props, "attempt" | "is">) => {
  const { link } = useAddress();
  const changes = useChangesLink();
  const [first, last] = attempt.versions;
  return (
    <p className="ways">
      {hasChanges(attempt, is) ? <Link href={changes(attempt)}>Changes</Link> : null}
      {first > 1 ? <Link href={link({ at: first - 1 })}>Just before it began</Link> : null}
      {is === "over" ? <Link href={link({ at: last })}>When it ended</Link> : null}
      {first > 1 ? (
        <Link href={link({ tab: "files", at: last, from: first - 1, file: null, attempt: null })}>
          File changes meanwhile
        </Link>
      ) : null}
    </p>
  );
};

export const AttemptPanel = ({ shown, attempt, is }: Props) => {
  const { set } = useAddress();
  const nodeLink = useNodeLink();
  const { subject, job, kind, fence } = attempt;
  const { run } = shown;
  const label = shown.nodes.find(({ id }) => id === subject)?.label;
  const why = whyOf(attempt, is);
  return (
    <aside className="attempt" aria-label={`attempt at ${subject ?? job}`}>
      <header>
        <h3>
          {subject ?? job} <span className="dim">{attemptRole(attempt)}</span>
        </h3>
        <button
          type="button"
          className="plain"
          aria-label="Close"
          onClick={() => set({ attempt: null })}
        >
          ✕
        </button>
      </header>
      {label === undefined || subject === null ? null : (
        <p>
          <Link href={nodeLink(subject)}>{label}</Link>
        </p>
      )}
      <p>
        <Badge of={lookOf(attempt, is)} /> {why === null ? null : <Prose text={why} />}
      </p>
      <Facts attempt={attempt} is={is} />
      {hasChanges(attempt, is) ? <AttemptChanges run={run} job={job} /> : null}
      <Links attempt={attempt} is={is} />
      <h4>What it did</h4>
      <JobTranscript run={run} fence={fence} label={`what ${job} did`} agent={kind !== "check"} />
    </aside>
  );
};
