// Watcher of a run's folder for edits; missed events are caught at the next look.
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import type { Path } from "../core/row.ts";

/** Several events of one write become one hint, in ms. */
const gatherMs = 10;

/** Calls `hint` soon after a name without leading dot, or one of `only`, changed in the folder or in one of these sub-folders. */
export const watchFolder = (
  folder: string,
  subfolders: readonly Path[],
  hint: () => void,
  only?: readonly Path[],
): (() => void) => {
  const watchers: FSWatcher[] = [];
  let soon: NodeJS.Timeout | null = null;
  const later = (): void => {
    soon ??= setTimeout(() => {
      soon = null;
      hint();
    }, gatherMs).unref();
  };
  for (const path of [folder, ...subfolders.map((name) => join(folder, name))]) {
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        if (name === null || (only === undefined ? !name.startsWith(".") : only.includes(name)))
          later();
      });
      watcher.on("error", () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Missing, or out of watches: only a hint is lost.
      continue;
    }
  }
  return () => {
    if (soon !== null) clearTimeout(soon);
    for (const watcher of watchers) watcher.close();
  };
};
