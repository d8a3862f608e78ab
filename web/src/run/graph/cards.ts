// Why: a live update of a few nodes must cost what those few cost: all others stay the very same values.
import { unitStates } from "../../../../src/core/state-words.ts";
import type { Shown } from "../../../../src/http/answers.ts";
import { type AtWork, workOf } from "../node-words.ts";
import type { CardNode } from "./card.tsx";
import type { Layout } from "./layout.ts";

export type Cards = ReadonlyMap<string, CardNode>;

/** `selected`: the node that is open. */
export type CardsAsk = {
  readonly nodes: Shown["nodes"];
  readonly layout: Layout;
  readonly work: ReadonlyMap<string, AtWork>;
  readonly selected: string | null;
};

export const cardsOf = ({ nodes, layout, work, selected }: CardsAsk, before: Cards | null = null): Cards => {
  const several = nodes.some(({ kind }) => kind !== nodes[0]?.kind);
  const cards = new Map<string, CardNode>();
  for (const node of nodes) {
    const box = layout.boxes[node.id];
    // Not laid out yet: it comes with the next layout.
    if (box === undefined) continue;
    const [about, kind, chosen] = [workOf(work, node.id), several ? node.kind : null, node.id === selected];
    const old = before?.get(node.id);
    const same =
      old !== undefined &&
      old.data.node === node &&
      old.data.work === about &&
      old.data.kind === kind &&
      old.selected === chosen &&
      old.position.x === box.x &&
      old.position.y === box.y;
    cards.set(
      node.id,
      same
        ? old
        : {
            id: node.id,
            type: "card",
            position: { x: box.x, y: box.y },
            width: box.width,
            height: box.height,
            selected: chosen,
            // It has no handles: said so, none is looked for in the page before what is out of sight may stay undrawn.
            handles: [],
            focusable: false,
            ariaLabel: [node.id, node.label, unitStates[node.state].word].join(", "),
            data: { node, work: about, kind },
          },
    );
  }
  return cards;
};
