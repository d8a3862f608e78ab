// Chart of repeated work: attempts at a unit after the first one in the same role.
import { count, span } from "../words.ts";
import { Bars } from "./bars.tsx";
import { percent, rework, type Tries } from "./sums.ts";

/** Maximum of units shown with more than one attempt. */
const MAX_UNITS = 12;

export const Rework = ({ all }: { readonly all: readonly Tries[] }) => {
  const { attempts, beyond, ms, beyondMs } = rework(all);
  const several = all.filter((one) => one.beyond > 0);
  return (
    <section>
      <h2>Repeated work</h2>
      <p>
        <strong className="number">{beyond}</strong> of {count(attempts, "attempt")} by agents
        repeated work on the same unit in the same role. They took {span(beyondMs)} of {span(ms)} (
        {percent(beyondMs, ms)}).
      </p>
      {several.length === 0 ? null : (
        <Bars
          title="Attempts by unit"
          heads={["Unit", "Attempts", "Repeats", "Time"]}
          bars={several
            .slice(0, MAX_UNITS)
            .map(({ unit, role, attempts: n, beyond: more, ms: time }) => ({
              key: `${unit} ${role}`,
              name: (
                <>
                  {unit} <span className="dim">{role}</span>
                </>
              ),
              amount: n,
              part: more,
              words: [String(n), String(more), span(time)],
            }))}
        />
      )}
      {several.length > MAX_UNITS ? (
        <p className="small dim">and {several.length - MAX_UNITS} more</p>
      ) : null}
    </section>
  );
};
