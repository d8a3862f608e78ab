// Why: whoever opens the page before anything was begun is told how to begin.
import { useHere } from "../api/queries.ts";

export const Empty = () => {
  const { data: here } = useHere();
  return (
    <main>
      <div className="empty">
        <h1>No runs here yet</h1>
        <p>
          A run is one piece of work that agents do by the rules of a protocol. Start one in a terminal; it shows up here by itself. The
          first time, <code>cairn init</code> finds the agents on this machine:
        </p>
        <pre>
          <code>
            cairn init
            {"\n"}
            cairn run ultrawork --goal "what is wanted"
          </code>
        </pre>
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
