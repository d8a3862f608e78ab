// Page for a second screen: what waits for a person, and a tile for each agent at work.
import "../runs/runs.css";
import "./watch.css";
import { Link, useLocation } from "wouter";
import { runAddress } from "../address.ts";
import { useRuns } from "../api/queries.ts";
import { useKey } from "../keys.ts";
import { readChoice, sections } from "../runs/choice.ts";
import { RunSection } from "../runs/section.tsx";
import { deedOf } from "../runs/wording.ts";
import { AnyTrouble, Awaited } from "../style/trouble.tsx";
import { agentsOf } from "./agents.ts";
import { Tile } from "./tile.tsx";

const usual = readChoice(new URLSearchParams());

export const Watch = () => {
  const { data: lines, error } = useRuns();
  const [, goTo] = useLocation();
  const due = sections(lines ?? [], usual)
    .flatMap(({ entries }) => entries)
    .filter((entry) => deedOf(entry).tone === "wait");
  const asked = due.flatMap(({ line }) => line.decisions)[0];
  useKey("decision", () => {
    if (asked !== undefined) goTo(runAddress(asked.run, { decide: asked.key }));
  });
  if (lines === undefined)
    return (
      <main>
        <Awaited error={error}>Loading runs …</Awaited>
      </main>
    );
  const agents = agentsOf(lines);
  return (
    <main className="watch">
      <h1 className="hidden">Agents at work</h1>
      <AnyTrouble error={error} />
      {due.length === 0 ? null : <RunSection name="waits for you" entries={due} />}
      {agents.length === 0 ? (
        <p className="empty">
          No agent is at work. <Link href="/new">Start a run</Link>
        </p>
      ) : (
        <ul className="tiles" aria-label="Agents at work">
          {agents.map((agent) => (
            <Tile
              key={`${agent.line.run} ${agent.fence}`}
              {...agent}
              lines={agents.length > 6 ? 6 : 9}
            />
          ))}
        </ul>
      )}
    </main>
  );
};
