// Description of a hosted job's end for people, more helpful than just "exit 1".
import { faultHelp, faultWords } from "../../core/agent-fault.ts";
import type { Outcome } from "../../core/job.ts";
import { lastLine, lastWords } from "../../core/last-words.ts";
import type { Digest } from "../../core/row.ts";
import { usageText } from "../../core/usage-text.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { nullOnFault } from "../on-fault.ts";

type Ended = Extract<Outcome, { is: "ended" }>;

/** Empty if unreadable, which must not fail the caller. */
const printed = async (workspace: Pick<Workspace, "kept">, output: Digest): Promise<string> => {
  const bytes = await nullOnFault(() => workspace.kept(output));
  return bytes === null ? "" : lastLine(new TextDecoder().decode(bytes));
};

/** Outputs of agent programs are event streams, so they come last. */
const wordsOf = async (workspace: Pick<Workspace, "kept">, outcome: Ended): Promise<string> => {
  const said = lastWords(outcome);
  return said !== "" || outcome.output === null ? said : printed(workspace, outcome.output);
};

/** How a hosted job ended, in one line; with an agent's last words if nothing better is known, and its usage. */
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

/** Advice for the run's driver about an agent whose program failed; null: none. */
export const adviceOn = (agent: string, outcome: Outcome): string | null => {
  const fault = outcome.is === "ended" ? outcome.fault : null;
  const [words, help] =
    fault === null ? [null, null] : [faultWords[fault.kind], faultHelp[fault.kind]];
  return words === null || help === null
    ? null
    : `agent ${agent}: ${words}: ${help} (\`cairn setup agents\` shows how it is started)`;
};
