// Why: attempts that come to nothing show in what they ended with, in the protocol's own words.
import { useQueries } from "@tanstack/react-query";
import { logQuery } from "../api/queries.ts";
import { count } from "../words.ts";
import { Bars } from "./bars.tsx";
import { endings, pagesFor } from "./endings.ts";
import type { Attempt } from "../attempts.ts";

/** Kinds of endings shown. */
const most = 14;

export const Endings = ({ run, attempts }: { readonly run: string; readonly attempts: readonly Attempt[] }) => {
  const { pages, left } = pagesFor(attempts);
  const asked = useQueries({ queries: pages.map((page) => logQuery(run, page)) });
  const all = endings(
    attempts,
    asked.flatMap(({ data }) => data?.lines ?? []),
  );
  return (
    <section aria-busy={asked.some(({ isPending }) => isPending)}>
      <h2>How attempts ended</h2>
      <Bars
        title="attempts by role and by the last event of each"
        heads={["last event", "attempts"]}
        bars={all.slice(0, most).map(({ role, how, attempts: n }) => ({
          key: `${role} ${how}`,
          name: (
            <>
              {how} <span className="dim">{role}</span>
            </>
          ),
          amount: n,
          words: [String(n)],
        }))}
      />
      {all.length > most ? <p className="small dim">and {all.length - most} more kinds</p> : null}
      {left === 0 ? null : (
        <p className="small dim">
          {count(left, "attempt")} that ended longer ago {left === 1 ? "isn't" : "aren't"} looked up.
        </p>
      )}
    </section>
  );
};
