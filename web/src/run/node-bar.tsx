// Search among a run's nodes, and the way to the next one that needs a person.
import { useRef } from "react";
import { useKey } from "../keys.ts";

type NodeBarProps = {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** null: no search. `at`: the index of the open node among the matches, from 1; 0: not a match. */
  readonly hits: { readonly at: number; readonly of: number } | null;
  readonly onHit: (by: 1 | -1) => void;
  /** Number of nodes that failed, were returned, ask or are in doubt. */
  readonly troubles: number;
  readonly onTrouble: () => void;
};

export const NodeBar = ({ query, onQuery, hits, onHit, troubles, onTrouble }: NodeBarProps) => {
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.select());
  const none = hits === null || hits.of === 0;
  return (
    <div className="node-bar">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onHit(1);
        }}
      >
        <input
          ref={field}
          type="search"
          aria-label="Search tasks"
          placeholder="Search tasks (/)"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !event.shiftKey) return;
            event.preventDefault();
            onHit(-1);
          }}
        />
        {hits === null ? null : (
          <>
            <output className="small number">
              {hits.at === 0 ? `${hits.of} found` : `${hits.at} of ${hits.of}`}
            </output>
            <button
              type="button"
              aria-label="Previous hit"
              title="Previous (Shift-Enter)"
              disabled={none}
              onClick={() => onHit(-1)}
            >
              ↑
            </button>
            <button type="submit" aria-label="Next hit" title="Next (Enter)" disabled={none}>
              ↓
            </button>
          </>
        )}
      </form>
      {troubles === 0 ? null : (
        <button
          type="button"
          title="Next task that failed, was returned, asks you or is in doubt (f)"
          onClick={onTrouble}
        >
          Next failed <span className="bad number">{troubles}</span>
        </button>
      )}
    </div>
  );
};
