// Attempts at a unit: result, worker, times, usage, changes and transcript of each.
import { useState } from "react";
import { Link } from "wouter";
import {
  type Attempt,
  type Course,
  courseOf,
  hasChanges,
  tryOf,
  durationOf,
  lookOf,
  attemptRole,
  whyOf,
} from "../../attempts.ts";
import { AttemptChanges, useChangesLink } from "../changes/attempt-changes.tsx";
import { usageParts } from "../../usage-parts.ts";
import { Prose } from "../../style/prose.tsx";
import { Sign } from "../../style/sign.tsx";
import { Moment, Since } from "../../style/since.tsx";
import { span } from "../../words.ts";
import { JobTranscript } from "./transcript.tsx";

/** `live`: fences of current leases; null: in the past. */
type Props = {
  readonly run: string;
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
};

const When = ({ one, is, past }: Pick<RowProps, "one" | "is" | "past">) => {
  const ms = durationOf(one);
  if (is === "over")
    return (
      <>
        {ms === null ? "" : `${span(ms)}, `}
        <Moment at={one.from} />
      </>
    );
  if (past) return <>running at that time</>;
  return is === "live" ? (
    <>
      since <Since at={one.from} />
    </>
  ) : (
    <>
      no end recorded; last heard of <Since at={one.to} ago />
    </>
  );
};

type RowProps = {
  readonly run: string;
  readonly one: Attempt;
  readonly nth: number;
  readonly is: Course;
  readonly past: boolean;
};

const Row = ({ run, one, nth, is, past }: RowProps) => {
  const [open, setOpen] = useState(false);
  const link = useChangesLink();
  const look = lookOf(one, is);
  const why = whyOf(one, is);
  return (
    <li>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Sign of={look} />
          <strong>{attemptRole(one)}</strong>
          {nth > 1 ? ` ${nth}` : null} <span className={look.shade}>{look.word}</span>{" "}
          <span className="small dim">
            {[...(one.by === null ? [] : [one.by]), ...usageParts({ usage: one.used })]
              .map((part) => `${part} · `)
              .join("")}
            <When one={one} is={is} past={past} />
          </span>
          {why === null ? null : (
            <span className="why small">
              <Prose text={why} />
            </span>
          )}
        </summary>
        {open ? (
          <>
            {hasChanges(one, is) && !past ? <AttemptChanges run={run} job={one.job} /> : null}
            <JobTranscript
              run={run}
              fence={one.fence}
              label={`what ${one.job} did`}
              agent={one.kind !== "check"}
            />
          </>
        ) : null}
      </details>
      {hasChanges(one, is) && !past ? (
        <Link className="small" href={link(one)} aria-label={`changes of ${one.job}`}>
          changes
        </Link>
      ) : null}
    </li>
  );
};

/** Attempts shown initially. */
const most = 8;

export const AttemptList = ({ run, attempts, live }: Props) => {
  const [whole, setWhole] = useState(false);
  return (
    <>
      <ul className="attempts">
        {attempts.slice(0, whole ? attempts.length : most).map((one) => (
          <Row
            key={one.fence}
            run={run}
            one={one}
            nth={tryOf(attempts, one)}
            is={courseOf(one, live)}
            past={live === null}
          />
        ))}
      </ul>
      {attempts.length > most && !whole ? (
        <button type="button" className="plain" onClick={() => setWhole(true)}>
          Show {attempts.length - most} more
        </button>
      ) : null}
    </>
  );
};
