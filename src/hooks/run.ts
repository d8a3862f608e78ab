// Dispatcher of hook calls: from input to answer; after any error the program continues undisturbed.
import type { System } from "../runtime/system.ts";
import { whereAmI } from "./begin.ts";
import { callerOf, type Env, hasTaken, noteClaim } from "./caller.ts";
import { capture } from "./capture.ts";
import { heldBack } from "./gate.ts";
import { unfinished } from "./stop.ts";
import { callIn, type HookCall, momentOf } from "./hook-call.ts";
import { commandOf, editedBy } from "./tools.ts";

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
  readonly now: () => number;
  /** Starts the watchdog before calls that can block a whole thread; starting it costs more than most calls. */
  readonly guard: () => Promise<void>;
};

/** Switches hooks off without a file. */
export const isOff = (env: Env): boolean => /^(?:off|0|no|false)$/iu.test(env["CAIRN_HOOKS"] ?? "");

/** Whether cairn handles this event. */
export const isConcern = (event: string): boolean => momentOf(event) !== null;

const isClaim = (call: HookCall): boolean =>
  /cairn\w*claim$/u.test(call.tool) || /\bcairn\b.*\bclaim\b/su.test(commandOf(call) ?? "");

/** Filters out unrelated calls, which must not cost a ledger read. */
const concerns = (call: HookCall): boolean => {
  if (call.is === "before") return editedBy(call).length > 0;
  return call.is !== "after" || commandOf(call) !== null || isClaim(call);
};

/** The answer for the program; null: none, it continues as usual. */
export const answerTo = async (event: string, around: Around): Promise<string | null> => {
  const call = callIn(event, await around.read());
  if (call === null || !concerns(call)) return null;
  const hosted = (around.env["CAIRN_TOKEN"] ?? "") !== "";
  const seldom = call.is === "begin" || call.is === "stop" || hosted || isClaim(call);
  if (seldom) await around.guard();
  const system = await around.system();
  if (!around.isHome(system)) return null;
  if (!seldom) {
    if (!hasTaken(system, call)) return null;
    // An edit only reads a ledger that is open already, and is frequent: the watchdog would add a third to its time.
    if (call.is !== "before") await around.guard();
  }
  if (call.is === "after" && isClaim(call) && !hosted) await noteClaim(system, call);
  const caller = await callerOf(system, around.env, call);
  if (call.is === "begin") {
    const text = await whereAmI(system, caller, call.compacted);
    return text === null ? null : context(event, text);
  }
  if (caller === null) return null;
  if (call.is === "before") {
    const reason = await heldBack(system, caller, call);
    return reason === null ? null : denied(event, reason);
  }
  if (call.is === "stop") {
    const reason = await unfinished(system, caller, call);
    return reason === null ? null : goOn(event, reason);
  }
  await capture(system, caller, call, new Date(around.now()).toISOString());
  return null;
};
