// Ends of lines at a card, tile or frame; a style sheet puts them where `pieces.ts` says that they are.
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
