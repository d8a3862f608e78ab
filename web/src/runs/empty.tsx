// Why: whoever opens the page before anything was begun is told how to begin.
import { Link } from "wouter";
import { useHere } from "../api/queries.ts";

export const Empty = () => {
  const { data: here } = useHere();
  return (
    <main>
      <div className="empty">
        <h1>No runs here yet</h1>
        <p>A run is one piece of work that agents do by the rules of a protocol, and that checks prove.</p>
        <p>
          <Link className="button first" href="/new">
            Start a run
          </Link>
        </p>
        <p className="dim">
          {here === undefined ? null : (
            <>
              Protocols here: {here.protocols.join(", ")}. This page looks at <code>{here.root}</code>.{" "}
            </>
          )}
          What already lies in a folder is taken over by <code>cairn adopt PATH</code>; <code>cairn demo</code> shows all of it with
          scripted agents.
        </p>
      </div>
    </main>
  );
};
