// Changed files with their lines, as `diff` and the end of a run show them.
import { firstOf, howMany } from "../../core/words/how-many.ts";
import type { Difference } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { type Page, columns, fit, pad, paint } from "../terminal/layout.ts";

type Files = Difference["files"];

type Lines = readonly Pick<Files[number], "added" | "removed">[];
const sum = (files: Lines, of: keyof Lines[number]): number =>
  files.reduce((all, file) => all + (file[of] ?? 0), 0);

/** `+30 −2` */
export const changedLines = (files: Lines): string =>
  `+${sum(files, "added")} −${sum(files, "removed")}`;

/** Twelve files, +30 −2. */
export const changesLine = (files: Files): string =>
  files.length === 0
    ? "no files changed"
    : `${howMany(files.length, "file")}, ${changedLines(files)}`;

/** Changed files that may affect the results of checks. */
export const checkFilesLines = ({
  checkFiles,
}: Pick<Difference, "checkFiles">): readonly string[] => {
  return [
    ...(checkFiles.length === 0
      ? []
      : [`checks go by these, look at them: ${firstOf(checkFiles.map(cleanLine), 8)}`]),
    ...(checkFiles.includes("cairn.config.json")
      ? ["cairn.config.json counts for runs that begin after you merge it, for none before"]
      : []),
  ];
};

/** The reader's uncommitted changes that a merge includes, too. `done`: it did. */
export const uncommittedLines = (
  files: readonly string[] | undefined,
  done: boolean,
): readonly string[] => {
  if (files === undefined || files.length === 0) return [];
  const more = files.length > 3 ? ` and ${files.length - 3} more` : "";
  const names = `${howMany(files.length, "file")}: ${files.slice(0, 3).map(cleanLine).join(", ")}${more}`;
  return [
    done
      ? `this committed your uncommitted changes of ${names}; undo makes them uncommitted again`
      : `a merge commits your uncommitted changes of ${names}`,
  ];
};

const signs = { added: " (new)", deleted: " (gone)", modified: "" } as const;

const linesOf = ({ added, removed, how }: Files[number], page: Page): string =>
  added === null || removed === null
    ? `binary${signs[how]}`
    : `${paint(page, "good", `+${added}`)} ${paint(page, "bad", `−${removed}`)}${signs[how]}`;

/** `most`: further ones are counted; the last line has the totals. */
export const changesLines = (
  files: Files,
  page: Page,
  most = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const shown = files.slice(0, most).map((file) => ({ file, path: cleanLine(file.path) }));
  const room = Math.max(20, page.width - 26);
  const beside = Math.min(room, Math.max(0, ...shown.map(({ path }) => columns(path))));
  return [
    ...shown.map(({ file, path }) => `  ${pad(fit(path, beside), beside)}  ${linesOf(file, page)}`),
    ...(files.length > most ? [`  … and ${howMany(files.length - most, "file")} more`] : []),
  ];
};
