// Palette (Ctrl-K, and / where a page has no search of its own): all that can be gone to, by a few letters.
import { type KeyboardEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useRun, useRuns } from "../api/queries.ts";
import { useKey } from "../keys.ts";
import { tabNames } from "../run/tab-names.ts";
import { Dialog } from "../style/dialog.tsx";
import { clamp } from "../words.ts";
import { entriesFor, matchingEntries } from "./entries.ts";

const Found = ({ run, leave }: { readonly run: string | null; readonly leave: () => void }) => {
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
      setAt(clamp(at + step, 0, Math.max(0, found.length - 1)));
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

export const Palette = () => {
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  useKey("search", () => setOpen(true));
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent): void => {
      const held = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key.toLowerCase() !== "k" || !held) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Go to">
      <Found run={/^\/run\/([^/]+)$/u.exec(path)?.[1] ?? null} leave={() => setOpen(false)} />
    </Dialog>
  );
};
