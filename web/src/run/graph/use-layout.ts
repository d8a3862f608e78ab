// Why: the same shape is laid out once, small ones at once and large ones in a worker, so that no look at a run waits for it.
import { useEffect, useMemo, useState } from "react";
import type { ViewNode } from "../../../../src/core/view.ts";
import { keepingOn } from "../keeping-on.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { LayoutAsk } from "./layout-worker.ts";
import { keyOfShape, type Shape, shapeOf } from "./shape.ts";

/** Nodes up to which laying out takes less than a blink. */
const smallMost = 150;
/** Layouts that are kept: a slider goes to and fro between shapes. */
const keptMost = 24;

const kept = new Map<string, Layout>();
const keep = (key: string, layout: Layout): Layout => {
  kept.delete(key);
  kept.set(key, layout);
  for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - keptMost))) kept.delete(old);
  return layout;
};

const aside: { worker: Worker | null; asked: number } = { worker: null, asked: 0 };
const waiting = new Map<number, (layout: Layout) => void>();

type LayoutAnswer = { readonly key: number; readonly layout: Layout };
const layoutAside = (shape: Shape): Promise<Layout> =>
  new Promise((resolve) => {
    if (aside.worker === null) {
      aside.worker = new Worker(new URL("layout-worker.ts", import.meta.url), { type: "module", name: "cairn layout" });
      aside.worker.addEventListener("message", ({ data }: MessageEvent<LayoutAnswer>) => {
        waiting.get(data.key)?.(data.layout);
        waiting.delete(data.key);
      });
    }
    aside.asked += 1;
    waiting.set(aside.asked, resolve);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    aside.worker.postMessage({ key: aside.asked, shape } satisfies LayoutAsk);
  });

/** null while the first one is worked out; while another one is, the one before stays. */
export const useLayout = (nodes: readonly ViewNode[]): Layout | null => {
  const [shapes] = useState(() => keepingOn<readonly ViewNode[], Shape>(shapeOf));
  const shape = useMemo(() => shapes(nodes), [shapes, nodes]);
  const key = useMemo(() => keyOfShape(shape), [shape]);
  const at = useMemo(() => kept.get(key) ?? (shape.length <= smallMost ? keep(key, layoutOf(shape)) : null), [key, shape]);
  const [last, setLast] = useState(at);
  if (at !== null && at !== last) setLast(at);
  useEffect(() => {
    if (at !== null) return;
    const asked = { off: false };
    void layoutAside(shape).then((layout) => {
      keep(key, layout);
      if (!asked.off) setLast(layout);
    });
    return () => void (asked.off = true);
  }, [at, key, shape]);
  return at ?? last;
};
