// The refusals of a command by its sender and by the run's life, in the same words at the door and by the rules.
import type { Sender } from "../protocol.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { Life } from "../row.ts";

/** Finished or not, but not archived. */
export const unlessArchived: readonly Life[] = ["live", "paused", "over"];
export const always: readonly Life[] = [...unlessArchived, "archived"];

const senderWords: Readonly<Record<Sender["kind"], string>> = {
  person: "a person",
  agent: "the agent that holds the job",
  file: "a hand edit of the files",
  engine: "the engine",
  parent: "the run that started this one",
  recovery: "a recovery",
};

const lifeWords: Readonly<Record<Life, readonly [code: string, text: string]>> = {
  live: ["RUN_LIVE", "the run must be over first"],
  paused: ["RUN_PAUSED", "the run is paused: resume it first"],
  over: ["RUN_OVER", "the run is over"],
  archived: ["RUN_ARCHIVED", "the run is archived"],
};
/** Not every protocol can unarchive a run. */
const whereArchived = "`cairn archive --back`, if its protocol takes a run back; else another run";

export const senderWrong = (
  type: string,
  who: readonly Sender["kind"][],
  { kind }: Pick<Sender, "kind">,
): Refusal | null =>
  who.includes(kind)
    ? null
    : refuse("SENDER_WRONG", `${type} is not for ${senderWords[kind]} to say`, {
        fits: `it may come from ${who.map((one) => senderWords[one]).join(" or ")}`,
      });

export const lifeWrong = (
  type: string,
  when: readonly Life[] | undefined,
  life: Life,
): Refusal | null => {
  const [code, text] = lifeWords[life];
  if ((when ?? ["live", "paused"]).includes(life)) return null;
  return refuse(
    code,
    `${type} can't be done now: ${text}`,
    life === "archived" ? { fits: whereArchived } : {},
  );
};
