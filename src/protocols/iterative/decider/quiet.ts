// Limits on hand edits during a live pass: the author can't be identified.
import type { Stamp } from "../../../core/protocol.ts";
import { refuse, type Refusal } from "../../../core/refusal.ts";
import type { State, Unit, UnitId } from "../state.ts";
import { livePasses } from "../units.ts";

/** For commands that a hand edit may send only while no pass is live. `words`: unit whose text changes, which is never allowed during its pass. */
export const unquiet = (
  state: State,
  { by }: Pick<Stamp, "by">,
  words?: UnitId,
): Refusal | null => {
  const live = livePasses(state).map(({ id }) => id);
  if (by.kind !== "file" || live.length === 0) return null;
  return refuse(
    "EDIT_UNQUIET",
    `${live.join(", ")} ${live.length === 1 ? "is" : "are"} being worked on: whose edit it was can't be told`,
    {
      fits:
        words !== undefined && live.includes(words)
          ? `edit again when the pass of ${words} has ended; after \`cairn stop\` no other begins`
          : "send it as a person (`cairn send`), or edit again after `cairn stop`",
    },
  );
};

/** No file edit may weaken what a person approved, because its author is unknown. `command`: the command for a person to do it. */
export const frozen = (
  { slug }: Pick<State, "slug">,
  pointer: string,
  what: string,
  command: string,
): Refusal =>
  refuse("PLAN_FROZEN", `the plan is approved, and no file edit ${what}`, {
    pointer,
    fits: `a person: \`cairn send ${slug} ${command}\``,
  });

/** The list lost none of its items. */
export const keepsAll = (before: readonly string[], after: readonly string[]): boolean =>
  before.every((one) => after.includes(one));

/** Refuses a file edit that would answer a person's decision. */
export const answersByFile = ({ slug }: Pick<State, "slug">, { id, stuck }: Unit): Refusal =>
  refuse(
    "SENDER_WRONG",
    `${id} waits for a person's decision (${stuck?.reason ?? ""}), and no file edit answers one`,
    { fits: `\`cairn decide ${slug} ${id}\` shows the answers` },
  );

/** The same for agents whose jobs have no start event: the reviewer. */
export const heldWhile = (jobs: readonly string[]): Refusal =>
  refuse(
    "EDIT_UNQUIET",
    `${jobs.join(", ")} ${jobs.length === 1 ? "is" : "are"} under way: whose edit it was can't be told`,
    { fits: "send it as a person (`cairn send`), or edit again when that has ended" },
  );

/** An agent may send commands only for the desk whose job it holds. */
export const notItsDesk = ({ by }: Pick<Stamp, "by">, desks: readonly string[]): Refusal | null =>
  by.kind !== "agent" || desks.some((desk) => by.job?.startsWith(`${desk}#`) === true)
    ? null
    : refuse("SENDER_WRONG", `this is for the ${desks.join(" or the ")} to say`, {
        fits: "the token of that job",
      });
