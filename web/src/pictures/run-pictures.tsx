// Charts of one run: time and cost by role, repeated work, outcomes of attempts, and progress.
import "./pictures.css";
import { useQueries } from "@tanstack/react-query";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { nowOf } from "../api/clock.ts";
import { runQuery, useTimeline } from "../api/queries.ts";
import { asOf, type Attempt, liveFences } from "../attempts.ts";
import { isOver } from "../over.ts";
import type { TabProps } from "../run/tab-props.ts";
import { AnyTrouble } from "../style/trouble.tsx";
import { count } from "../words.ts";
import { Bars } from "./bars.tsx";
import { Cost } from "./cost.tsx";
import { Outcomes } from "./outcomes.tsx";
import { Progress } from "./progress.tsx";
import { Rework } from "./rework.tsx";
import { RoleBars } from "./role-bars.tsx";
import { roleOf, samples, shares, spread, tries, type Tries, untimed } from "./sums.ts";

const RunProgress = ({ shown }: { readonly shown: RunAnswer }) => {
  const earlier = useQueries({
    queries: samples(shown.version).map((version) => runQuery(shown.run, version)),
  });
  const states = [...earlier.flatMap(({ data }) => data ?? []), shown].toSorted(
    (one, other) => one.version - other.version,
  );
  const proved = states.map(({ at, evidence }) => ({ ms: Date.parse(at), ...evidence }));
  const done = states.map(({ at, nodes }) => ({
    ms: Date.parse(at),
    have: nodes.filter(({ status }) => status === "done").length,
    of: nodes.length,
  }));
  const reading = earlier.some(({ isPending }) => isPending);
  return (
    <section aria-busy={reading}>
      <h2>Progress</h2>
      <div className="pair">
        {proved.every(({ of }) => of === 0) ? (
          <p className="dim">No criteria yet.</p>
        ) : (
          <Progress points={proved} what="criteria proved" />
        )}
        {done.every(({ of }) => of === 0) ? (
          <p className="dim">Nothing planned yet.</p>
        ) : (
          <Progress points={done} what="done" />
        )}
      </div>
      <p className="small dim">
        {reading
          ? "Loading earlier states …"
          : `Drawn from ${count(states.length, "state")} between the first event and this one`}
      </p>
    </section>
  );
};

const Times = ({
  attempts,
  now,
}: {
  readonly attempts: readonly Attempt[];
  readonly now: number;
}) => {
  const unknown = untimed(attempts);
  const running = attempts.filter(({ over }) => !over).length;
  return (
    <section>
      <h2>Time by role</h2>
      <RoleBars title="Time by role" roles={shares(attempts, now, roleOf)} />
      <p className="small dim">
        Jobs that ran in parallel each count in full.
        {unknown === 0
          ? null
          : ` The start of ${count(unknown, "attempt")} isn't recorded, so the time of ${unknown === 1 ? "it" : "them"} isn't counted.`}
        {running === 0
          ? null
          : ` ${count(running, "attempt")} still ${running === 1 ? "runs" : "run"}.`}
      </p>
    </section>
  );
};

const AttemptsPerUnit = ({ all }: { readonly all: readonly Tries[] }) => (
  <section>
    <h2>Attempts per unit</h2>
    <Bars
      title="Units by number of attempts"
      heads={["Attempts", "Units"]}
      bars={spread(all).map(({ attempts, units }) => ({
        key: String(attempts),
        name: attempts,
        amount: units,
        part: attempts > 1 ? units : 0,
        words: [String(units)],
      }))}
    />
  </section>
);

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
          <AttemptsPerUnit all={all} />
          <Rework all={all} />
          <Outcomes attempts={attempts} live={live} now={now} />
          <Cost attempts={attempts} live={live} from={Date.parse(shown.span.from)} />
        </div>
      )}
      <RunProgress shown={shown} />
    </div>
  );
};
