// Geometry of a step chart over time.

/** `have` of `of`, from then on. */
export type Point = { readonly ms: number; readonly have: number; readonly of: number };
export type Size = { readonly width: number; readonly height: number };

const round = (n: number): number => Math.round(n * 10) / 10;

/** A step line from left to right as an SVG path. `pick`: selects the amount; `top`: the amount at the upper edge. */
export const stepPath = (
  points: readonly Point[],
  pick: (point: Point) => number,
  top: number,
  { width, height }: Size,
): string => {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return "";
  const whole = Math.max(1, last.ms - first.ms);
  const x = (ms: number): number => round((width * (ms - first.ms)) / whole);
  const y = (amount: number): number => round(height - (height * amount) / (top > 0 ? top : 1));
  const rest = points.slice(1).map((point) => `H${x(point.ms)}V${y(pick(point))}`);
  return `M0 ${y(pick(first))}${rest.join("")}${last.ms === first.ms ? `H${width}` : ""}`;
};

/** The same, closed at the bottom. */
export const stepArea = (
  points: readonly Point[],
  pick: (point: Point) => number,
  top: number,
  size: Size,
): string => {
  const path = stepPath(points, pick, top, size);
  return path === "" ? "" : `${path}V${size.height}H0Z`;
};

/** Only points where an amount changes, and the last one. */
export const turns = (points: readonly Point[]): readonly Point[] =>
  points.filter((point, index) => {
    const before = points[index - 1];
    return (
      before === undefined ||
      index === points.length - 1 ||
      before.have !== point.have ||
      before.of !== point.of
    );
  });
