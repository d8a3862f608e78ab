// The lifecycle of a run in parts, each with its commands and events: pausing, cancelling, archiving, refused edits.
import { always, unlessArchived } from "../core/rules/frame.ts";
import type { Event, Sender } from "../core/protocol.ts";
import { reasonMissing } from "../core/rules/reason.ts";
import { refuse } from "../core/refusal.ts";
import { isRefusedAlready, type RefusedEdit } from "./edits/refused-edit.ts";
import type { Life } from "../core/row.ts";
import { commandsOn } from "./command.ts";
import { eventsOn } from "./event.ts";
import * as t from "./schema.ts";

/** `word`: the phase or status for refusals. `by`: senders allowed in addition to the usual ones. */
type Runs<S> = {
  readonly life: (state: S) => Life;
  readonly word: (state: S) => string;
  readonly by?: readonly Sender["kind"][];
};
type Switch<S> = (state: S, on: boolean) => S;

const switched = <S>(set: Switch<S>, on: boolean, means: string) =>
  ({ means, data: {}, apply: (state: S) => set(state, on) }) as const;

export const pausing = <S>({ life, by = [] }: Omit<Runs<S>, "word">, set: Switch<S>) => {
  const { event } = eventsOn<S>();
  const runPaused = event("RunPaused", switched(set, true, "Nothing new starts."));
  const runResumed = event("RunResumed", switched(set, false, "What is due may start again."));
  const pause = commandsOn<S, ReturnType<typeof runPaused>>().command("Pause", {
    means: "Starts nothing new. What is under way ends and is recorded.",
    data: {},
    who: ["person", "parent", ...by],
    decide: (state) => (life(state) === "paused" ? [] : [runPaused({})]),
  });
  const resume = commandsOn<S, ReturnType<typeof runResumed>>().command("Resume", {
    means: "Resumes a paused run.",
    data: {},
    who: ["person", "parent"],
    decide: (state) => (life(state) === "paused" ? [runResumed({})] : []),
  });
  return { events: { runPaused, runResumed }, commands: { pause, resume } };
};

/** `most`: maximum characters of a reason. `then`: makes the event; `reason` is empty if none was given. */
type Cancelling<S, E extends Event> = Runs<S> & {
  readonly means: string;
  readonly most: number;
  readonly isCancelled: (state: S) => boolean;
  readonly then: (state: S, reason: string) => E;
};

export const cancelling = <S, E extends Event>(runs: Cancelling<S, E>) =>
  commandsOn<S, E>().command("Cancel", {
    label: "Cancel run",
    means: runs.means,
    data: { reason: t.optional(t.most(runs.most, t.text)) },
    who: ["person", "parent", ...(runs.by ?? [])],
    when: unlessArchived,
    decide: (state, { reason }) => {
      if (runs.isCancelled(state)) return [];
      if (runs.life(state) === "over") return refuse("RUN_OVER", `the run is ${runs.word(state)}`);
      return reasonMissing(reason, false) ?? [runs.then(state, (reason ?? "").trim())];
    },
  });

/** For protocols with one archive location per run. */
export const archiving = <S>({ life, word, by = [] }: Runs<S>, set: Switch<S>) => {
  const { event } = eventsOn<S>();
  const runArchived = event("RunArchived", {
    ...switched(set, true, "The folder moved to the archive."),
    moves: true,
  });
  const runUnarchived = event("RunUnarchived", {
    ...switched(set, false, "The folder moved back from the archive."),
    moves: true,
  });
  const archive = commandsOn<S, ReturnType<typeof runArchived>>().command("Archive", {
    label: "Archive run",
    means: "Moves the folder of a run that is over into the archive.",
    data: {},
    who: ["person", ...by],
    when: unlessArchived,
    decide(state) {
      if (life(state) === "over") return [runArchived({})];
      const fits = "end it first: a live run isn't put away";
      return refuse("RUN_LIVE", `the run is ${word(state)}`, { fits });
    },
  });
  const unarchive = commandsOn<S, ReturnType<typeof runUnarchived>>().command("Unarchive", {
    label: "Unarchive run",
    means: "Moves the folder back from the archive.",
    data: {},
    who: ["person", ...by],
    when: always,
    decide(state) {
      if (life(state) === "archived") return [runUnarchived({})];
      return refuse("ARCHIVE_MISSING", "the run isn't archived");
    },
  });
  return { events: { runArchived, runUnarchived }, commands: { archive, unarchive } };
};

export const refusing = <S extends { readonly refused: RefusedEdit | null }>() => {
  const data = { path: t.text, digest: t.text, code: t.text, why: t.text };
  const editRefused = eventsOn<S>().event("EditRefused", {
    means: "A hand edit was refused; its bytes are kept aside.",
    data,
    line: ({ path, code }) => `${path}, ${code}`,
    apply: (state, refused, { at }) => ({ ...state, refused: { ...refused, at } }),
  });
  const refuseEdit = commandsOn<S, ReturnType<typeof editRefused>>().command("RefuseEdit", {
    means: "Records that a hand edit was refused and where its bytes are kept.",
    data,
    who: ["engine"],
    when: always,
    decide: (state, edit) => (isRefusedAlready(state.refused, edit) ? [] : [editRefused(edit)]),
  });
  return { events: { editRefused }, commands: { refuseEdit } };
};
