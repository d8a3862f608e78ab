// List of a run's events, of which only those in sight are drawn and read.
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { LogLine, Search } from "../../../../src/http/answers.ts";
import { pageOf } from "../../api/log-pages.ts";
import { useKey, useStepKeys } from "../../keys.ts";
import { clamp } from "../../words.ts";
import { useWide } from "../../run/wide.ts";
import { useLogPages } from "../use-log.ts";
import { useAddress } from "../../address.ts";
import { Scrollable } from "../../style/scrollable.tsx";
import { LedgerRow } from "./row.tsx";

/** Height of a closed row with its border, in pixels. */
const heights = { wide: 29, narrow: 52 };

type Props = {
  readonly run: string;
  /** The newest version shown. */
  readonly top: number;
  /** The search result; null: all events are shown. */
  readonly result: Pick<Search, "versions" | "lines"> | null;
  /** Whether it shows the current state. */
  readonly live: boolean;
};

/** The pages that contain these versions. */
const usePages = (versions: readonly number[]): readonly number[] => {
  const named = [...new Set(versions.map(pageOf))].join(" ");
  return useMemo(() => (named === "" ? [] : named.split(" ").map(Number)), [named]);
};

/** Maps list positions to versions. */
const useOrder = (top: number, found: readonly number[] | null) => {
  const versionOf = useCallback(
    (index: number): number => (found === null ? top - index : (found[index] ?? 0)),
    [found, top],
  );
  const indexOf = (version: number): number =>
    found === null ? top - version : found.indexOf(version);
  return { count: found?.length ?? top, versionOf, indexOf };
};

type Rows = Virtualizer<HTMLDivElement, Element>;
type Box = RefObject<HTMLDivElement | null>;

/** New rows above don't shift the ones being read. */
const useSteadyScroll = (
  rows: Rows,
  listRef: Box,
  {
    count,
    live,
    height,
  }: { readonly count: number; readonly live: boolean; readonly height: number },
): void => {
  const before = useRef({ count, live });
  useLayoutEffect(() => {
    const added = count - before.current.count;
    const stays = live && before.current.live;
    before.current = { count, live };
    const list = listRef.current;
    if (list === null) return;
    // Uses the known position: asking the browser would force a layout.
    if (stays && added > 0 && (rows.scrollOffset ?? 0) > height) list.scrollTop += added * height;
    if (!stays) list.scrollTop = 0;
  }, [count, live, height, rows, listRef]);
};

/** Scrolls once to the event in the initial address. */
const useFirstScroll = (rows: Rows, index: number, count: number): void => {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || index < 0 || index >= count) return;
    done.current = true;
    rows.scrollToIndex(index, { align: "center" });
  }, [index, count, rows]);
};

/** Keys move between events. */
const useEventKeys = (rows: Rows, box: Box, count: number): void =>
  useStepKeys((by) => {
    const index =
      document.activeElement instanceof HTMLElement
        ? document.activeElement.dataset["index"]
        : undefined;
    const next =
      index === undefined ? (rows.range?.startIndex ?? 0) : clamp(Number(index) + by, 0, count - 1);
    rows.scrollToIndex(next);
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`button[data-index="${next}"]`)
        ?.focus({ preventScroll: true }),
    );
  });

export const EventList = ({ run, top, result, live }: Props) => {
  const { number, set } = useAddress();
  const event = number("event");
  const { count, versionOf, indexOf } = useOrder(top, result?.versions ?? null);
  const box = useRef<HTMLDivElement>(null);
  const wide = useWide();
  const height = wide ? heights.wide : heights.narrow;
  // oxlint-disable-next-line react/incompatible-library -- it warns of a compiler that isn't used here
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 10,
    getItemKey: versionOf,
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const matches = useMemo(
    () => new Map<number, LogLine>(result?.lines.map((one) => [one.version, one])),
    [result],
  );
  const unread = items
    .map(({ index }) => versionOf(index))
    .filter((version) => !matches.has(version));
  const pages = useLogPages(run, usePages(unread));
  const toggle = useCallback(
    (version: number, open: boolean) => set({ event: open ? version : null }),
    [set],
  );
  // Only the open row is measured; earlier measurements are outdated.
  useLayoutEffect(() => rows.measure(), [rows, event, height]);
  useSteadyScroll(rows, box, { count, live, height });
  useFirstScroll(rows, event === null ? -1 : indexOf(event), count);
  useEventKeys(rows, box, count);
  useKey("close", () => set({ event: null }), event !== null);
  return (
    <Scrollable className="events" ref={box} label="events">
      <ol style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const version = versionOf(index);
          const open = version === event;
          return (
            <LedgerRow
              key={key}
              run={run}
              version={version}
              line={matches.get(version) ?? pages.line(version)}
              index={index}
              of={count}
              start={start}
              open={open}
              toggle={toggle}
              measure={open ? rows.measureElement : null}
            />
          );
        })}
      </ol>
    </Scrollable>
  );
};
