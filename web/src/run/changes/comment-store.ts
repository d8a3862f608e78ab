// Comments on lines that weren't sent yet, by run and task; they outlast the tab.
import { useCallback } from "react";
import { createStore } from "../../store.ts";
import type { LineComment } from "./comments.ts";

type Comments = readonly LineComment[];
const none: Comments = [];
const drafts = createStore<Readonly<Record<string, Comments>>>({});

/** @param node null: the whole run */
export const useComments = (
  run: string,
  node: string | null,
): readonly [Comments, (next: (before: Comments) => Comments) => void] => {
  const key = `${run} ${node ?? ""}`;
  const comments = drafts.use()[key] ?? none;
  const change = useCallback(
    (next: (before: Comments) => Comments): void => {
      const all = drafts.get();
      drafts.set({ ...all, [key]: next(all[key] ?? none) });
    },
    [key],
  );
  return [comments, change];
};
