// Why: whoever watches an agent end without a usable report must see what it said last: "exit 1" alone helps nobody.
import type { Outcome } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import type { Digest } from "../../core/row.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** Of a line that is shown to people. */
const lineLimit = 200;

const lastLine = (text: string): string => {
  // A fence or a rule at the end says nothing.
  const line =
    text
      .split("\n")
      .findLast((one) => /[\p{L}\p{N}]/u.test(one))
      ?.trim() ?? "";
  return line.length > lineLimit ? `${line.slice(0, lineLimit)}…` : line;
};

/** Nothing where they can't be read: that stops nobody. */
const lastWords = async (workspace: Pick<Workspace, "kept">, output: Digest): Promise<string> => {
  try {
    const bytes = await workspace.kept(output);
    return bytes === null ? "" : lastLine(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof Fault) return "";
    throw error;
  }
};

/** How a hosted job ended, in one line; with an agent's last words (they were redacted when they were kept) where nothing better is known of it. */
export const endingOf = async (workspace: Pick<Workspace, "kept">, outcome: Outcome): Promise<string> => {
  if (outcome.is !== "ended") return "";
  const how = outcome.reason === "exit" ? (outcome.exit === null ? "exit unknown" : `exit ${outcome.exit}`) : outcome.reason;
  if (outcome.exit === 0 && outcome.found === "one") return how;
  const words = outcome.output === null ? "" : await lastWords(workspace, outcome.output);
  return words === "" ? how : `${how}, its last words: ${words}`;
};
