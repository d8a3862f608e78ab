// Standalone `check` of a state file: no ledger needed, findings with places.
import type { Finding } from "../../../core/run-files.ts";
import { readJson } from "../../../core/json/json.ts";
import { placesOf } from "../../../core/json/places.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { withSchemas } from "../../../kit/document/schema-findings.ts";
import { fileSchemas } from "../files/schemas.ts";
import { home, prdBeside, stateFile } from "../manifest.ts";
import { isStateFile } from "../read/form.ts";
import { notes } from "../read/notes.ts";
import { opened } from "../read/opened.ts";
import { runIn } from "../read/state-json.ts";

type Files = Readonly<Record<Path, string>>;

/** The name of its folder; null if unknown. */
const folderOf = (path: Path, folder: string | undefined): string | null =>
  path.split("/").at(-2) ?? folder ?? null;

/** By its content; for an unreadable file, by its path. */
const isOurs = (path: Path, text: string, folder: string | undefined): boolean => {
  if (path.split("/").at(-1) !== stateFile) return false;
  const root = readJson(text, { twice: true });
  return isRefusal(root) ? folderOf(path, folder) === home : isStateFile(root);
};

/** Name of the parent of the state's folder, which is the project's unless the file names another; empty if unknown. */
const projectOf = (path: Path, folder: string | undefined, around: string | undefined): string => {
  const above = path.split("/");
  return above.at(-3) ?? (above.length === 2 ? (folder ?? around) : around) ?? "";
};

const judged = (path: Path, text: string, name: string, prd: string | null): readonly Finding[] => {
  const root = opened(path, text);
  if (isRefusal(root)) {
    const { code, text: message, line = 1, column = 1, fits: hint } = root;
    return [
      {
        path,
        pointer: "",
        line,
        column,
        severity: "error",
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
      },
    ];
  }
  const list = notes();
  runIn({ path, text, root }, { name, prd }, list);
  const places = placesOf(text);
  return list.list.map(({ spot, kind, code, message }) => ({
    path,
    pointer: spot.pointer,
    ...places(spot.at),
    severity: kind === "odd" ? "warning" : "error",
    code,
    message,
  }));
};

/** Every state file among the files; null if there is none. */
export const check = (
  files: Files,
  folder?: string,
  around?: string,
): readonly Finding[] | null => {
  const own = Object.entries(files).filter(([path, text]) => isOurs(path, text, folder));
  if (own.length === 0) return null;
  const findings = own.flatMap(([path, text]) =>
    judged(
      path,
      text,
      projectOf(path, folder, around),
      path === stateFile ? (files[prdBeside] ?? null) : null,
    ),
  );
  return withSchemas(findings, Object.fromEntries(own), fileSchemas, () => stateFile);
};
