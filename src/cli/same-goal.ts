// Lookup of a live run with the goal of a new one: its user may mean to go on with it.
import { isRecord } from "../core/record.ts";
import { refuse, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import { phaseWords } from "../core/state-words.ts";
import type { System } from "../runtime/system.ts";
import { has } from "./args.ts";
import type { Context } from "./verb.ts";

/** Compares the text with which each run began; null: none has it. */
const liveWith = async (system: System, protocol: string, goal: string): Promise<Card | null> => {
  for (const card of await system.runs({ protocol, life: ["live", "paused"] })) {
    const [first] = card.origin === null ? await system.log(card.run, 1) : [];
    if (first !== undefined && isRecord(first.data) && Object.values(first.data).includes(goal))
      return card;
  }
  return null;
};

/** Flags that give a run a folder of its own: who uses one means another run. */
const placeFlags = ["session", "slug", "folder"];

/** The run to go on with instead; null: begin another one. Refusal RUN_EXISTS: nobody can be asked. */
export const insteadOf = async (
  context: Context,
  system: System,
  protocol: string,
  { goal, flags }: { readonly goal: unknown; readonly flags: readonly string[] },
): Promise<string | null | Refusal> => {
  if (typeof goal !== "string" || placeFlags.some((flag) => has(context.given, flag))) return null;
  const twin = await liveWith(system, protocol, goal);
  if (twin === null) return null;
  const { run, phase } = twin;
  const says = `run ${run} has this very goal and isn't over (${phaseWords(phase) || phase})`;
  const flag = placeFlags.find((one) => flags.includes(one));
  const second =
    flag === undefined
      ? "make one by `cairn start` with the same words, and run that by its id"
      : `the same words with --${flag} NAME`;
  if (!context.asks)
    return refuse("RUN_EXISTS", says, {
      fits: `go on with it: cairn run ${run}\n  for a second one: ${second}`,
    });
  const goesOn = await context.ask.agree(
    `${says}. Go on with it? Otherwise a second run begins.`,
    true,
  );
  return goesOn ? run : null;
};
