// How a hosted job ended, in words for people: "exit 1" alone helps nobody.
import { faultHelp, faultWords } from "../../core/agent-fault.ts";
import type { Outcome } from "../../core/job.ts";
import { lastLine, lastWords } from "../../core/last-words.ts";
import type { Digest } from "../../core/row.ts";
import { usageText } from "../../core/usage-text.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { nullOnFault } from "../on-fault.ts";

type Ended = Extract<Outcome, { is: "ended" }>;

/** Nothing where they can't be read: that stops nobody. */
const printed = async (workspace: Pick<Workspace, "kept">, output: Digest): Promise<string> => {
  const bytes = await nullOnFault(() => workspace.kept(output));
  return bytes === null ? "" : lastLine(new TextDecoder().decode(bytes));
};

/** Whole outputs of agent programs are streams of events: they come last. */
const wordsOf = async (workspace: Pick<Workspace, "kept">, outcome: Ended): Promise<string> => {
  const said = lastWords(outcome);
  return said !== "" || outcome.output === null ? said : printed(workspace, outcome.output);
};

/** How a hosted job ended, in one line; with an agent's last words where nothing better is known of it, and what it says that it took. */
export const endingOf = async (
  workspace: Pick<Workspace, "kept">,
  outcome: Outcome,
): Promise<string> => {
  if (outcome.is !== "ended") return "";
  const { reason, exit, found, fault, usage } = outcome;
  const how = reason === "exit" ? (exit === null ? "exit unknown" : `exit ${exit}`) : reason;
  const kept = fault === null ? null : faultWords[fault.kind];
  const words =
    exit === 0 && found === "one" && fault === null ? "" : await wordsOf(workspace, outcome);
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
  const [words, help] =
    fault === null ? [null, null] : [faultWords[fault.kind], faultHelp[fault.kind]];
  return words === null || help === null
    ? null
    : `agent ${agent}: ${words}: ${help} (\`cairn agents\` shows how it is started)`;
};
