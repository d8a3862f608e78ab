// Card of a node in three short lines: name, title, activity.
import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { unitStates } from "../../../../src/core/state-words.ts";
import { Lines } from "../../style/lines.tsx";
import { Sign } from "../../style/sign.tsx";
import { Doing } from "../../style/doing.tsx";
import { progressText, remarkOf } from "../node-words.ts";
import { Ends } from "./ends.tsx";
import type { CardData, CardNode } from "./pieces.ts";
import { Coded } from "../../style/prose.tsx";

const UpTo = ({ node, work }: Pick<CardData, "node" | "work">) => {
  const [first, ...others] = work.running;
  if (work.doubts.length > 0) return <span className="doubt">in doubt</span>;
  if (first !== undefined)
    return (
      <span className="busy">
        <Doing job={first} />
        {others.length > 0 ? ` +${others.length}` : null}
      </span>
    );
  return (
    <span>
      <Coded text={remarkOf(node) ?? ""} />
    </span>
  );
};

export const Card = memo(
  ({ data: { node, work, kind, lines, found }, selected }: NodeProps<CardNode>) => (
    <div
      className={["card", ...(selected ? ["selected"] : []), ...(found ? ["found"] : [])].join(" ")}
      data-shade={unitStates[node.state].shade}
      title={`${node.id} ${node.label}`}
    >
      <p className="first">
        <Sign of={unitStates[node.state]} alone />
        <strong>{node.id}</strong>
        {kind === null ? null : <span className="dim small">{kind}</span>}
        <span className="far number">{progressText(node)}</span>
      </p>
      <p className="label two-lines">
        <Coded text={node.label} />
      </p>
      <p className="small up-to">
        <UpTo node={node} work={work} />
        {lines === null ? null : <Lines of={lines} />}
      </p>
      <Ends />
    </div>
  ),
);
