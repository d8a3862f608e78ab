// Why: whoever watches an agent end without a usable report must see what it said last: "exit 1" alone helps nobody.
import { faultHelp, faultWords } from "../../core/agent-fault.ts";
import type { Outcome } from "../../core/job.ts";
import { parsed } from "../../core/parsed.ts";
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import type { Digest } from "../../core/row.ts";
import { usageText } from "../../core/usage.ts";
import type { Workspace } from "../../workspace/workspace.ts";

type Ended = Extract<Outcome, { is: "ended" }>;

/** Of a line that is shown to people. */
const lineLimit = 200;

/** An event of an agent program's stream is no word to anybody, wherever in it its type stands; nor is one that was cut off. */
const isEvent = (line: string): boolean => {
  if (!line.startsWith("{")) return false;
  if (line.startsWith('{"type":')) return true;
  const event = parsed(line);
  return isRecord(event) && typeof event["type"] === "string";
};

/** What programs warn of at each start, and the places in a trace: never why they ended. */
const isNoise = (line: string): boolean => /^\s*(?:(?:warning|notice)\b|at .*:\d+\)?$)/iu.test(line);

const lastLine = (text: string, isWord: (line: string) => boolean = (line) => !isEvent(line)): string => {
  // A fence or a rule at the end says nothing.
  const line =
    text
      .split("\n")
      .findLast((one) => /[\p{L}\p{N}]/u.test(one) && isWord(one))
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

/** Of its own log first, then of its message but for a report in it: whole outputs of agent programs are streams of events. They were redacted when they were kept. */
const wordsOf = async (workspace: Pick<Workspace, "kept">, { errors, message, output }: Ended): Promise<string> => {
  const said =
    lastLine(errors ?? "", (line) => !isEvent(line) && !isNoise(line)) || lastLine(message, (line) => !/^(?:\{|```)/u.test(line));
  return said !== "" || output === null ? said : lastWords(workspace, output);
};

/** How a hosted job ended, in one line; with an agent's last words where nothing better is known of it, and what it says that it took. */
export const endingOf = async (workspace: Pick<Workspace, "kept">, outcome: Outcome): Promise<string> => {
  if (outcome.is !== "ended") return "";
  const { reason, exit, found, fault, usage } = outcome;
  const how = reason === "exit" ? (exit === null ? "exit unknown" : `exit ${exit}`) : reason;
  const kept = fault === null ? null : faultWords[fault.kind];
  const words = exit === 0 && found === "one" && fault === null ? "" : await wordsOf(workspace, outcome);
  const took = usage === undefined ? "" : usageText(usage);
  return [
    how,
    ...(kept === null ? [] : [`, ${kept}`]),
    ...(words === "" ? [] : [`, its last words: ${words}`]),
    ...(took === "" ? [] : [` (as it tells: ${took})`]),
  ].join("");
};

/** What whoever drives the run can do about an agent whose program couldn't work; null: nothing that is known. */
export const adviceOn = (agent: string, outcome: Outcome): string | null => {
  const fault = outcome.is === "ended" ? outcome.fault : null;
  const [words, help] = fault === null ? [null, null] : [faultWords[fault.kind], faultHelp[fault.kind]];
  return words === null || help === null ? null : `agent ${agent}: ${words}: ${help} (\`cairn agents\` shows how it is started)`;
};
