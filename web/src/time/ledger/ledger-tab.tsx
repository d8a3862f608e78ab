// Why: the ledger is the truth behind every picture: all of it can be read, searched and opened, however long it is.
import "./ledger.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { LogLine } from "../../../../src/http/answers.ts";
import { pageOf, pagesOf } from "../../api/log-pages.ts";
import { useRun, useTimeline } from "../../api/queries.ts";
import { useKey } from "../../keys.ts";
import type { TabProps } from "../../run/tabs.ts";
import { useWide } from "../../run/wide.ts";
import { Trouble } from "../../style/says.tsx";
import { idleMost, useLogPages, useWholeLog } from "../use-log.ts";
import { useChoice } from "../view.ts";
import { LedgerFilters } from "./filters.tsx";
import { LedgerRow } from "./row.tsx";
import { isOpen, sifted, sifter, type Sieve } from "./sift.ts";

/** Of a row that wasn't drawn yet, in pixels. */
const heights = { wide: 29, narrow: 52 };

const useSieve = (): Sieve => {
  const { get } = useChoice();
  const [type, by, about, words] = [get("type"), get("by"), get("about"), get("words") ?? ""];
  return useMemo(() => ({ type, by, about, words }), [type, by, about, words]);
};

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
  const choice = useChoice();
  const event = choice.number("event");
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
  const count = found?.length ?? top;
  const versionOf = (index: number): number => (found === null ? top - index : (found[index] ?? 0));
  const indexOf = (version: number): number => (found === null ? top - version : found.indexOf(version));

  const box = useRef<HTMLDivElement>(null);
  const wide = useWide();
  const height = wide ? heights.wide : heights.narrow;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 15,
    getItemKey: versionOf,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [pageOf(versionOf(items.at(-1)?.index ?? 0)), pageOf(versionOf(items[0]?.index ?? 0))];
  const seen = useLogPages(
    run,
    useMemo(() => (open ? Array.from({ length: last - first + 1 }, (_, index) => last - index) : []), [open, first, last]),
  );
  const lines = new Map<number, LogLine>();
  if (!open) for (const page of whole.pages) for (const line of page) lines.set(line.version, line);

  // Whoever reads further down isn't pushed on by what comes in above.
  const before = useRef({ count, at });
  useLayoutEffect(() => {
    const grown = count - before.current.count;
    const stays = at === null && before.current.at === null;
    before.current = { count, at };
    const list = box.current;
    if (list === null) return;
    if (stays && grown > 0 && list.scrollTop > height) list.scrollTop += grown * height;
    if (!stays) list.scrollTop = 0;
  }, [count, at, height]);

  const arrived = useRef(false);
  const opened = event === null ? -1 : indexOf(event);
  useEffect(() => {
    if (arrived.current || opened < 0 || opened >= count) return;
    arrived.current = true;
    virtual.scrollToIndex(opened, { align: "center" });
  }, [opened, count, virtual]);

  const step = (by: 1 | -1): void => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>("button[data-index]") ?? [])];
    const focused = rows.find((row) => row === document.activeElement)?.dataset["index"];
    const next = focused === undefined ? (virtual.range?.startIndex ?? 0) : Math.min(count - 1, Math.max(0, Number(focused) + by));
    virtual.scrollToIndex(next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`button[data-index="${next}"]`)?.focus({ preventScroll: true }));
  };
  useKey("down", () => step(1));
  useKey("up", () => step(-1));
  useKey("close", () => choice.set({ event: null }), event !== null);

  const error = whole.error ?? seen.error;
  return (
    <div className="ledger">
      <LedgerFilters sieve={sieve} pages={whole.pages} subjects={subjects} nodes={shown.nodes} />
      <p className="small dim" role="status">
        {found === null ? `${top.toLocaleString("en")} events` : `${count.toLocaleString("en")} of ${top.toLocaleString("en")} events fit`}
        {found !== null && whole.reading ? `, reading on: ${whole.pages.length} of ${pagesOf(newest)} thousand …` : ""}
        {at === null ? ", the newest first" : `, up to #${top}: ${(newest - top).toLocaleString("en")} came later`}
      </p>
      {error === null ? null : <Trouble error={error} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className="events" ref={box} tabIndex={0} role="region" aria-label="events">
        <ol style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const version = versionOf(index);
            return (
              <LedgerRow
                key={key}
                run={run}
                version={version}
                line={open ? seen.line(version) : lines.get(version)}
                index={index}
                of={count}
                start={start}
                open={version === event}
                measure={virtual.measureElement}
              />
            );
          })}
        </ol>
      </div>
    </div>
  );
};
