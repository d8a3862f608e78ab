// Course of a run up to its newest event, also before the server has answered.
import type { Course, RunAnswer } from "../../../../src/http/answers.ts";

export type Now = Pick<RunAnswer, "newest" | "span">;
export type Line = Pick<Course, "points" | "quiet" | "marks">;

/** @param course undefined: not loaded yet, so events count as evenly spaced */
export const upTo = (course: Line | undefined, { newest, span }: Now): Line => {
  const known = course?.points.filter(([version]) => version <= newest) ?? [];
  const points = known.length === 0 ? [[1, Date.parse(span.from)] as const] : known;
  const [version, at] = points.at(-1) ?? [1, 0];
  return {
    points: version < newest ? [...points, [newest, Math.max(at, Date.parse(span.to))]] : points,
    quiet: course?.quiet ?? [],
    marks: course?.marks.filter((mark) => mark.version <= newest) ?? [],
  };
};
