// Look at a folder of the repository for init: its files, its subfolders, programs on PATH.
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import { onPath } from "../files/on-path.ts";

type Json = Readonly<Record<string, unknown>>;
export type Check = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd?: string;
};
export type Setup = {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly inputs: readonly string[];
  readonly makes: readonly string[];
};
/** What one tool offers in one folder. `needs`: the programs that have to be there. `doubt`: why nothing is proposed. */
export type Part = {
  readonly tool: string;
  readonly needs: readonly string[];
  readonly checks: readonly Check[];
  readonly setup: Setup | null;
  readonly doubt?: string;
};

export type Look = {
  /** "" if the file is missing. */
  readonly text: (name: string) => string;
  readonly json: (name: string) => Json;
  readonly has: (name: string) => boolean;
  readonly names: () => readonly string[];
  /** Subfolders without dependencies, outputs and examples. */
  readonly folders: () => readonly string[];
  /** Its path below the repository; "" is the top. */
  readonly folder: string;
  readonly at: (folder: string) => Look;
  readonly found: (program: string) => string | null;
};

const skipped = new Set(
  "node_modules vendor target dist build out bin obj venv env testdata fixtures examples third_party __pycache__".split(
    " ",
  ),
);
const mostFolders = 2_000;
const mostBytes = 1_000_000;

export const below = (folder: string, path: string): string =>
  folder === "" ? path : `${folder}/${path}`;

const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch {
    return [];
  }
};

export const lookAt = (root: string, env: NodeJS.ProcessEnv, folder = ""): Look => {
  const own = join(root, folder);
  const text = (name: string): string => {
    const path = join(own, name);
    try {
      // A named pipe would be read for ever.
      return statSync(path).isFile() ? readFileSync(path, "utf8").slice(0, mostBytes) : "";
    } catch {
      return "";
    }
  };
  return {
    folder,
    text,
    json: (name) => {
      const read = parsed(text(name));
      return isRecord(read) ? read : {};
    },
    has: (name) => existsSync(join(own, name)),
    names: () => entriesOf(own).map(({ name }) => name),
    folders: () =>
      entriesOf(own)
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .filter((name) => !name.startsWith(".") && !skipped.has(name)),
    at: (other) => lookAt(root, env, other),
    found: (program) => onPath(program, env),
  };
};

/** Folders below it, nearest first. */
export const foldersBelow = (top: Look, depth: number): readonly string[] => {
  const found: string[] = [];
  let level = [top.folder];
  for (let at = 0; at < depth && found.length < mostFolders; at += 1) {
    level = level.flatMap((folder) =>
      top
        .at(folder)
        .folders()
        .map((name) => below(folder, name)),
    );
    found.push(...level);
  }
  return found.slice(0, mostFolders);
};
