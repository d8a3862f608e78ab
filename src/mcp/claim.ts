// Lookup of a call's run and job: by arguments, or by the process's environment; refused once the job is no longer due.
import type { Job } from "../core/job.ts";
import type { Sender } from "../core/protocol.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Says } from "../core/reports/says.ts";
import type { Card } from "../core/row.ts";
import type { Over } from "../runtime/system.ts";
import type { Call } from "./world.ts";

export type RunOrToken = { readonly run?: string | undefined; readonly token?: string | undefined };
export type Claim = {
  readonly card: Card;
  readonly token: string;
  readonly job: string;
  readonly by: Sender;
};

/** Models send empty texts for parameters that they should omit. */
export const filled = (text: string | undefined): string | null =>
  text === undefined || text.trim() === "" ? null : text.trim();

/** The run after reading hand edits. Disk problems don't prevent reading. */
const scanned = async ({ system }: Call, card: Card): Promise<Card | Refusal> => {
  await system.scan(card.run).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
  });
  return system.find(card.run);
};

/** The named run, else the process's own, else the only live one of the folder, else the result of `over`. */
export const runOf = async (
  call: Call,
  run: string | undefined,
  over?: Over,
): Promise<Card | Refusal> => {
  const found = await call.system.find(filled(run) ?? call.world.own.run, over);
  return isRefusal(found) ? found : scanned(call, found);
};

/** The live run of this token; null: none. */
const runWith = async ({ system }: Call, token: string): Promise<Card | null> => {
  for (const card of await system.runs({ life: ["live", "paused"] })) {
    const by = await system.holder(card.run, token);
    if (!isRefusal(by) || by.code === "TOKEN_FOREIGN") return card;
  }
  return null;
};

const missing = ({ world }: Call): Refusal =>
  refuse("TOKEN_MISSING", "this is for the holder of a job, by its token", {
    fits:
      world.own.run === null
        ? "`claim` gives one; hand it in as `token`"
        : "this server's environment has no CAIRN_TOKEN: hand it in as `token`, or report by the cairn-report block of your final message",
  });

const foreign = (text: string): Refusal =>
  refuse("TOKEN_FOREIGN", text, {
    fits: "leave `token` and `run` out: this process's own job is meant then",
  });

/** The run and token to use. */
const meant = async (
  call: Call,
  { run, token }: RunOrToken,
): Promise<{ readonly card: Card; readonly token: string } | Refusal> => {
  const { own } = call.world;
  const said = filled(token) ?? own.token;
  if (said === null) return missing(call);
  const elsewhere = filled(run) === null && own.run === null ? await runWith(call, said) : null;
  const card = elsewhere === null ? await runOf(call, run) : await scanned(call, elsewhere);
  if (isRefusal(card)) return card;
  // An agent acts only for the job that it was started for.
  if (own.token !== null && said !== own.token)
    return foreign("this process works for a job of its own, and the token is another's");
  if (own.token !== null && own.run !== null && card.run !== own.run)
    return foreign(`this process works for a job of run ${own.run}, not of ${card.run}`);
  return { card, token: said };
};

/** The caller's job. Refusals: TOKEN_MISSING, TOKEN_FOREIGN, TOKEN_STALE, and those of runs. */
export const heldOf = async (call: Call, named: RunOrToken): Promise<Claim | Refusal> => {
  const found = await meant(call, named);
  if (isRefusal(found)) return found;
  const by = await call.system.holder(found.card.run, found.token);
  if (!isRefusal(by)) return { ...found, by, job: by.job ?? "" };
  const other = await runWith(call, found.token);
  return other === null || other.run === found.card.run
    ? by
    : refuse(
        "TOKEN_STALE",
        `this token holds no job of run ${found.card.run}: it is of run ${other.run}`,
        {
          fits: `run: "${other.run}", or the token that \`claim\` gave for this one`,
        },
      );
};

export type Working = { readonly held: Claim; readonly job: Job; readonly says: Says | undefined };

/** The caller's job in the current state; refused if it is no longer due. */
export const workingOf = async (call: Call, named: RunOrToken): Promise<Working | Refusal> => {
  const held = await heldOf(call, named);
  if (isRefusal(held)) return held;
  const loaded = await call.system.load(held.card.run);
  if (isRefusal(loaded)) return loaded;
  const { protocol, state } = loaded;
  const job = protocol.jobs(state).find(({ key }) => key === held.job);
  if (job === undefined)
    return refuse("JOB_UNKNOWN", `${held.job} is no longer due: nothing more of it counts`, {
      fits: "stop; `status` shows what is due",
    });
  return { held, job, says: protocol.says };
};

/** Whether a cairn process hosts it; otherwise it was claimed. */
export const isHosted = async ({ system }: Call, { card, by }: Claim): Promise<boolean> =>
  by.fence !== undefined && (await system.workspace.spool.of(card.run, by.fence)) !== null;

/** An agent without a job here, under the name that it gives. A descendant of a job gets the job's name without its rights. */
export const stranger = async ({ system, world, client }: Call, as?: string): Promise<Sender> => {
  const holder = (await system.ofJob())?.lease?.holder;
  return holder !== undefined && holder.agent !== null
    ? { kind: "agent", ...holder }
    : { kind: "agent", name: filled(as) ?? world.as ?? client, agent: client };
};
