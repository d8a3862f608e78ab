// Changed files with their lines, as `diff` and the end of a run show them.
import type { Difference } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import { columns, fit, pad, type Page } from "./layout.ts";
import { paint } from "./style.ts";
import { count } from "./words.ts";

type Files = Difference["files"];

const sum = (files: Files, of: "added" | "removed"): number => files.reduce((all, file) => all + (file[of] ?? 0), 0);

/** Twelve files, +30 −2. */
export const changesLine = (files: Files): string =>
  files.length === 0 ? "no files changed" : `${count(files.length, "file")}, +${sum(files, "added")} −${sum(files, "removed")}`;

const signs = { added: " (new)", deleted: " (gone)", modified: "" } as const;

const linesOf = ({ added, removed, how }: Files[number], page: Page): string =>
  added === null || removed === null
    ? `binary${signs[how]}`
    : `${paint(page, "good", `+${added}`)} ${paint(page, "bad", `−${removed}`)}${signs[how]}`;

/** `most`: what is more is counted; the last line sums up. */
export const changesLines = (files: Files, page: Page, most = Number.POSITIVE_INFINITY): readonly string[] => {
  const shown = files.slice(0, most).map((file) => ({ file, path: cleanLine(file.path) }));
  const room = Math.max(20, page.width - 26);
  const beside = Math.min(room, Math.max(0, ...shown.map(({ path }) => columns(path))));
  return [
    ...shown.map(({ file, path }) => `  ${pad(fit(path, beside), beside)}  ${linesOf(file, page)}`),
    ...(files.length > most ? [`  … and ${count(files.length - most, "file")} more`] : []),
    changesLine(files),
  ];
};
