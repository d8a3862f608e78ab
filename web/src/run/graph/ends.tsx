// Line ends at a card, tile or frame, positioned by the style sheet as in `pieces.ts`.
import { Handle, Position } from "@xyflow/react";
import { memo } from "react";

const ends = [
  ["source", Position.Right],
  ["source", Position.Bottom],
  ["target", Position.Left],
  ["target", Position.Top],
] as const;

export const Ends = memo(() =>
  ends.map(([type, position]) => (
    <Handle key={position} type={type} id={position} position={position} isConnectable={false} />
  )),
);
