// Section of a graph: one tile while it is folded, a frame around its cards while it is open.
import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { Lines } from "../../style/lines.tsx";
import { unitStates } from "../../../../src/core/state-words.ts";
import { Sign } from "../../style/sign.tsx";
import { Ends } from "./ends.tsx";
import type { FrameNode, TileNode } from "./pieces.ts";
import type { Summary } from "./summary.ts";

const Bar = ({ parts, of }: Pick<Summary, "parts" | "of">) => (
  <span className="progress" aria-hidden="true">
    {parts.map(({ shade, count }) => (
      <span
        key={shade}
        className={shade === "strong" ? "hollow" : shade}
        style={{ width: `${(100 * count) / of}%` }}
      />
    ))}
  </span>
);

export const Tile = memo(
  ({ data: { name, state, words, done, of, parts, lines, found } }: NodeProps<TileNode>) => (
    <div
      className={found === null || found === 0 ? "card tile" : "card tile found"}
      data-shade={unitStates[state].shade}
      title={`${name}: ${words}. Click to open`}
    >
      <p className="first">
        <Sign of={unitStates[state]} alone />
        <strong>{name}</strong>
        <span className="far number">
          {done}/{of}
        </span>
      </p>
      <Bar parts={parts} of={of} />
      <p className="small up-to">
        <span>{found === null || found === 0 ? words : `${found} found`}</span>
        {lines === null ? null : <Lines of={lines} />}
      </p>
      <Ends />
    </div>
  ),
);

export const Frame = memo(({ data: { name, words } }: NodeProps<FrameNode>) => (
  <div className="group-frame">
    <p title={`${name}. Click to fold`}>
      <span aria-hidden="true">▾</span> <strong>{name}</strong>{" "}
      <span className="dim small number">{words}</span>
    </p>
    <Ends />
  </div>
));

export const Join = () => <Ends />;
