// Answers to hook calls of a hosted job's agent program; after any error the program continues undisturbed.
import { existsSync } from "node:fs";
import { isRefusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { callIn, editedBy } from "./call.ts";
import { type Caller, callerOf, type Env } from "./caller.ts";
import { heldBack } from "./gate.ts";
import { unfinished } from "./stop.ts";

/** Limit in characters for a repeated brief; Codex cuts longer texts in the middle. */
const mostBrief = 8_000;

/** What a conversation that begins is told: its job, and after a compaction, whose summary may drop parts of it, the brief again. */
const whoseJob = async (
  system: System,
  { card, job, lease }: Caller,
  compacted: boolean,
): Promise<string> => {
  const own = `You work for the job ${lease.job} of run ${card.run}, and no other; your brief is in your task. Your report ends it.`;
  const brief = compacted ? await system.brief(card.run, job, lease.fence) : null;
  if (brief === null || isRefusal(brief)) return own;
  return brief.length <= mostBrief
    ? `${own}\n\n${brief}`
    : `${own}\n\n${brief.slice(0, mostBrief)}\n… the rest: cairn's tool \`read\` with what: "brief"`;
};

/** Adds text to the conversation as it begins. */
const context = (event: string, text: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });

/** Denies the call and tells the model why. */
const denied = (event: string, reason: string): string =>
  JSON.stringify(
    event === "BeforeTool"
      ? { decision: "deny", reason }
      : {
          hookSpecificOutput: {
            hookEventName: event,
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        },
  );

/** Continues the turn with the reason as its next input. */
const goOn = (event: string, reason: string): string =>
  JSON.stringify({ decision: event === "AfterAgent" ? "deny" : "block", reason });

/** Whether a job's process calls, in whose environment hooks aren't switched off. */
export const isMeant = (env: Env): boolean =>
  Boolean(env["CAIRN_RUN"] && env["CAIRN_TOKEN"]) &&
  !/^(?:off|0|no|false)$/iu.test(env["CAIRN_HOOKS"] ?? "");

/** The answer to what the program tells; null: none, it continues as usual. */
export const answerTo = async (
  event: string,
  told: string,
  env: Env,
  open: () => Promise<System>,
): Promise<string | null> => {
  const call = callIn(event, told);
  if (call === null || (call.is === "before" && editedBy(call).length === 0)) return null;
  const system = await open();
  // Cairn's folder is gone with all that it held: a hook doesn't make it anew.
  const caller = existsSync(system.workspace.home) ? await callerOf(system, env) : null;
  if (caller === null) return null;
  if (call.is === "begin") return context(event, await whoseJob(system, caller, call.compacted));
  const [reason, answer] =
    call.is === "before"
      ? [await heldBack(system, caller, call), denied]
      : [await unfinished(system, caller, call), goOn];
  return reason === null ? null : answer(event, reason);
};
