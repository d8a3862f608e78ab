// What to type after an act on a run's life, done or refused.
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import { isToMerge } from "../core/words/wrong-lines.ts";
import { resumeLine } from "../core/words/resume-line.ts";
import type { Card } from "../core/row.ts";
import type { System } from "../runtime/system.ts";

/** Acts that aren't verbs of their own. */
const forms: Readonly<Record<string, string>> = {
  pause: "stop",
  cancel: "stop --cancel",
  rollback: "resume --to POINT",
  unarchive: "archive --back",
};
export const typedFor = (act: string, run: string): string => `cairn ${forms[act] ?? act} ${run}`;

/** What takes the run up again once it is over; null: nothing does. A complete one stays so. */
const takesUp = async (system: System, { run, protocol: name, good }: Card) => {
  const protocol = await system.protocol(name);
  return isRefusal(protocol) || good === true ? null : resumeLine(run, protocol);
};

/** What stays of a cancelled run, and whether it can be taken up again. */
const afterCancel = async (system: System, card: Card): Promise<string> => {
  const { run, protocol: name } = card;
  const [again, picture] = [await takesUp(system, card), await system.picture(run)];
  return [
    ...(!isRefusal(picture) && isToMerge(picture)
      ? [`what has landed stays on its branch: cairn merge ${run}`]
      : []),
    again === null ? `${name} takes no cancelled run up again` : `take the run up again: ${again}`,
  ].join("\n  ");
};

/** Why a run that is over isn't taken up without a reason. */
export const unsaid = async (system: System, card: Card): Promise<Refusal> => {
  const again = await takesUp(system, card);
  return again === null
    ? refuse("RUN_COMPLETE", "a complete run stays so", {
        fits: 'for what is still wanted, start another: `cairn run "GOAL"`',
      })
    : refuse("RUN_OVER", "the run is over: say why it is taken up again", { fits: again });
};

/** A refusal with the whole commands that help. */
export const withNext = async (
  system: System,
  card: Card,
  act: string,
  refused: Refusal,
): Promise<Refusal> => {
  const again = await takesUp(system, card);
  const helps = (other: string): string => typedFor(other, card.run);
  const isDone = refused.code === "RUN_ARCHIVED" && act === "archive";
  const ways: Readonly<Record<string, readonly (string | null)[]>> = {
    RUN_OVER: [again, helps("archive")],
    RUN_ARCHIVED: [helps("unarchive")],
    RUN_LIVE: [helps("cancel")],
    RUN_PAUSED: [helps("resume"), helps("cancel")],
  };
  const fits = ways[refused.code]?.filter((line) => line !== null);
  return {
    ...refused,
    ...(isDone ? { text: "the run was archived before" } : {}),
    ...(fits === undefined ? {} : { fits: fits.join("\n  ") }),
  };
};

/** What to type after an act; null: nothing, or what any resumed run needs. */
export const afterAct = async (system: System, card: Card, act: string): Promise<string | null> => {
  const { run } = card;
  if (act === "pause") return `go on later: ${typedFor("resume", run)}`;
  if (act === "cancel") return afterCancel(system, card);
  if (act === "archive") return `bring it back: ${typedFor("unarchive", run)}`;
  return act === "unarchive" ? `put it away again: ${typedFor("archive", run)}` : null;
};
