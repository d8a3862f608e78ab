// Why: of many thousand events only those in sight are drawn and read, so that they scroll as a short list does.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { LogLine, Search } from "../../../../src/http/answers.ts";
import { pageOf } from "../../api/log-pages.ts";
import { useKey } from "../../keys.ts";
import { useWide } from "../../run/wide.ts";
import { useLogPages } from "../use-log.ts";
import { useChoice } from "../view.ts";
import { LedgerRow } from "./row.tsx";

/** Of a row that isn't open, in pixels, its line below it included. */
const heights = { wide: 29, narrow: 52 };

type Props = {
  readonly run: string;
  /** The newest version that is shown. */
  readonly top: number;
  /** What a search found; null: all events are shown. */
  readonly result: Pick<Search, "versions" | "lines"> | null;
  /** Shown is how it stands, not how it stood. */
  readonly live: boolean;
};

/** Pages that hold these versions. */
const usePages = (versions: readonly number[]): readonly number[] => {
  const named = [...new Set(versions.map(pageOf))].join(" ");
  return useMemo(() => (named === "" ? [] : named.split(" ").map(Number)), [named]);
};

export const EventList = ({ run, top, result, live }: Props) => {
  const { number, set } = useChoice();
  const event = number("event");
  const found = result?.versions ?? null;
  const count = found?.length ?? top;
  const versionOf = useCallback(
    (index: number): number => (found === null ? top - index : (found[index] ?? 0)),
    [found, top],
  );
  const indexOf = (version: number): number =>
    found === null ? top - version : found.indexOf(version);
  const box = useRef<HTMLDivElement>(null);
  const wide = useWide();
  const height = wide ? heights.wide : heights.narrow;
  // oxlint-disable-next-line react/incompatible-library -- it warns of a compiler that isn't used here
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 10,
    getItemKey: versionOf,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const told = useMemo(
    () => new Map<number, LogLine>(result?.lines.map((one) => [one.version, one])),
    [result],
  );
  const unread = items.map(({ index }) => versionOf(index)).filter((version) => !told.has(version));
  const pages = useLogPages(run, usePages(unread));
  const toggle = useCallback(
    (version: number, open: boolean) => set({ event: open ? version : null }),
    [set],
  );
  // Only the open row is measured: what was measured before stands no more.
  useLayoutEffect(() => virtual.measure(), [virtual, event, height]);

  // Whoever reads further down isn't pushed on by what comes in above.
  const before = useRef({ count, live });
  useLayoutEffect(() => {
    const grown = count - before.current.count;
    const stays = live && before.current.live;
    before.current = { count, live };
    const list = box.current;
    if (list === null) return;
    // Where it stands is known without asking the browser, which would have to lay all out first.
    if (stays && grown > 0 && (virtual.scrollOffset ?? 0) > height)
      list.scrollTop += grown * height;
    if (!stays) list.scrollTop = 0;
  }, [count, live, height, virtual]);

  const arrived = useRef(false);
  const opened = event === null ? -1 : indexOf(event);
  useEffect(() => {
    if (arrived.current || opened < 0 || opened >= count) return;
    arrived.current = true;
    virtual.scrollToIndex(opened, { align: "center" });
  }, [opened, count, virtual]);

  const step = (by: 1 | -1): void => {
    const focused =
      document.activeElement instanceof HTMLElement
        ? document.activeElement.dataset["index"]
        : undefined;
    const next =
      focused === undefined
        ? (virtual.range?.startIndex ?? 0)
        : Math.min(count - 1, Math.max(0, Number(focused) + by));
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`button[data-index="${next}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  useKey("down", () => step(1));
  useKey("up", () => step(-1));
  useKey("close", () => set({ event: null }), event !== null);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="events" ref={box} tabIndex={0} role="region" aria-label="events">
      <ol style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const version = versionOf(index);
          const open = version === event;
          return (
            <LedgerRow
              key={key}
              run={run}
              version={version}
              line={told.get(version) ?? pages.line(version)}
              index={index}
              of={count}
              start={start}
              open={open}
              toggle={toggle}
              measure={open ? virtual.measureElement : null}
            />
          );
        })}
      </ol>
    </div>
  );
};
