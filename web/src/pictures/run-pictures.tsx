// The pictures of one run: time and cost by role, repeated work, outcomes of attempts, and progress.
import "./pictures.css";
import { useQueries } from "@tanstack/react-query";
import type { Shown } from "../../../src/http/answers.ts";
import { nowOf } from "../api/clock.ts";
import { runQuery, useTimeline } from "../api/queries.ts";
import { asOf, heldIn } from "../attempts.ts";
import { isOver } from "../over.ts";
import { AnyTrouble } from "../style/says.tsx";
import { count, span } from "../words.ts";
import { Again } from "./again.tsx";
import { Bars } from "./bars.tsx";
import { Cost } from "./cost.tsx";
import { Endings } from "./ended.tsx";
import { Growth } from "./growth.tsx";
import type { Point } from "./steps.ts";
import { percent, roleOf, samples, shares, spread, tries, untold } from "./sums.ts";

type Grown = { readonly proved: readonly Point[]; readonly done: readonly Point[] };
const grownOf = (pictures: readonly Shown[]): Grown => {
  const sorted = pictures.toSorted((one, other) => one.version - other.version);
  return {
    proved: sorted.map(({ at, evidence }) => ({ ms: Date.parse(at), ...evidence })),
    done: sorted.map(({ at, nodes }) => ({
      ms: Date.parse(at),
      have: nodes.filter(({ status }) => status === "done").length,
      of: nodes.length,
    })),
  };
};

const Growths = ({ run, shown }: { readonly run: string; readonly shown: Shown }) => {
  const asked = useQueries({
    queries: samples(shown.version).map((version) => runQuery(run, version)),
  });
  const read = asked.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const { proved, done } = grownOf([...read, shown]);
  const reading = asked.some(({ isPending }) => isPending);
  return (
    <section aria-busy={reading}>
      <h2>Progress</h2>
      <div className="pair">
        {proved.every(({ of }) => of === 0) ? (
          <p className="dim">No criteria yet.</p>
        ) : (
          <Growth points={proved} what="criteria proved" />
        )}
        {done.every(({ of }) => of === 0) ? (
          <p className="dim">Nothing planned yet.</p>
        ) : (
          <Growth points={done} what="done" />
        )}
      </div>
      <p className="small dim">
        {reading
          ? "Loading earlier states …"
          : `Drawn from ${count(read.length + 1, "state")} between the first event and this one`}
      </p>
    </section>
  );
};

export const RunPictures = ({
  run,
  shown,
  at,
}: {
  readonly run: string;
  readonly shown: Shown;
  readonly at: number | null;
}) => {
  const { data, error } = useTimeline(run);
  const attempts = asOf(data?.attempts ?? [], at === null ? null : { version: at, at: shown.at });
  const over = isOver(shown);
  const live = heldIn(shown.jobs, at !== null);
  const now = over || at !== null ? Date.parse(shown.at) : nowOf();
  const roles = shares(attempts, now, roleOf);
  const whole = roles.reduce((sum, { ms }) => sum + ms, 0);
  const all = tries(attempts, now);
  const unknown = untold(attempts);
  const running = attempts.filter((one) => !one.over).length;
  return (
    <div className="pictures">
      <AnyTrouble error={error} />
      {attempts.length === 0 ? (
        <p className="dim">
          {data === undefined ? "Loading attempts …" : "No job has started yet."}
        </p>
      ) : (
        <div className="stacks">
          <section>
            <h2>Time by role</h2>
            <Bars
              title="Time by role"
              heads={["Role", "Time", "Share", "Attempts"]}
              bars={roles.map(({ name, ms, attempts: n }) => ({
                key: name,
                name,
                amount: ms,
                words: ms === 0 ? ["–", "–", String(n)] : [span(ms), percent(ms, whole), String(n)],
              }))}
            />
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
          <section>
            <h2>Attempts per unit</h2>
            <Bars
              title="Units by number of attempts"
              heads={["Attempts", "Units"]}
              bars={spread(all).map(({ attempts: n, units }) => ({
                key: String(n),
                name: n,
                amount: units,
                part: n > 1 ? units : 0,
                words: [String(units)],
              }))}
            />
          </section>
          <Again all={all} />
          <Endings attempts={attempts} live={live} now={now} />
          <Cost attempts={attempts} live={live} from={Date.parse(shown.span.from)} />
        </div>
      )}
      <Growths run={run} shown={shown} />
    </div>
  );
};
