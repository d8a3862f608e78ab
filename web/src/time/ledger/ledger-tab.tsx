// Ledger tab: every event of a run, newest first, searched by the server.
import "./ledger.css";
import { useRef } from "react";
import { useRun, useSearch } from "../../api/queries.ts";
import type { TabProps } from "../../run/tab-names.ts";
import { AnyTrouble } from "../../style/trouble.tsx";
import { howMany } from "../../../../src/core/words/how-many.ts";
import { useKey } from "../../keys.ts";
import { useAddress } from "../../address.ts";
import { EventList } from "./event-list.tsx";

/** Maximum of events that a search lists; it counts all. */
const listedMost = 10_000;

/** Words, and the task that events are about. */
const LedgerFilters = () => {
  const { get, set } = useAddress();
  const [about, words] = [get("about"), get("words") ?? ""];
  const field = useRef<HTMLInputElement>(null);
  useKey("search", () => field.current?.focus());
  return (
    <search className="filters">
      <input
        ref={field}
        type="search"
        aria-label="Search events"
        maxLength={200}
        value={words}
        placeholder="Type, sender, words  ( / )"
        onChange={({ target }) => set({ words: target.value })}
      />
      {about === null ? null : <span>about {about}</span>}
      {about === null && words === "" ? null : (
        <button type="button" className="plain" onClick={() => set({ about: null, words: null })}>
          Show all
        </button>
      )}
    </search>
  );
};

export const LedgerTab = ({ shown, at }: TabProps) => {
  const { run } = shown;
  const { data: now } = useRun(run, null);
  const newest = Math.max(now?.newest ?? shown.newest, shown.version);
  const top = at === null ? newest : Math.min(at, newest);
  const { get } = useAddress();
  const [about, words] = [get("about"), (get("words") ?? "").trim()];
  const open = about === null && words === "";
  const { data, error, isPlaceholderData } = useSearch(
    run,
    at,
    { about, words, limit: listedMost },
    !open,
  );
  // All events stay until the first result arrives.
  const result = open || data === undefined ? null : data;
  const searching = !open && (data === undefined || isPlaceholderData);
  return (
    <div className="ledger">
      <LedgerFilters />
      <p className="small dim" role="status">
        {result === null
          ? howMany(top, "event")
          : `${result.count.toLocaleString("en")} of ${howMany(top, "event")} fit`}
        {searching && error === null ? ", searching …" : ""}
        {result !== null && result.versions.length < result.count
          ? `, ${result.versions.length.toLocaleString("en")} of them listed`
          : ""}
        {at === null
          ? ", the newest first"
          : `, up to #${top}: ${(newest - top).toLocaleString("en")} came later`}
      </p>
      <AnyTrouble error={error} />
      <EventList run={run} top={top} result={result} live={at === null} />
    </div>
  );
};
