// Ledger tab: every event of a run, newest first, searched by the server.
import "./ledger.css";
import { useMemo } from "react";
import { useRun, useSearch, useTimeline } from "../../api/queries.ts";
import type { TabProps } from "../../run/tab-props.ts";
import { AnyTrouble } from "../../style/trouble.tsx";
import { count } from "../../words.ts";
import { useAddress } from "../../address.ts";
import { EventList } from "./event-list.tsx";
import { LedgerFilters } from "./filters.tsx";
import { isOpen, type Sieve } from "./sieve.ts";

/** Maximum of events that a search lists; it counts all. */
const listedMost = 10_000;

/** The subject of the job under each lease. */
const useSubjects = (run: string): ReadonlyMap<number, string> => {
  const { data } = useTimeline(run);
  return useMemo(
    () =>
      new Map(
        data?.attempts.flatMap(({ fence, subject }) =>
          subject === null ? [] : [[fence, subject] as const],
        ),
      ),
    [data],
  );
};

export const LedgerTab = ({ shown, at }: TabProps) => {
  const { run } = shown;
  const { data: now } = useRun(run, null);
  const newest = Math.max(now?.newest ?? shown.newest, shown.version);
  const top = at === null ? newest : Math.min(at, newest);
  const { get } = useAddress();
  const [type, by, about, typed] = [get("type"), get("by"), get("about"), get("words") ?? ""];
  const sieve: Sieve = { type, by, about, words: typed.trim() };
  const open = isOpen(sieve);
  const subjects = useSubjects(run);
  const { data, error, isPlaceholderData } = useSearch(run, at, {
    ...sieve,
    limit: open ? 0 : listedMost,
  });
  // All events stay until the first result arrives: the previous query only counted.
  const result =
    open || data === undefined || (data.count > 0 && data.versions.length === 0) ? null : data;
  const searching = !open && (data === undefined || isPlaceholderData);
  return (
    <div className="ledger">
      <LedgerFilters
        sieve={sieve}
        typed={typed}
        types={data?.types}
        senders={data?.senders}
        subjects={subjects}
        nodes={shown.nodes}
      />
      <p className="small dim" role="status">
        {result === null
          ? count(top, "event")
          : `${result.count.toLocaleString("en")} of ${count(top, "event")} fit`}
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
