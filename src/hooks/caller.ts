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
  /** null: the call comes from a chat, not from the process of a hosted job. */
  readonly token: string | null;
  /** The key for counting turns: the job itself if hosted, since a conversation's name is only reported. */
  readonly conversation: string;
};

/** No reported conversation name can begin with this, because those contain no line breaks. */
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

/** Whether the conversation, or the one that started this helper, has claimed a job. */
export const hasTaken = (
  { workspace: { home } }: System,
  { helper, conversation }: HookCall,
): boolean =>
  [helper, conversation].some(
    (one) => one !== null && (readChat(home, one)?.taken ?? null) !== null,
  );

/** The job on whose behalf the call is made; null: none that it still holds. */
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
    // The process of a job is never a chat, whatever it reports. Edits skip the lookup: they count and store nothing.
    if (found !== null)
      return call.is !== "before" && (await system.ofJob()) !== null
        ? null
        : { ...found, token: null, conversation };
  }
  return null;
};

/** Active runs of this working tree, most recently changed first. */
export const liveHere = async (
  system: System,
  life: readonly Card["life"][] = ["live"],
): Promise<readonly Card[]> => {
  return newestFirst(
    (await system.runs({ life })).filter((card) => system.rootOf(card) === system.root),
  );
};

/** Remembers a chat's claim. A claim's output shows the token once; its reader holds the job. */
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
