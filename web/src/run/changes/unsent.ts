// Comments on lines that weren't sent yet, by run and task: whoever looks elsewhere meanwhile finds them again.
import { useCallback } from "react";
import { createStore } from "../../store.ts";
import type { Remark } from "./remarks.ts";

type Remarks = readonly Remark[];
const none: Remarks = [];
const unsent = createStore<Readonly<Record<string, Remarks>>>({});

/** @param node null: of the whole run */
export const useUnsent = (
  run: string,
  node: string | null,
): readonly [Remarks, (next: (before: Remarks) => Remarks) => void] => {
  const key = `${run} ${node ?? ""}`;
  const remarks = unsent.use()[key] ?? none;
  const change = useCallback(
    (next: (before: Remarks) => Remarks): void => {
      const all = unsent.get();
      unsent.set({ ...all, [key]: next(all[key] ?? none) });
    },
    [key],
  );
  return [remarks, change];
};
