// Sender of a command: job holder by token, else agent without one, else person by claimed name.
import { userInfo } from "node:os";
import type { Sender } from "../core/protocol.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { last, type Options } from "./flags/args.ts";
import { cleanLine } from "../core/words/clean.ts";
import type { Context } from "./verb.ts";

export const tokenOption: Options = {
  token: { means: "ask as the holder of a job; default: CAIRN_TOKEN", word: "T" },
};

const userName = (env: NodeJS.ProcessEnv): string => {
  try {
    return userInfo().username;
  } catch {
    // A user missing in the system's list, as in many containers.
    return env["USER"] ?? env["USERNAME"] ?? "unknown";
  }
};

/** The token of the flag, else the environment's if that is for this run. */
export const tokenOf = ({ given, env }: Context, run: string): string | null => {
  const token = last(given, "token");
  if (token !== null) return token;
  const [own, of] = [env["CAIRN_TOKEN"], env["CAIRN_RUN"]];
  return own !== undefined && own !== "" && (of === undefined || of === "" || of === run)
    ? own
    : null;
};

/** A mark proves that it is in a job; its absence proves nothing. */
const isMarked = ({ env }: Context): boolean =>
  [env["CAIRN_TOKEN"], env["CAIRN_MARK"]].some((value) => value !== undefined && value !== "");

/** Whether this call comes from within some job. */
const isWithinJob = async (context: Context, system: System): Promise<boolean> =>
  isMarked(context) || (await system.ofJob()) !== null;

const claimed = ({ given, env }: Context): string => last(given, "as") ?? userName(env);

/**
 * The sender without a matching token: a process of any job is no person, whatever its run, even if its token was removed (many agents strip secret-looking variables
 * from tools) or it dropped its environment. It gets its job's name, but not its rights, which require the token.
 */
export const speaker = async (context: Context, system: System): Promise<Sender> => {
  const own = await system.ofJob();
  const marked = isMarked(context);
  const holder = own?.lease?.holder;
  if (own !== null && !marked) {
    const { lease, marks } = own;
    const job = lease === null ? "a job" : `the job ${cleanLine(lease.job)}`;
    const starter = marks.length === 0 ? "a runner or a program of cairn's" : job;
    context.note(
      `treated as an agent: ${starter} started this. Use a terminal of your own to act as a person`,
    );
  }
  if (holder !== undefined && holder.agent !== null) return { kind: "agent", ...holder };
  return { kind: own !== null || marked ? "agent" : "person", name: claimed(context) };
};

/** Refuses agents for actions that are unsigned in the record or decide whose word counts. null: not within a job. */
export const agentMayNot = async (
  context: Context,
  system: System,
  what: string,
): Promise<Refusal | null> =>
  (await isWithinJob(context, system))
    ? refuse(
        "SENDER_WRONG",
        `${what} is not for an agent to do, and this comes from within a job`,
        {
          fits: "a person's own terminal; the agent itself reports what it found",
        },
      )
    : null;

/** The driver chooses the environment of checks: within a job only runs started by agents may be driven. null: allowed. */
export const agentDrivesNot = async (
  context: Context,
  system: System,
  run: string,
): Promise<Refusal | null> => {
  const { CAIRN_JOB: job = "", CAIRN_RUN: of } = context.env;
  const own = await system.ofJob();
  if ((of === run && job !== "") || own?.marks.some((mark) => mark.startsWith(`${run}.`)) === true)
    return refuse(
      "SENDER_WRONG",
      `this is ${job === "" ? "within a job" : `${job}, a job`} of that very run: driving it would wait for itself`,
      { fits: "report and end, as the brief says: the runner goes on by itself" },
    );
  const [first] = await system.log(run, 1);
  return first?.by.kind === "agent"
    ? null
    : agentMayNot(context, system, "driving a run that no agent started");
};

export const asker = async (
  context: Context,
  system: System,
  run: string,
): Promise<Sender | Refusal> => {
  const token = tokenOf(context, run);
  return token === null ? speaker(context, system) : system.holder(run, token);
};
