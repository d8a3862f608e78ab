// Circles of imports among files: the strongly connected groups of more than one (Tarjan's algorithm).
import { dirname, join } from "node:path";
import type { Source } from "./source.ts";

type Edges = ReadonlyMap<string, readonly string[]>;

const edgesOf = (files: readonly Source[]): Edges => {
  const there = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ kind, from }) => kind !== "lazy" && from.startsWith("."))
        .map(({ from }) => join(dirname(path), from))
        .filter((to) => there.has(to)),
    ]),
  );
};

/** Each circle's files in order of their names; what is imported by `import()` closes none. */
export const circlesOf = (files: readonly Source[]): readonly (readonly string[])[] => {
  const edges = edgesOf(files);
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: (readonly string[])[] = [];
  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    open.push(path);
    let least = number;
    for (const to of edges.get(path) ?? [])
      if (!order.has(to)) least = Math.min(least, visit(to));
      else if (open.includes(to)) least = Math.min(least, order.get(to) ?? least);
    if (least === number) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return least;
  };
  for (const path of edges.keys()) if (!order.has(path)) visit(path);
  return circles;
};
