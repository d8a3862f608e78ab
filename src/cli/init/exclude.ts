// Git's exclude file of this checkout, with the folders that runs write into it: they are no changes of the user's.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { homes } from "../../core/run-folders.ts";
import { readOwn, replaceOwn } from "../own-file.ts";

/** Without player's templates (.workflow/templates), which are the user's own. */
const folders = [homes.iterative, homes.stigmergy, homes.player].map((home) => `/${home}/`);

type Excludes = {
  readonly path: string;
  readonly text: string;
  readonly missing: readonly string[];
};

/** Entries that git doesn't ignore yet; null: no git repository. */
const excludesIn = (root: string): Excludes | null | Refusal => {
  let path: string;
  try {
    const words = ["rev-parse", "--git-path", "info/exclude"];
    path = resolve(
      root,
      execFileSync("git", words, {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trimEnd(),
    );
  } catch {
    return null;
  }
  const text = readOwn(path);
  if (isRefusal(text)) return text;
  const lines = new Set((text ?? "").split(/\r?\n/u));
  return { path, text: text ?? "", missing: folders.filter((folder) => !lines.has(folder)) };
};

/** A line that offers it, if entries are missing. */
export const excludeOffer = (root: string): readonly string[] => {
  const found = excludesIn(root);
  if (found === null || isRefusal(found) || found.missing.length === 0) return [];
  const named = found.missing.map((folder) => folder.slice(1)).join(", ");
  return [
    `  runs write documents into this checkout (${named}); to have git ignore them: cairn init --exclude`,
  ];
};

/** Appends missing entries. */
export const exclude = (root: string): Pick<Excludes, "path" | "missing"> | Refusal => {
  const found = excludesIn(root);
  if (found === null)
    return refuse("USAGE", `${root} is no git repository`, {
      fits: "leave out --exclude, or type it in a repository",
    });
  if (isRefusal(found)) return found;
  const { path, text, missing } = found;
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (missing.length > 0) replaceOwn(path, `${before}${missing.join("\n")}\n`, 0o644);
  return { path, missing };
};
