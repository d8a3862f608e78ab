// Binary heap for the earliest ready node, without a scan of the rest.

type Heap = { push(value: number): void; pop(): number | null };

/** A priority queue of numbers, lowest first. */
export const heap = (): Heap => {
  const items: number[] = [];
  const swap = (a: number, b: number): void => {
    [items[a], items[b]] = [items[b] ?? 0, items[a] ?? 0];
  };
  const isLower = (a: number, b: number): boolean =>
    (items[a] ?? Infinity) < (items[b] ?? Infinity);
  return {
    push: (value) => {
      items.push(value);
      for (let at = items.length - 1; at > 0 && isLower(at, (at - 1) >> 1); at = (at - 1) >> 1)
        swap(at, (at - 1) >> 1);
    },
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (first === undefined || last === undefined) return null;
      if (items.length === 0) return first;
      items[0] = last;
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const child = isLower(right, left) ? right : left;
        if (!isLower(child, at)) return first;
        swap(at, child);
        at = child;
      }
    },
  };
};
