// Why: work that had to be done again is where time is lost without anybody noticing.
import { count } from "../words.ts";
import { Bars } from "./bars.tsx";
import { percent, rework, took, type Tries } from "./sums.ts";

/** Units shown of those that took more than one attempt. */
const unitsMost = 12;

export const Again = ({ all }: { readonly all: readonly Tries[] }) => {
  const { attempts, beyond, ms, beyondMs } = rework(all);
  const several = all.filter((one) => one.beyond > 0);
  return (
    <section>
      <h2>What was done again</h2>
      <p>
        <strong className="number">{beyond}</strong> of {count(attempts, "attempt")} by agents came after a first one about the same unit in
        the same role, and took {took(beyondMs)} of {took(ms)} ({percent(beyondMs, ms)}).
      </p>
      {several.length === 0 ? null : (
        <Bars
          title="attempts about a unit, most first"
          heads={["unit", "attempts", "beyond the first", "time"]}
          bars={several.slice(0, unitsMost).map(({ unit, role, attempts: n, beyond: more, ms: time }) => ({
            key: `${unit} ${role}`,
            name: (
              <>
                {unit} <span className="dim">{role}</span>
              </>
            ),
            amount: n,
            part: more,
            words: [String(n), String(more), took(time)],
          }))}
        />
      )}
      {several.length > unitsMost ? <p className="small dim">and {several.length - unitsMost} more</p> : null}
    </section>
  );
};
