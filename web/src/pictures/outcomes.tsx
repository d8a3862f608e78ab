// Chart of how attempts ended, with the time and money that went there.
import { attemptStates } from "../../../src/core/attempt-states.ts";
import type { Attempt } from "../attempts.ts";
import { Sign } from "../style/sign.tsx";
import { dollars, span } from "../words.ts";
import { Bars } from "./bars.tsx";
import { costOf, endings } from "./endings.ts";

/** Maximum of ending kinds shown. */
const most = 14;

type Props = {
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
  readonly now: number;
};

export const Outcomes = ({ attempts, live, now }: Props) => {
  const all = endings(attempts, live, now);
  const paid = costOf(attempts) > 0;
  return (
    <section>
      <h2>How attempts ended</h2>
      <Bars
        title="Attempts by outcome and role"
        heads={["Outcome", "Attempts", "Time", ...(paid ? ["Cost"] : [])]}
        bars={all.slice(0, most).map(({ role, state, attempts: n, ms, cost }) => {
          const look = attemptStates[state];
          return {
            key: `${role} ${state}`,
            name: (
              <>
                <Sign of={look} /> {look.word} <span className="dim">{role}</span>
              </>
            ),
            amount: n,
            part: look.shade === "bad" || look.shade === "doubt" ? n : 0,
            words: [String(n), ms === 0 ? "" : span(ms), ...(paid ? [dollars(cost)] : [])],
          };
        })}
      />
      {all.length > most ? (
        <p className="small dim">and {all.length - most} more outcomes</p>
      ) : null}
    </section>
  );
};
