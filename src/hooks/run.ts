// Dispatcher of hook calls: from input to answer; after any error the program continues undisturbed.
import type { System } from "../runtime/system.ts";
import { whereAmI } from "./begin.ts";
import { callerOf, type Env, isHosted } from "./caller.ts";
import { heldBack } from "./gate.ts";
import { unfinished } from "./stop.ts";
import { callIn, editedBy, type HookCall, momentOf } from "./hook-call.ts";

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

export type Around = {
  readonly env: Env;
  readonly read: () => Promise<string>;
  readonly system: () => Promise<System>;
  /** Whether Cairn's folder exists; if not, no run was ever started here. */
  readonly isHome: (system: System) => boolean;
  /** Starts the watchdog before calls that can block a whole thread. */
  readonly guard: () => Promise<void>;
};

/** Switches hooks off without a file. */
export const isOff = (env: Env): boolean => /^(?:off|0|no|false)$/iu.test(env["CAIRN_HOOKS"] ?? "");

/** Whether cairn handles this event. */
export const isConcern = (event: string): boolean => momentOf(event) !== null;

/** Filters out unrelated calls, which must not cost a ledger read. */
const concerns = (call: HookCall, env: Env): boolean =>
  call.is === "begin" || (isHosted(env) && (call.is === "stop" || editedBy(call).length > 0));

/** The answer for the program; null: none, it continues as usual. */
export const answerTo = async (event: string, around: Around): Promise<string | null> => {
  const call = callIn(event, await around.read());
  if (call === null || !concerns(call, around.env)) return null;
  await around.guard();
  const system = await around.system();
  if (!around.isHome(system)) return null;
  const caller = await callerOf(system, around.env);
  const said = async <T>(
    text: Promise<string | null>,
    form: (event: string, text: string) => T,
  ) => {
    const told = await text;
    return told === null ? null : form(event, told);
  };
  if (call.is === "begin") return said(whereAmI(system, caller, call.compacted), context);
  if (caller === null) return null;
  return call.is === "before"
    ? said(heldBack(system, caller, call), denied)
    : said(unfinished(system, caller, call), goOn);
};
