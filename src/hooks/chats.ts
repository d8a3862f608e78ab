// State of conversations between hook calls: the claimed job and count of stops; may be lost.
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../core/hash.ts";
import { isRecord } from "../core/record.ts";
import { notesFolder } from "./notes-folder.ts";

/** A lease is known by its run, job and fence; its token is never written here. */
export type Taken = { readonly run: string; readonly job: string; readonly fence: number };
export type Chat = { readonly taken: Taken | null; readonly stops: number };

const most = 200;
const folderOf = (home: string): string => join(home, "cache", "hooks");
/** As most programs name theirs. Such a name is a file's own, without the digest: loading what makes one costs each edit a tenth. */
const plain = /^[0-9a-z][0-9a-z-]{0,63}$/u;
/** No digest begins so: whatever a program calls its conversation, it can't be another's. */
const nameOf = (conversation: string): string =>
  plain.test(conversation) ? `chat-${conversation}` : digest(conversation).slice(0, 24);
const fileOf = (home: string, conversation: string): string =>
  join(folderOf(home), `${nameOf(conversation)}.json`);

const takenIn = (value: unknown): Taken | null => {
  if (!isRecord(value)) return null;
  const { run, job, fence } = value;
  return typeof run === "string" && typeof job === "string" && typeof fence === "number"
    ? { run, job, fence }
    : null;
};

/** null: nothing is known of it, or nothing that can be read. */
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

/** The oldest go: a chat that comes back after two hundred others is asked once more, no worse. */
const prune = (folder: string): void => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (names.length <= most) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => a.at - b.at);
  for (const { name } of byAge.slice(0, names.length - most))
    rmSync(join(folder, name), { force: true });
};

/** Throws where it can't be written: whoever counts must know that nothing was counted. */
export const writeChat = (home: string, conversation: string, chat: Chat): void => {
  const [folder, file] = [notesFolder(home), fileOf(home, conversation)];
  const beside = `${file}.${process.pid}`;
  // What a killed process of the same number left, or somebody put there.
  rmSync(beside, { force: true });
  writeFileSync(beside, JSON.stringify(chat), { flag: "wx", mode: 0o600 });
  renameSync(beside, file);
  prune(folder);
};
