// Lessons that a new run takes from the archive, with where they were learned.
import { refuse, type Refusal } from "../../../core/refusal.ts";
import { lessonFindings, lessonOf } from "../commands/guardrails.ts";
import { readGuardrails } from "../markdown/guardrails.ts";
import type { Guardrail } from "../state.ts";
import { archiveFolder } from "../units.ts";

type Data = {
  readonly files?: Readonly<Record<string, string | null>> | undefined;
  readonly guardrails_from?: string | undefined;
};

/** Maps `user-auth-20260117-2` to its date and number, to find the newest; null for a folder of another run. */
const ageOf = (folder: string, slug: string): readonly [date: string, n: number] | null => {
  if (folder === slug) return ["", 0];
  if (!folder.startsWith(`${slug}-`)) return null;
  const [, date, n = "1"] = /^(\d{8})(?:-(\d+))?$/u.exec(folder.slice(slug.length + 1)) ?? [];
  return date === undefined ? null : [date, Number(n)];
};

type Kept = {
  readonly folder: string;
  readonly age: readonly [date: string, n: number];
  readonly text: string;
};

/** The newest archived folder of this slug with guardrails; a full folder name means exactly that folder. */
const newest = (files: NonNullable<Data["files"]>, name: string): Kept | null => {
  const found = Object.entries(files).flatMap(([path, text]): readonly Kept[] => {
    const [, folder] = /([^/]+)\/guardrails\.md$/u.exec(path) ?? [];
    if (folder === undefined || text === null || !path.startsWith(`${archiveFolder}/`)) return [];
    const age = ageOf(folder, name);
    return age === null ? [] : [{ folder, age, text }];
  });
  const later = ({ age: [a, m] }: Kept, { age: [b, n] }: Kept): number =>
    a === b ? n - m : a < b ? 1 : -1;
  return found.toSorted(later)[0] ?? null;
};

/** Lessons of an archived run; none if no run was named. Skips lessons without a solution and those that are too long. */
export const inherited = ({
  files = {},
  guardrails_from: name,
}: Data): readonly Guardrail[] | Refusal => {
  if (name === undefined) return [];
  const kept = newest(files, name);
  if (kept === null)
    return refuse("ARCHIVE_MISSING", `the archive has no guardrails of ${name.slice(0, 80)}`, {
      pointer: "/guardrails_from",
      fits: `the slug of a run in ${archiveFolder}`,
    });
  return readGuardrails(kept.text)
    .patterns.map(({ learned, name: pattern, when, problem, solution }) =>
      lessonOf(
        {
          name: pattern,
          when,
          problem,
          solution,
          learned: learned.includes("/") ? learned : `${name}/${learned}`,
        },
        name,
      ),
    )
    .filter((lesson) => lessonFindings(lesson).length === 0);
};
