// Charts of one run: where its time went, what was done again, what it cost.
import "./pictures.css";
import { nowOf } from "../api/clock.ts";
import { useTimeline } from "../api/queries.ts";
import { asOf, type Attempt, liveFences } from "../attempts.ts";
import { isOver } from "../over.ts";
import type { TabProps } from "../run/tab-props.ts";
import { AnyTrouble } from "../style/trouble.tsx";
import { count, span } from "../words.ts";
import { Cost } from "./cost.tsx";
import { Rework } from "./rework.tsx";
import { Bars } from "./bars.tsx";
import { percent, roleOf, shares, tries, untimed } from "./sums.ts";

const Times = ({
  attempts,
  now,
}: {
  readonly attempts: readonly Attempt[];
  readonly now: number;
}) => {
  const roles = shares(attempts, now, roleOf);
  const whole = roles.reduce((sum, { ms }) => sum + ms, 0);
  const unknown = untimed(attempts);
  return (
    <section>
      <h2>Time by role</h2>
      <Bars
        title="Time by role"
        heads={["Role", "Time", "Share", "Attempts"]}
        bars={roles.map(({ name, ms, attempts: n }) => ({
          key: name,
          name,
          amount: ms,
          words: [...(ms === 0 ? ["–", "–"] : [span(ms), percent(ms, whole)]), String(n)],
        }))}
      />
      <p className="small dim">
        Jobs that ran in parallel each count in full.
        {unknown === 0
          ? null
          : ` The start of ${count(unknown, "attempt")} isn't recorded, so the time of ${unknown === 1 ? "it" : "them"} isn't counted.`}
      </p>
    </section>
  );
};

export const RunPictures = ({ shown, at }: TabProps) => {
  const { data, error } = useTimeline(shown.run);
  const attempts = asOf(data?.attempts ?? [], at === null ? null : { version: at, at: shown.at });
  const live = liveFences(shown.jobs, at !== null);
  const now = isOver(shown) || at !== null ? Date.parse(shown.at) : nowOf();
  const all = tries(attempts, now);
  return (
    <div className="pictures">
      <AnyTrouble error={error} />
      {attempts.length === 0 ? (
        <p className="dim">
          {data === undefined ? "Loading attempts …" : "No job has started yet."}
        </p>
      ) : (
        <div className="stacks">
          <Times attempts={attempts} now={now} />
          <Rework all={all} />
          <Cost attempts={attempts} live={live} />
        </div>
      )}
    </div>
  );
};
