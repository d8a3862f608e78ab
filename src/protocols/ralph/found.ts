// A loop that is there: judged without a ledger, and taken over.
import type { Adopted, Finding, Source } from "../../core/run-files.ts";
import { readJson } from "../../core/json/json.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { prdFile, progressFiles } from "./around.ts";
import { prdRefused } from "./changes.ts";
import { loopFile, loopPaths, readLoop } from "./loop.ts";
import { isPrd, type Prd, prdIn, readPrd } from "./prd.ts";
import type { FoundRun } from "../../work/adopted.ts";
import { foundRun } from "../../work/from-document.ts";
import { draftsOf, type Own } from "./own.ts";
import { files as usualFiles } from "./start.ts";

export const isOurs = (text: string): boolean => {
  const root = readJson(text);
  return !isRefusal(root) && isPrd(root);
};
const nameOf = (path: Path): string => path.split("/").at(-1) ?? path;

/** Findings in every PRD and loop file; null if there are no such files. */
export const check = (files: Readonly<Record<Path, string>>): readonly Finding[] | null => {
  const found = Object.entries(files).flatMap(([path, text]) => {
    if (nameOf(path) === nameOf(loopFile)) return [readLoop(path, text).findings];
    return nameOf(path) === prdFile || (path.endsWith(".json") && isOurs(text))
      ? [readPrd(path, text).findings]
      : [];
  });
  return found.length === 0 ? null : found.flat();
};

/** Stories that passed already stay so, unproved. */
export const foundPrd = (prd: Prd, name: string, own: Own): FoundRun =>
  foundRun(
    prd.title || prd.description.split("\n", 1)[0] || name,
    draftsOf(prd),
    new Set(prd.stories.flatMap(({ passed, id }) => (passed ? [id] : []))),
    own,
  );

/** Adopts a PRD and the files next to it; null if there is no PRD. */
export const read = ({ files, options, folder, digests }: Source): Adopted | Refusal | null => {
  const name = typeof options["file"] === "string" ? options["file"] : prdFile;
  const text = files[name];
  if (text === undefined || (name !== prdFile && !isOurs(text))) return null;
  const wrong = prdRefused(name, text);
  if (wrong !== null) return wrong;
  const progress = progressFiles.find((path) => files[path] !== undefined);
  const loopText = loopPaths(folder)
    .map((path) => files[path])
    .find((one) => one !== undefined);
  const found = loopText === undefined ? null : readLoop(loopFile, loopText);
  const corrections = [...readPrd(name, text).findings, ...(found?.findings ?? [])].map(
    ({ path, line, code, message }) => `${code}: ${message} (${path}:${line})`,
  );
  const start = {
    type: "Adopt",
    data: {
      found: foundPrd(prdIn(text), name, {
        folder,
        files: { prd: name, progress: progress ?? usualFiles.progress },
        text,
        progress: progress === undefined ? "" : (files[progress] ?? ""),
        loop: found?.loop ?? null,
        removed: [],
      }),
      corrections,
      digests,
    },
  };
  return { start, corrections, quarantined: [] };
};
