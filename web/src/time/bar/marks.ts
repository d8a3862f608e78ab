// Next marked event before or after a version.
import type { Mark } from "../../../../src/core/telling.ts";

/** @param marks by version, oldest first */
export const nextMark = (marks: readonly Mark[], version: number, by: number): Mark | null =>
  (by === 1
    ? marks.find((mark) => mark.version > version)
    : marks.findLast((mark) => mark.version < version)) ?? null;
