// State of conversations between hook calls: the claimed job and count of stops; may be lost.
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../core/hash.ts";
import { isRecord } from "../core/json/record.ts";
import { notesFolder } from "./notes-folder.ts";

/** Identifies a lease by run, job and fence; the token is never written here. */
export type ClaimedLease = { readonly run: string; readonly job: string; readonly fence: number };
export type Chat = { readonly taken: ClaimedLease | null; readonly stops: number };

const most = 200;
const folderOf = (home: string): string => join(home, "cache", "hooks");
/** The usual form of conversation names. Such names become file names without a digest, whose module would slow each edit by a tenth. */
const plain = /^[0-9a-z][0-9a-z-]{0,63}$/u;
/** No digest has this prefix, so the names of two conversations never collide. */
const nameOf = (conversation: string): string =>
  plain.test(conversation) ? `chat-${conversation}` : digest(conversation).slice(0, 24);
const fileOf = (home: string, conversation: string): string =>
  join(folderOf(home), `${nameOf(conversation)}.json`);

const takenIn = (value: unknown): ClaimedLease | null => {
  if (!isRecord(value)) return null;
  const { run, job, fence } = value;
  return typeof run === "string" && typeof job === "string" && typeof fence === "number"
    ? { run, job, fence }
    : null;
};

/** null: no record, or an unreadable one. */
export const readChat = (home: string, conversation: string): Chat | null => {
  if (conversation === "") return null;
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(home, conversation), "utf8"));
    return isRecord(value)
      ? {
          taken: takenIn(value["taken"]),
          stops: typeof value["stops"] === "number" ? value["stops"] : 0,
        }
      : null;
  } catch {
    return null;
  }
};

/** Drops the oldest records. A dropped chat only gets its reminders again. */
const prune = (folder: string): void => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (names.length <= most) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => a.at - b.at);
  for (const { name } of byAge.slice(0, names.length - most))
    rmSync(join(folder, name), { force: true });
};

/** Throws if the write fails, so that a caller never relies on a count that wasn't stored. */
export const writeChat = (home: string, conversation: string, chat: Chat): void => {
  const [folder, file] = [notesFolder(home), fileOf(home, conversation)];
  const beside = `${file}.${process.pid}`;
  // A leftover of a killed process with the same number, or a planted file.
  rmSync(beside, { force: true });
  writeFileSync(beside, JSON.stringify(chat), { flag: "wx", mode: 0o600 });
  renameSync(beside, file);
  prune(folder);
};
