// Identity behind a hook call: hosted job, chat with a claimed job, or neither (never held back).
import { newestFirst } from "../core/newest.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Card, Lease } from "../core/row.ts";
import type { Standing, System } from "../runtime/system.ts";
import { readChat, writeChat } from "./chats.ts";
import type { HookCall } from "./hook-call.ts";

export type Env = Readonly<Record<string, string | undefined>>;
export type Caller = {
  readonly card: Card;
  readonly standing: Standing;
  readonly lease: Lease;
  /** null: it is no process of a hosted job, but a chat. */
  readonly token: string | null;
  /** What its turns are counted by: a hosted job by itself, since the name of a conversation is only told. */
  readonly conversation: string;
};

/** No program can tell of a conversation of such a name: told ones have no line breaks. */
const jobPrefix = "job\n";
const markOf = ({ run, fence }: Lease): string => `${run}.${fence}`;

const standingBy = async (
  system: System,
  run: string,
  is: (lease: Lease) => boolean,
): Promise<Omit<Caller, "token" | "conversation"> | null> => {
  const card = await system.find(run);
  if (isRefusal(card) || card.life !== "live") return null;
  const standings = await system.standings(card.run);
  if (isRefusal(standings)) return null;
  for (const standing of standings)
    if (standing.lease !== null && is(standing.lease))
      return { card, standing, lease: standing.lease };
  return null;
};

/** The conversation, or that which it helps, was once seen to claim a job. */
export const hasTaken = (
  { workspace: { home } }: System,
  { helper, conversation }: HookCall,
): boolean =>
  [helper, conversation].some(
    (one) => one !== null && (readChat(home, one)?.taken ?? null) !== null,
  );

/** The job that this call is made for; null: none that is still its own. */
export const callerOf = async (
  system: System,
  env: Env,
  call: HookCall,
): Promise<Caller | null> => {
  const [run, token] = [env["CAIRN_RUN"] ?? "", env["CAIRN_TOKEN"] ?? ""];
  const { home } = system.workspace;
  if (run !== "" && token !== "") {
    const found = await standingBy(system, run, (lease) => lease.token === token);
    return found === null
      ? null
      : { ...found, token, conversation: `${jobPrefix}${markOf(found.lease)}` };
  }
  for (const conversation of [call.helper, call.conversation]) {
    const taken = conversation === null ? null : (readChat(home, conversation)?.taken ?? null);
    if (conversation === null || taken === null) continue;
    const found = await standingBy(
      system,
      taken.run,
      ({ job, fence }) => job === taken.job && fence === taken.fence,
    );
    // A process of some job is no chat, whichever it says that it is. Before an edit that isn't worth the look: nothing is counted or kept then.
    if (found !== null)
      return call.is !== "before" && (await system.ofJob()) !== null
        ? null
        : { ...found, token: null, conversation };
  }
  return null;
};

/** The runs that go on in this working tree, those changed last first. */
export const liveHere = async (
  system: System,
  life: readonly Card["life"][] = ["live"],
): Promise<readonly Card[]> => {
  return newestFirst(
    (await system.runs({ life })).filter((card) => system.rootOf(card) === system.root),
  );
};

/** A chat that claims a job is shown its token once; whoever was shown it has the job. */
export const noteClaim = async (system: System, call: HookCall): Promise<void> => {
  const conversation = call.helper ?? call.conversation;
  if (conversation === "") return;
  const { home } = system.workspace;
  for (const { run } of await system.runs({ life: ["live"] })) {
    const found = await standingBy(system, run, ({ token }) => call.response.includes(token));
    if (found === null) continue;
    const { job, fence } = found.lease;
    writeChat(home, conversation, {
      stops: readChat(home, conversation)?.stops ?? 0,
      taken: { run, job, fence },
    });
    return;
  }
};
