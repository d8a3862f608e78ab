// Events of a run's beginning, its settings, its ends and its files.
import type { State, Story } from "../state.ts";
import {
  adoption,
  autonomy,
  check,
  entries,
  entry,
  maybe,
  moreExtras,
  settings,
  whole,
} from "../shapes.ts";
import { builderOf } from "../roster.ts";
import { based, fresh } from "../evolve/fresh.ts";
import { adopted } from "../evolve/adopted.ts";
import { event, opening } from "./declare.ts";
import { oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import type { Entries } from "../../../kit/document/extras.ts";

/** The story's key `agent` can name an Executor to build it. */
const builderIn = (value: readonly (readonly [string, string])[]): string | null => {
  const text = value.find(([key]) => key === "agent")?.[1] ?? "";
  const name = /^"(.*)"$/u.exec(text)?.[1] ?? "";
  return builderOf(name);
};

const keptFields = { file: t.text, pointer: t.text, value: entries, more: moreExtras, entry };

/** Keeps fields of several objects at once, each found by its pointer. */
const kept = (
  state: State,
  { file, pointer, value, more = [] }: t.DataOf<typeof keptFields>,
): State => {
  const values = new Map<string, Entries>(
    [{ pointer, value }, ...more].map((one) => [one.pointer, one.value]),
  );
  const extras = [
    ...state.extras.filter((one) => one.file !== file || !values.has(one.pointer)),
    ...[...values].map(([at, entries]) => ({ file, pointer: at, entries })),
  ];
  const isStory = [...values.keys()].some((name) => name.startsWith("story:"));
  const built = (story: Story): Story => {
    const given = values.get(`story:${story.id}`);
    return given === undefined ? story : { ...story, builder: builderIn(given) };
  };
  const epics = isStory
    ? state.epics.map((epic) => ({ ...epic, stories: epic.stories.map(built) }))
    : state.epics;
  return { ...state, extras, epics };
};

export const projectStarted = opening("ProjectStarted", {
  means: "A project began.",
  data: {
    run: t.text,
    name: t.text,
    goal: t.text,
    autonomy,
    settings,
    brief: t.means("path of the brief", t.text),
    origin: maybe,
    whole,
    entry,
  },
  begin: (data, { at }) => ({ ...fresh(data, at), ...based(data.whole) }),
});

export const projectAdopted = opening("ProjectAdopted", {
  means: "An existing state file was taken over as it was found.",
  data: adoption,
  refers: ({ digests }) => ({ outputs: Object.values(digests) }),
  begin: (data, { at }) => adopted(data, at),
});

export const autonomySet = event("AutonomySet", {
  means: "How much goes on without a person was set.",
  data: { mode: autonomy, entry },
  apply: (state, data) => ({ ...state, autonomy: data.mode, autonomyAsked: false }),
});

export const autonomyAsked = event("AutonomyAsked", {
  means: "An edit asks to go on without a person; a person decides.",
  data: { by: t.text },
  line: ({ by }) => `asked by ${oneLine(by, 60)}`,
  apply: (state) => ({ ...state, autonomyAsked: true }),
});

export const configured = event("Configured", {
  means: "Settings were changed.",
  data: {
    settings,
    checks: t.means("pinned anew; null: as before", t.maybe(t.list(check))),
    entry,
  },
  apply: (state, data) => {
    const { settings, checks } = data;
    const pinned =
      checks === null
        ? {}
        : {
            checks,
            proof: { ...state.proof, passed: [], results: {}, runs: state.proof.runs + 1 },
          };
    return { ...state, settings, ...pinned };
  },
});

export const actionRecorded = event("ActionRecorded", {
  means: "An entry that changes nothing else.",
  data: { entry },
});

export const projectRenamed = event("ProjectRenamed", {
  means: "The project has another name.",
  data: { name: t.text, entry },
  apply: (state, data) => ({ ...state, name: data.name }),
});

export const paused = event("Paused", {
  means: "Nothing new starts.",
  data: { entry },
  apply: (state) => ({ ...state, life: "paused" }),
});

export const resumed = event("Resumed", {
  means: "A paused run goes on.",
  data: { entry },
  apply: (state) => ({ ...state, life: "live" }),
});

export const cancelled = event("Cancelled", {
  means: "The run was stopped for good.",
  data: { reason: t.text, entry },
  apply: (state, data) => ({
    ...state,
    life: "cancelled",
    cancelled: data.reason,
    status: "EXECUTION_HALTED",
  }),
});

export const archived = event("Archived", {
  means: "The state file was moved into the archive.",
  data: { to: t.text, entry },
  moves: true,
  apply: (state, data) => ({ ...state, archive: data.to }),
});

export const extrasKept = event("ExtrasKept", {
  means: "Keys that the rules do not know were kept.",
  data: keptFields,
  apply: kept,
});
