// Search of the palette: everything that can be gone to, by a few letters.
import "./palette.css";
import { type KeyboardEvent, useState } from "react";
import { useLocation } from "wouter";
import { useRun, useRuns } from "../api/queries.ts";
import { tabNames } from "../run/tab-names.ts";
import { entriesFor, matchingEntries } from "./entries.ts";

/** The dialog may open before this is loaded. */
const focusOn = (field: HTMLInputElement | null): void => field?.focus();

export const Found = ({
  run,
  leave,
}: {
  readonly run: string | null;
  readonly leave: () => void;
}) => {
  const { data: runs } = useRuns();
  const { data: shown } = useRun(run ?? "", null, run !== null);
  const [, goTo] = useLocation();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const entries = entriesFor(
    runs ?? [],
    run === null || shown === undefined ? null : { run, nodes: shown.nodes, tabs: tabNames },
  );
  const found = matchingEntries(entries, words);
  const hear = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(found.length - 1, at + step)));
    }
    const one = found[at];
    if (event.key !== "Enter" || one === undefined) return;
    event.preventDefault();
    leave();
    goTo(one.href);
  };
  return (
    <div className="palette">
      <input
        ref={focusOn}
        type="search"
        aria-label="Go to"
        placeholder="Run, question, task …"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setAt(0);
        }}
        onKeyDown={hear}
      />
      <div id="palette-found" role="listbox" aria-label="Matches">
        {found.map(({ kind, name, more, href }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above hears the keys
          <div
            key={`${kind} ${href}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => {
              leave();
              goTo(href);
            }}
          >
            <span className="dim small">{kind}</span> <strong>{name}</strong>{" "}
            <span className="dim small">{more}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className="dim">No match.</p> : null}
    </div>
  );
};
