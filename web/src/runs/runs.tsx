// Why: whoever comes back sees first which run needs him, then what goes on, then what is over.
import { useRuns } from "../api/queries.ts";
import { runAddress } from "../address.ts";
import { Trouble } from "../style/says.tsx";
import { Link } from "wouter";

export const Runs = () => {
  const { data: lines, error } = useRuns();
  if (lines === undefined) return error === null ? <p className="dim">reading …</p> : <Trouble error={error} />;
  return (
    <main>
      <h1>Runs</h1>
      <ul>
        {lines.map(({ run, title, status }) => (
          <li key={run}>
            <Link href={runAddress(run)}>{title}</Link> {status}
          </li>
        ))}
      </ul>
    </main>
  );
};
