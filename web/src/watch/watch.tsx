// Page for a second screen: what waits for a person, and a tile for each agent at work.
import "../runs/runs.css";
import "./watch.css";
import { Link } from "wouter";
import { useRuns } from "../api/queries.ts";
import { isStill, sections } from "../runs/choice.ts";
import { RunSection, useDecisionKey } from "../runs/section.tsx";
import { topsOf } from "../runs/tops.ts";
import { AnyTrouble, Awaited } from "../style/trouble.tsx";
import { agentsOf } from "./agents.ts";
import { Tile } from "./tile.tsx";

export const Watch = () => {
  const { data: lines, error } = useRuns();
  const due = sections(lines ?? []).filter((one) => one.lines.some(isStill));
  const toMerge = topsOf(lines ?? []).filter((line) => line.toMerge);
  useDecisionKey(due);
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
      {due.map((section) => (
        <RunSection key={section.name} {...section} />
      ))}
      {toMerge.length === 0 ? null : <RunSection name="to merge" lines={toMerge} />}
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
