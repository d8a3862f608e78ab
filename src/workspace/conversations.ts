// Why: whoever goes on with work that broke off may do so in the conversation that began it, which only the agent's own program keeps.
import { join } from "node:path";
import { digest } from "../core/hash.ts";
import { Fault } from "../core/refusal.ts";
import { replaceFile } from "./disk/atomic.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeHome } from "./home.ts";

/** Names as programs give them: anything else could be taken for an option of theirs. */
const isName = (text: string): boolean => /^[A-Za-z0-9][\w.:-]{0,199}$/u.test(text);

const fileOf = (home: string, of: readonly string[]): string => join(home, "cache", "conversations", digest(JSON.stringify(of)));

/** What can't be read is nothing that is known: a cache stops nobody. */
const kept = (path: string): string => {
  try {
    return readPlain(path)?.toString("utf8") ?? "";
  } catch (error) {
    if (error instanceof Fault) return "";
    throw error;
  }
};

export const conversationOf = (home: string, of: readonly string[]): string | null => {
  const text = kept(fileOf(home, of));
  return isName(text) ? text : null;
};

/** A name that is none is forgotten, too. */
export const noteConversation = (home: string, of: readonly string[], conversation: string | null): void => {
  const known = conversationOf(home, of);
  const wanted = conversation !== null && isName(conversation) ? conversation : null;
  if (known === wanted) return;
  makeHome(home);
  makeFolder(join(home, "cache"), 0o700);
  makeFolder(join(home, "cache", "conversations"), 0o700);
  replaceFile(fileOf(home, of), wanted ?? "");
};
