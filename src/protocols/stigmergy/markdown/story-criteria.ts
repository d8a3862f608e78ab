// Parser of acceptance criteria in product requirements, for stories without a file of their own.
import { criteriaIn, headingOf, type Line, plainLines } from "./lines.ts";

const form = /^story[ \t]+(\d{1,9})\.(\d{1,9})[ \t]*[:\u2013-]/iu;

/** Criteria in the requirements that the story lacks, if it has fewer. */
export const missingOf = (
  prd: string,
  id: string,
  criteria: readonly string[],
): readonly string[] => {
  const wanted = criteriaByStory(prd).get(id) ?? [];
  return wanted.length <= criteria.length
    ? []
    : wanted.filter((text) => !criteria.includes(text)).slice(0, 20);
};

/** Criteria by story, from the section below each story's heading. */
export const criteriaByStory = (prd: string): ReadonlyMap<string, readonly string[]> => {
  const parts = new Map<string, Line[]>();
  let part: Line[] | null = null;
  let level = 0;
  for (const line of plainLines(prd)) {
    const heading = headingOf(line);
    if (heading !== null) {
      const [, epic, story] = form.exec(heading.title) ?? [];
      if (epic !== undefined && story !== undefined) {
        const id = `${Number(epic)}.${Number(story)}`;
        part = parts.get(id) ?? [];
        parts.set(id, part);
        ({ level } = heading);
      } else if (heading.level <= level) part = null;
    }
    part?.push(line);
  }
  return new Map([...parts].map(([id, lines]) => [id, criteriaIn(lines)]));
};
