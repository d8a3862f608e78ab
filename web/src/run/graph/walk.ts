// Graph navigation by arrow keys: to the nearest card in that direction.
import type { Layout } from "./layout.ts";

export type Direction = "left" | "right" | "up" | "down";

/** Sideways distance counts more than distance ahead. */
const asideWeight = 2.5;

/** The nearest card, tile or frame in that direction; undefined: none. */
export const nextTo = (
  boxes: Layout["boxes"],
  from: string,
  direction: Direction,
): string | undefined => {
  const here = boxes.get(from);
  if (here === undefined) return undefined;
  const across = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let best: { readonly id: string; readonly far: number } | undefined;
  for (const [id, box] of boxes) {
    if (box.is === "join") continue;
    const [x, y] = [box.x - here.x, box.y - here.y];
    const ahead = sign * (across ? x : y);
    if (ahead <= 0) continue;
    const far = ahead + asideWeight * Math.abs(across ? y : x);
    if (best === undefined || far < best.far) best = { id, far };
  }
  return best?.id;
};
