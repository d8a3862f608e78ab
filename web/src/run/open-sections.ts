// Open sections of a run's nodes, the same in graph and list.
import { useCallback, useMemo, useState } from "react";
import type { WorkCountsAnswer } from "../../../src/http/answers.ts";
import type { AtWork } from "./node-words.ts";
import { withPrevious } from "./with-previous.ts";
import { openAtFirst, type Section } from "./sections.ts";

export type OpenSections = {
  /** Keys of the open sections. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
};

/** Props of the graph and the list. */
export type NodesProps = {
  readonly sections: readonly Section[];
  readonly openSections: OpenSections;
  readonly work: ReadonlyMap<string, AtWork>;
  readonly lines: WorkCountsAnswer["units"];
  /** The open node. */
  readonly node: string | null;
};

type ByHand = ReadonlyMap<string, boolean>;

/** Keeps the value while the same are open. */
const openOf = (
  { sections, byHand }: { readonly sections: readonly Section[]; readonly byHand: ByHand },
  before: ReadonlySet<string> | null,
) => {
  const first = openAtFirst(sections);
  const open = new Set(
    sections.flatMap(({ key, name }) =>
      name === null || (byHand.get(key) ?? first.has(key)) ? [key] : [],
    ),
  );
  return before !== null && before.size === open.size && [...open].every((key) => before.has(key))
    ? before
    : open;
};

/** `node`: the open one; its section opens with it. */
export const useOpenSections = (
  sections: readonly Section[],
  node: string | null,
): OpenSections => {
  const [byHand, setByHand] = useState<ByHand>(new Map());
  const [shown, setShown] = useState<string | null>(null);
  const [keep] = useState(() => withPrevious(openOf));
  if (node !== shown) {
    setShown(node);
    const own = sections.find(({ nodes }) => nodes.some(({ id }) => id === node));
    if (own !== undefined) setByHand((old) => new Map([...old, [own.key, true]]));
  }
  const open = useMemo(() => keep({ sections, byHand }), [keep, sections, byHand]);
  const toggle = useCallback(
    (key: string) => setByHand((old) => new Map([...old, [key, !open.has(key)]])),
    [open],
  );
  return { open, toggle };
};
