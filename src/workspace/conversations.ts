// Cache of agents' conversation names, for resuming interrupted work.
import { isConversationName } from "../core/agents/conversation-name.ts";
import { digest } from "../core/hash.ts";
import { readCached, writeCached } from "./cached.ts";

const folder = "conversations";
const nameOf = (of: readonly string[]): string => digest(JSON.stringify(of));

export const conversationOf = (home: string, of: readonly string[]): string | null => {
  const text = readCached(home, folder, nameOf(of));
  return isConversationName(text) ? text : null;
};

/** An invalid name is dropped, too. */
export const noteConversation = (
  home: string,
  of: readonly string[],
  conversation: string | null,
): void => {
  const wanted = conversation !== null && isConversationName(conversation) ? conversation : null;
  if (conversationOf(home, of) !== wanted) writeCached(home, folder, nameOf(of), wanted ?? "");
};
