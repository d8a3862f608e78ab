// Runs page before the first run: an explanation of runs, and how to start one.
import { Link } from "wouter";
import { useHere } from "../api/queries.ts";
import { Advice } from "../style/advice.tsx";

export const Empty = () => {
  const { data: here } = useHere();
  return (
    <main>
      <div className="empty">
        <h1>No runs here yet</h1>
        <p>
          A run is one piece of work: agents do it under the rules of a protocol, and checks prove
          it.
        </p>
        <p>
          <Link className="button first" href="/new">
            Start a run
          </Link>
        </p>
        {here === undefined ? null : (
          <p className="dim">
            Directory: <code>{here.root}</code>. Protocols: {here.protocols.join(", ")}.
          </p>
        )}
        <p className="dim">
          <Advice text="In a terminal, `cairn adopt PATH` takes over work that is in a folder already, and `cairn demo` plays a demo with scripted agents." />
        </p>
      </div>
    </main>
  );
};
