// Why: one node in three short lines: what it is, what it is about, what it is up to.
import type { ShownNode } from "../../../../src/http/answers.ts";
import { type Node, type NodeProps } from "@xyflow/react";
import { memo } from "react";
import { unitMark } from "../../style/mark.ts";
import { Sign } from "../../style/sign.tsx";
import { Since } from "../../style/since.tsx";
import { type AtWork, counted, nameOf, remarkOf } from "../node-words.ts";

/** `kind`: the protocol's word, where the graph holds several kinds. */
export type CardData = { readonly node: ShownNode; readonly work: AtWork; readonly kind: string | null };
export type CardNode = Node<CardData, "card">;

const UpTo = ({ node, work }: Pick<CardData, "node" | "work">) => {
  const [first, ...others] = work.running;
  if (work.doubts.length > 0) return <span className="doubt">in doubt</span>;
  if (first !== undefined)
    return (
      <span className="busy">
        {nameOf(first)}
        {first.since === null ? null : (
          <>
            {" "}
            <Since at={first.since} />
          </>
        )}
        {others.length > 0 ? ` +${others.length}` : null}
      </span>
    );
  return <span>{remarkOf(node)}</span>;
};

export const Card = memo(({ data: { node, work, kind }, selected }: NodeProps<CardNode>) => (
  <div className={selected ? "card selected" : "card"} data-shade={unitMark(node.state).tone} title={`${node.id} ${node.label}`}>
    <p className="first">
      <Sign of={unitMark(node.state)} alone />
      <strong>{node.id}</strong>
      {kind === null ? null : <span className="dim small">{kind}</span>}
      <span className="far number">{counted(node)}</span>
    </p>
    <p className="label">{node.label}</p>
    <p className="small up-to">
      <UpTo node={node} work={work} />
    </p>
  </div>
));
