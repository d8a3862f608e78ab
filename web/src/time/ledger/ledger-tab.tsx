// Why: the ledger is the truth behind every picture: all of it can be read, searched and opened, however long it is.
import "./ledger.css";
import { useMemo } from "react";
import { pagesOf } from "../../api/log-pages.ts";
import { useRun, useTimeline } from "../../api/queries.ts";
import type { TabProps } from "../../run/tabs.ts";
import { AnyTrouble } from "../../style/says.tsx";
import { count } from "../../words.ts";
import { idleMost, useWholeLog } from "../use-log.ts";
import { useChoice } from "../view.ts";
import { EventList } from "./event-list.tsx";
import { LedgerFilters } from "./filters.tsx";
import { isOpen, sifted, sifter, type Sieve } from "./sift.ts";

const useSieve = (): Sieve => {
  const { get } = useChoice();
  const [type, by, about, words] = [get("type"), get("by"), get("about"), get("words") ?? ""];
  return useMemo(() => ({ type, by, about, words }), [type, by, about, words]);
};

/** What the job under a lease is about. */
const useSubjects = (run: string): ReadonlyMap<number, string> => {
  const { data } = useTimeline(run);
  return useMemo(
    () => new Map(data?.attempts.flatMap(({ fence, subject }) => (subject === null ? [] : [[fence, subject] as const]))),
    [data],
  );
};

export const LedgerTab = ({ run, shown, at }: TabProps) => {
  const { data: now } = useRun(run, null);
  const newest = Math.max(now?.newest ?? shown.newest, shown.version);
  const top = at === null ? newest : Math.min(at, newest);
  const sieve = useSieve();
  const open = isOpen(sieve);
  const subjects = useSubjects(run);
  const whole = useWholeLog(run, newest, open ? idleMost : pagesOf(newest));
  const found = useMemo(
    () =>
      open
        ? null
        : sifted(
            whole.pages,
            sifter(sieve, (fence) => subjects.get(fence) ?? null),
            top,
          ),
    [open, whole.pages, sieve, subjects, top],
  );
  return (
    <div className="ledger">
      <LedgerFilters sieve={sieve} pages={whole.pages} subjects={subjects} nodes={shown.nodes} />
      <p className="small dim" role="status">
        {found === null ? count(top, "event") : `${found.length.toLocaleString("en")} of ${count(top, "event")} fit`}
        {found !== null && whole.reading ? `, reading on: ${whole.pages.length} of ${pagesOf(newest)} thousand …` : ""}
        {at === null ? ", the newest first" : `, up to #${top}: ${(newest - top).toLocaleString("en")} came later`}
      </p>
      <AnyTrouble error={whole.error} />
      <EventList run={run} top={top} found={found} live={at === null} />
    </div>
  );
};
