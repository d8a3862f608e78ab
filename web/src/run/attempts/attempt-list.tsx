// Attempts as rows that open: result, worker, times, usage, and what each did and changed.
import { howMany, span } from "../../../../src/core/words/how-many.ts";
import "./attempts.css";
import { useCallback, useState } from "react";
import { Link } from "wouter";
import { useAddress, useNodeLink } from "../../address.ts";
import {
  agentOf,
  type Attempt,
  attemptRole,
  type Course,
  courseOf,
  durationOf,
  hasChanges,
  lookOf,
  tryOf,
  whyOf,
} from "../../attempts.ts";
import { useWorkDone } from "../../api/queries.ts";
import { Lines, linesIn } from "../../style/lines.tsx";
import { Prose } from "../../style/prose.tsx";
import { Sign } from "../../style/sign.tsx";
import { Moment, Since } from "../../style/since.tsx";
import { usageParts } from "../../words.ts";
import { JobTranscript } from "../node/transcript.tsx";

/** Where an attempt lies in the time of all, in percent. */
export type Stretch = { readonly left: number; readonly width: number };

type RowProps = {
  readonly run: string;
  readonly one: Attempt;
  readonly nth: number;
  readonly is: Course;
  readonly past: boolean;
  /** Its task by name, and its place in time; absent: the list is of one task. */
  readonly named?: { readonly label: string; readonly stretch: Stretch };
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

/** The address of an attempt's diff. */
const useChangesLink = (): ((of: Pick<Attempt, "job" | "subject">) => string) => {
  const { link } = useAddress();
  return useCallback(
    ({ job, subject }) => link({ tab: "changes", node: subject, job, attempt: null }),
    [link],
  );
};

const AttemptChanges = ({ run, job }: { readonly run: string; readonly job: string }) => {
  const { data } = useWorkDone(run, job);
  if (data === undefined) return null;
  const { work, why } = data;
  if (work === null) return <p className="small dim">{why}</p>;
  return (
    <p className="small">
      changed {howMany(work.files.length, "file")}: <Lines of={linesIn(work.files)} />
    </p>
  );
};

/** The ways from an attempt: its task, its events, and the run before and after it. */
const Ways = ({ one, is, named }: Pick<RowProps, "one" | "is" | "named">) => {
  const { link } = useAddress();
  const nodeLink = useNodeLink();
  const [first, last] = one.versions;
  return (
    <p className="small ways">
      {named === undefined || one.subject === null ? null : (
        <Link href={nodeLink(one.subject)}>Its task</Link>
      )}
      <Link href={link({ tab: "ledger", event: first, attempt: null })}>
        Events #{first} to #{last}
      </Link>
      {first > 1 ? <Link href={link({ at: first - 1 })}>Just before it began</Link> : null}
      {is === "over" ? <Link href={link({ at: last })}>When it ended</Link> : null}
    </p>
  );
};

const Summary = ({ one, nth, is, past, named }: Omit<RowProps, "run">) => {
  const look = lookOf(one, is);
  const why = whyOf(one, is);
  return (
    <summary>
      <Sign of={look} />
      {named === undefined ? null : (
        <>
          <strong>{one.subject ?? one.job}</strong> <Prose text={named.label} />{" "}
        </>
      )}
      <strong>{attemptRole(one)}</strong>
      {nth > 1 ? ` ${nth}` : null} <span className={look.shade}>{look.word}</span>{" "}
      <span className="small dim">
        {[agentOf(one) ?? "", ...usageParts({ usage: one.used })]
          .filter((part) => part !== "")
          .map((part) => `${part} · `)
          .join("")}
        <When one={one} is={is} past={past} />
      </span>
      {why === null ? null : (
        <span className="why small">
          <Prose text={why} />
        </span>
      )}
      {named === undefined ? null : (
        <span className="stretch" aria-hidden="true">
          <span
            className={look.shade}
            style={{ left: `${named.stretch.left}%`, width: `${named.stretch.width}%` }}
          />
        </span>
      )}
    </summary>
  );
};

const Row = (props: RowProps) => {
  const { run, one, is, past } = props;
  const { number, set } = useAddress();
  const asked = number("attempt") === one.fence;
  const [opened, setOpened] = useState(false);
  const link = useChangesLink();
  const changed = hasChanges(one, is) && !past;
  const open = opened || asked;
  return (
    <li>
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          setOpened(currentTarget.open);
          if (asked && !currentTarget.open) set({ attempt: null });
        }}
      >
        <Summary {...props} />
        {open ? (
          <>
            {changed ? <AttemptChanges run={run} job={one.job} /> : null}
            <JobTranscript
              run={run}
              fence={one.fence}
              label={`what ${one.job} did`}
              agent={one.kind !== "check"}
            />
            <Ways {...props} />
          </>
        ) : null}
      </details>
      {changed ? (
        <Link className="small" href={link(one)} aria-label={`changes of ${one.job}`}>
          changes
        </Link>
      ) : null}
    </li>
  );
};

type Props = {
  readonly run: string;
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  /** Fences of current leases; null: in the past. */
  readonly live: ReadonlySet<number> | null;
  readonly nameOf?: (one: Attempt) => NonNullable<RowProps["named"]>;
  /** Rows shown initially, and added by "more". */
  readonly most: number;
};

export const AttemptList = ({ run, attempts, live, nameOf, most }: Props) => {
  const [room, setRoom] = useState(most);
  const left = attempts.length - room;
  return (
    <>
      <ul className="attempts">
        {attempts.slice(0, room).map((one) => (
          <Row
            key={one.fence}
            run={run}
            one={one}
            nth={tryOf(attempts, one)}
            is={courseOf(one, live)}
            past={live === null}
            {...(nameOf === undefined ? {} : { named: nameOf(one) })}
          />
        ))}
      </ul>
      {left <= 0 ? null : (
        <button type="button" className="plain" onClick={() => setRoom(room + 10 * most)}>
          Show {Math.min(left, 10 * most).toLocaleString("en")} of {howMany(left, "more attempt")}
        </button>
      )}
    </>
  );
};
