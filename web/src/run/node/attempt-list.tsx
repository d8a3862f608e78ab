// Why: each attempt with who, when and how long, and what its program wrote, on request or as it comes.
import { useState } from "react";
import { type Attempt, type Course, courseOf, courseMarks } from "../../attempts.ts";
import type { Shown } from "../../../../src/http/answers.ts";
import { usageParts } from "../../usage-parts.ts";
import { Moment, Since } from "../../style/since.tsx";
import { span } from "../../words.ts";
import { tryOf } from "./attempts.ts";
import { JobTranscript } from "./transcript.tsx";

/** `live`: fences of the leases that are held; null: it is the past. */
type Used = NonNullable<Shown["usage"]>["attempts"];
type Props = {
  readonly run: string;
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
  /** What they took, by their jobs. */
  readonly used: Used;
};

const How = ({ one, is, past }: { readonly one: Attempt; readonly is: Course; readonly past: boolean }) => {
  if (is === "over")
    return (
      <>
        {span(Date.parse(one.to) - Date.parse(one.from))}, <Moment at={one.from} />
      </>
    );
  if (past) return <>under way then</>;
  return is === "live" ? (
    <span className="busy">
      at work since <Since at={one.from} />
    </span>
  ) : (
    <>
      no word of its end; last heard of <Since at={one.to} ago />
    </>
  );
};

const Row = ({
  run,
  one,
  nth,
  is,
  past,
  used,
}: {
  readonly run: string;
  readonly used: Used[string] | undefined;
  readonly one: Attempt;
  readonly nth: number;
  readonly is: Course;
  readonly past: boolean;
}) => {
  const [open, setOpen] = useState(is === "live" && !past);
  const { mark, tone } = courseMarks[is];
  return (
    <li>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={`mark ${tone}`} aria-hidden="true">
            {mark}
          </span>
          <strong>{one.kind === "check" ? "check" : (one.role ?? one.job)}</strong>
          {nth > 1 ? ` ${nth}` : null} <span className="dim">{one.by ?? (one.kind === "check" ? "by the engine" : "")}</span>{" "}
          <span className="small dim">
            <How one={one} is={is} past={past} />
            {usageParts({ usage: used })
              .map((part) => ` · ${part}`)
              .join("")}
          </span>
        </summary>
        {open ? <JobTranscript run={run} fence={one.fence} label={`what ${one.job} did`} agent={one.kind !== "check"} /> : null}
      </details>
    </li>
  );
};

/** Attempts shown at once. */
const most = 8;

export const AttemptList = ({ run, attempts, live, used }: Props) => {
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
            used={used[one.job]}
          />
        ))}
      </ul>
      {attempts.length > most && !whole ? (
        <button type="button" className="plain" onClick={() => setWhole(true)}>
          show {attempts.length - most} more
        </button>
      ) : null}
    </>
  );
};
