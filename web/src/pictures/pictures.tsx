// The page of pictures over all runs of the workspace: where time and money go, what is repeated, what is proved.
import "./pictures.css";
import { useQueries } from "@tanstack/react-query";
import { nowOf } from "../api/clock.ts";
import { timelineQuery, useRuns } from "../api/queries.ts";
import { AnyTrouble, Awaited } from "../style/says.tsx";
import { count, dollars, span } from "../words.ts";
import { Bars } from "./bars.tsx";
import { type Sum, sumsOf } from "./over-runs.ts";
import { percent } from "./sums.ts";

/** Runs whose attempts are read, the newest first: each is a question of its own. */
const readMost = 60;

const Table = ({ sums }: { readonly sums: readonly Sum[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
  <div className="scroll" role="region" aria-label="runs by protocol" tabIndex={0}>
    <table className="sums">
      <caption className="hidden">runs by protocol</caption>
      <thead>
        <tr>
          {[
            "protocol",
            "runs",
            "done",
            "ended, not done",
            "criteria proved",
            "agents’ and checks’ time",
            "attempts",
            "repeated",
            "cost",
            "of it returned or failed",
          ].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map(({ protocol, runs, good, bad, read, evidence, ms, attempts, again, cost, lost }) => (
          <tr key={protocol}>
            <th scope="row">{protocol}</th>
            <td>{runs}</td>
            <td>{good}</td>
            <td>{bad}</td>
            <td>{evidence.of === 0 ? "none to prove" : `${evidence.have} of ${evidence.of} (${percent(evidence.have, evidence.of)})`}</td>
            <td>{read === 0 ? "…" : span(ms)}</td>
            <td>{read === 0 ? "…" : attempts}</td>
            <td>
              {again.attempts === 0 ? "–" : `${again.beyond} of ${again.attempts} (${percent(again.beyondMs, again.ms)} of the time)`}
            </td>
            <td>{cost === 0 ? "–" : dollars(cost)}</td>
            <td>{cost === 0 || read === 0 ? "–" : `${dollars(lost)} (${percent(lost, cost)})`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const Pictures = () => {
  const { data: lines, error } = useRuns();
  const read = (lines ?? []).slice(0, readMost);
  const asked = useQueries({ queries: read.map(({ run }) => timelineQuery(run)) });
  const attempts = new Map(asked.flatMap(({ data }) => (data === undefined ? [] : [[data.run, data.attempts] as const])));
  const sums = sumsOf(lines ?? [], attempts, nowOf());
  const reading = asked.filter(({ isPending }) => isPending).length;
  return (
    <main className="pictures">
      <h1>Pictures</h1>
      <AnyTrouble error={error} />
      {lines === undefined ? (
        <Awaited error={null}>reading the runs …</Awaited>
      ) : lines.length === 0 ? (
        <p className="empty">No run was started here so far: there is nothing to draw.</p>
      ) : (
        <>
          <section aria-busy={reading > 0}>
            <h2>By protocol</h2>
            <Table sums={sums} />
            <p className="small dim">
              {reading > 0 ? `reading ${count(reading, "run")} …` : null}
              {lines.length > readMost ? `Time and attempts are those of the ${readMost} newest of ${lines.length} runs.` : null}
            </p>
          </section>
          <h2>Time by role</h2>
          <div className="pair">
            {sums.map(({ protocol, roles, ms, read: known }) => (
              <section key={protocol}>
                <h3>{protocol}</h3>
                {roles.length === 0 ? (
                  <p className="dim">{known === 0 ? "reading …" : "No job was begun so far."}</p>
                ) : (
                  <Bars
                    title={`time by role, ${protocol}`}
                    heads={["role", "time", "share", "attempts"]}
                    bars={roles.map((role) => ({
                      key: role.name,
                      name: role.name,
                      amount: role.ms,
                      words:
                        role.ms === 0 ? ["–", "–", String(role.attempts)] : [span(role.ms), percent(role.ms, ms), String(role.attempts)],
                    }))}
                  />
                )}
              </section>
            ))}
          </div>
        </>
      )}
    </main>
  );
};
