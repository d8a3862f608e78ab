// Simulated time and scheduler: every event of a story in one order, without real waiting.

export type Clockwork = {
  /** Milliseconds since the story began; they only grow. */
  now(): number;
  /** Happens after `ms`; what it returns calls it off. Of two at the same time the one that was asked for first. */
  at(ms: number, then: () => void): () => void;
  /** The next thing happens, and all that follows from it at once; false: nothing is left to happen. */
  step(): Promise<boolean>;
  steps(): number;
};

type Due = { readonly time: number; readonly order: number; then: (() => void) | null };

const before = (a: Due, b: Due): boolean =>
  a.time < b.time || (a.time === b.time && a.order < b.order);

/** A binary heap, the soonest on top. */
const makeHeap = (): { push(due: Due): void; pop(): Due | undefined } => {
  const heap: Due[] = [];
  const lift = (due: Due): void => {
    let index = heap.push(due) - 1;
    while (index > 0) {
      const up = (index - 1) >> 1;
      const parent = heap[up];
      if (parent === undefined || !before(due, parent)) break;
      heap[index] = parent;
      index = up;
    }
    heap[index] = due;
  };
  const sink = (due: Due): void => {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [a, b] = [heap[left], heap[left + 1]];
      if (a === undefined) break;
      const [child, at] = b !== undefined && before(b, a) ? [b, left + 1] : [a, left];
      if (!before(child, due)) break;
      heap[index] = child;
      index = at;
    }
    heap[index] = due;
  };
  return {
    push: lift,
    pop() {
      const top = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) sink(last);
      return top;
    },
  };
};

/** After it every promise that could settle has settled: nothing in a story waits for anything real. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const makeClockwork = (): Clockwork => {
  const heap = makeHeap();
  let time = 0;
  let order = 0;
  let steps = 0;
  return {
    now: () => time,
    steps: () => steps,
    at(ms, then) {
      const due: Due = { time: time + Math.max(0, ms), order: (order += 1), then };
      heap.push(due);
      return () => void (due.then = null);
    },
    async step() {
      for (const again of [true, false]) {
        for (let due = heap.pop(); due !== undefined; due = heap.pop()) {
          if (due.then === null) continue;
          time = Math.max(time, due.time);
          steps += 1;
          due.then();
          await settled();
          return true;
        }
        // Who was started just now may still be on the way to its first call.
        if (again) await settled();
      }
      return false;
    },
  };
};
