// Page of totals over all runs: time, cost, rework and proofs.
import "./pictures.css";
import { useQueries } from "@tanstack/react-query";
import { nowOf } from "../api/clock.ts";
import { timelineQuery, useRuns } from "../api/queries.ts";
import { AnyTrouble, Awaited } from "../style/trouble.tsx";
import { count, dollars, span } from "../words.ts";
import { type Sum, sumsOf } from "./over-runs.ts";
import { Scrollable } from "../style/scrollable.tsx";
import { percent } from "./sums.ts";

/** Maximum of runs whose attempts are read, newest first: each is a request. */
const MAX_READ = 60;

const Table = ({ sums }: { readonly sums: readonly Sum[] }) => (
  <Scrollable className="scroll" label="Runs by protocol">
    <table className="sums">
      <caption className="hidden">Runs by protocol</caption>
      <thead>
        <tr>
          {[
            "Protocol",
            "Runs",
            "Done",
            "Ended without success",
            "Criteria proved",
            "Time of agents and checks",
            "Attempts",
            "Repeated",
            "Cost",
            "Used on returned or failed work",
          ].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map(
          ({ protocol, runs, good, bad, read, evidence, ms, attempts, again, cost, lost }) => (
            <tr key={protocol}>
              <th scope="row">{protocol}</th>
              <td>{runs}</td>
              <td>{good}</td>
              <td>{bad}</td>
              <td>
                {evidence.of === 0
                  ? "none to prove"
                  : `${evidence.have} of ${evidence.of} (${percent(evidence.have, evidence.of)})`}
              </td>
              <td>{read === 0 ? "…" : span(ms)}</td>
              <td>{read === 0 ? "…" : attempts}</td>
              <td>
                {again.attempts === 0
                  ? "–"
                  : `${again.beyond} of ${again.attempts} by agents (${percent(again.beyondMs, again.ms)} of their time)`}
              </td>
              <td>{cost === 0 ? "–" : dollars(cost)}</td>
              <td>
                {cost === 0 || read === 0 ? "–" : `${dollars(lost)} (${percent(lost, cost)})`}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  </Scrollable>
);

const summaryOf = (sums: readonly Sum[]): string => {
  const sum = (of: (one: Sum) => number): number => sums.reduce((all, one) => all + of(one), 0);
  const cost = sum((one) => one.cost);
  return [
    `${count(
      sum(({ runs }) => runs),
      "run",
    )}: ${sum(({ good }) => good)} done, ${sum(({ bad }) => bad)} ended without success.`,
    `Agents and checks worked ${span(sum(({ ms }) => ms))} in ${count(
      sum(({ attempts }) => attempts),
      "attempt",
    )}.`,
    ...(cost === 0
      ? []
      : [
          `They cost ${dollars(cost)}, ${dollars(sum(({ lost }) => lost))} of it for returned or failed work.`,
        ]),
  ].join(" ");
};

export const Pictures = () => {
  const { data: lines, error } = useRuns();
  const read = (lines ?? []).slice(0, MAX_READ);
  const asked = useQueries({ queries: read.map(({ run }) => timelineQuery(run)) });
  const attempts = new Map(
    asked.flatMap(({ data }) => (data === undefined ? [] : [[data.run, data.attempts] as const])),
  );
  const sums = sumsOf(lines ?? [], attempts, nowOf());
  const reading = asked.filter(({ isPending }) => isPending).length;
  return (
    <main className="pictures">
      <h1>Totals</h1>
      <AnyTrouble error={error} />
      {lines === undefined ? (
        <Awaited error={null}>Loading runs …</Awaited>
      ) : lines.length === 0 ? (
        <p className="empty">No runs here yet.</p>
      ) : (
        <section aria-busy={reading > 0}>
          <p>{summaryOf(sums)}</p>
          <h2>By protocol</h2>
          <Table sums={sums} />
          <p className="small dim">
            {reading > 0 ? `Loading ${count(reading, "run")} …` : null}
            {lines.length > MAX_READ
              ? `Time and attempts cover the newest ${MAX_READ} of ${lines.length} runs.`
              : null}
          </p>
        </section>
      )}
    </main>
  );
};
