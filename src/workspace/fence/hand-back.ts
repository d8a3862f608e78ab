// Hand-back of a sandboxed agent program's renewed logins and conversations, and of nothing disguised as such.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import type { Path } from "../../core/row.ts";
import type { ReturnRule, StateFolder } from "../../core/agents/state-folder.ts";
import { makeFile, replaceFile } from "../disk/atomic.ts";
import { realOr } from "../disk/look.ts";

/** Larger files aren't settings, logins or conversations. */
export const maxBytes = 64 * 1024 * 1024;

export const plainFile = (path: Path): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size <= maxBytes;
};
const isPlainFolder = (path: Path): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Empty if the folder is unreadable: closed by a job, or owned by another user. */
export const namesOf = (folder: Path): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** All plain files of a folder, by relative path; links are not followed. */
const filesIn = (folder: Path, below: Path = "."): readonly Path[] => {
  const here = join(folder, below);
  if (plainFile(here)) return [below];
  if (!isPlainFolder(here)) return [];
  return namesOf(here).flatMap((name) => filesIn(folder, join(below, name)));
};

const recordIn = (bytes: Buffer): Readonly<Record<string, unknown>> | null => {
  const value = parsed(bytes.toString("utf8"));
  return isRecord(value) ? value : null;
};
const keysOf = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.keys(value).toSorted());

/** Only if it looks like a login, and the user's own one is still the copied one. */
const handBackLogin = (own: Path, copied: Buffer, users: Path): void => {
  if (!plainFile(own)) return;
  const now = readFileSync(own);
  const [before, after] = [recordIn(copied), recordIn(now)];
  if (now.equals(copied) || before === null || after === null || keysOf(before) !== keysOf(after))
    return;
  if (existsSync(users) && readFileSync(users).equals(copied))
    replaceFile(realOr(users), now, 0o600);
};

/** Copies a new conversation, or extends an existing one. */
const handBackSession = (own: Path, users: Path): void => {
  const now = readFileSync(own);
  if (!existsSync(users)) {
    mkdirSync(dirname(users), { recursive: true, mode: 0o700 });
    makeFile(users, now);
  } else if (plainFile(users)) {
    const before = readFileSync(users);
    if (now.length > before.length && now.subarray(0, before.length).equals(before))
      replaceFile(users, now);
  }
};

const isConversationOf = (
  cwd: Path,
  { ends, by }: ReturnRule,
  path: Path,
  bytes: Buffer,
): boolean => {
  if (!ends.some((end) => path.endsWith(end))) return false;
  if (by === "path") return path.split("/").includes(cwd.replaceAll(/[^A-Za-z0-9]/gu, "-"));
  const payload = recordIn(bytes.subarray(0, bytes.indexOf("\n") + 1))?.["payload"];
  return isRecord(payload) && payload["cwd"] === cwd;
};

/** `cwd`: where the job works. `own`: its program's copy. `before`: the logins as copied. `users`: the user's own folder. */
export type JobCopy = {
  readonly cwd: Path;
  readonly own: Path;
  readonly before: Path;
  readonly users: Path;
};

export const handBack = (
  { logins, sessions, returns }: StateFolder,
  { cwd, own, before, users }: JobCopy,
): void => {
  for (const path of logins)
    if (plainFile(join(before, path)))
      handBackLogin(join(own, path), readFileSync(join(before, path)), join(users, path));
  if (returns === null) return;
  for (const path of sessions.flatMap((session) => filesIn(own, session)))
    if (isConversationOf(cwd, returns, path, readFileSync(join(own, path))))
      handBackSession(join(own, path), join(users, path));
};
