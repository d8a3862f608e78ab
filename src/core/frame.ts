// Why: who may ask what, and in which life of a run, is refused in one place and in the same words: at the door, and by the rules, so that no other road leads around them.
import type { Sender } from "./protocol.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Life } from "./row.ts";

/** By the type of a command. `when`: live and paused where it isn't said. */
export type Frame<K extends string> = {
  readonly who: Readonly<Record<K, readonly Sender["kind"][]>>;
  readonly when: { readonly [T in K]?: readonly Life[] };
  /** The verbs that alone may send a command, after the work that it records. */
  readonly verbs?: { readonly [T in K]?: string };
  /** What fits where the run is over. */
  readonly over: string;
};

/** Whether or not it is over, but not out of the archive. */
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
/** Not each protocol takes a run out of the archive. */
const whereArchived = "`cairn unarchive`, if its protocol takes a run back; else another run";

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

/** `run`: what people call it, and its life; null: it isn't yet. */
export const frameWrong = <K extends string>(
  { who, when, over }: Frame<K>,
  run: { readonly name: string; readonly life: Life } | null,
  type: K,
  by: Sender,
): Refusal | null => {
  const wrong = senderWrong(type, who[type], by);
  if (wrong !== null) return wrong;
  const begins = type === "Start" || type === "Adopt";
  if (run === null) return begins ? null : refuse("RUN_UNKNOWN", "there is no such run yet");
  if (begins)
    return refuse("RUN_EXISTS", `the run ${run.name} is there already`, {
      fits: "go on with it: `cairn run`",
    });
  const no = lifeWrong(type, when[type], run.life);
  return no?.code === "RUN_OVER" ? { ...no, fits: over } : no;
};
