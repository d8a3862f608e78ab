// Why: a node is opened by its address, with everything else of the view as it is.
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { changed } from "../address.ts";

/** The address of a node on the tab that shows nodes; null: of none. */
export const useNodeLink = (): ((node: string | null) => string) => {
  const [search] = useSearchParams();
  return useCallback(
    (node) => `?${changed(search, { tab: null, node, job: null }).toString()}`,
    [search],
  );
};
