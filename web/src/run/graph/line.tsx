// Line of a dependency: a curve to the right, straight down, or around along the space between two rows.
import {
  BaseEdge,
  type EdgeProps,
  getBezierPath,
  getSmoothStepPath,
  getStraightPath,
} from "@xyflow/react";
import type { LineEdge } from "./pieces.ts";

export const DependencyLine = ({ data, markerEnd, ...ends }: EdgeProps<LineEdge>) => {
  const { is = "across", gutter = 0 } = data ?? {};
  const [path] =
    is === "down"
      ? getStraightPath(ends)
      : is === "across"
        ? getBezierPath(ends)
        : getSmoothStepPath({ ...ends, centerY: gutter, offset: 9, borderRadius: 6 });
  return <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />;
};
