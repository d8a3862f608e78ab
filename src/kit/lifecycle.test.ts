// Tests of the lifecycle that protocols have in common.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../core/protocol.ts";
import type { RefusedEdit } from "./edits/refused-edit.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Life, Recorded } from "../core/row.ts";
import { commandsOn } from "./command.ts";
import { eventsOn } from "./event.ts";
import { archiving, cancelling, pausing, refusing } from "./lifecycle.ts";
import { decisionsOf, foldOf } from "./rules.ts";

type State = {
  readonly status: "working" | "cancelled";
  readonly paused: boolean;
  readonly archived: boolean;
  readonly refused: RefusedEdit | null;
};
const fresh: State = { status: "working", paused: false, archived: false, refused: null };

const life = (state: State): Life => {
  if (state.archived) return "archived";
  if (state.status === "cancelled") return "over";
  return state.paused ? "paused" : "live";
};
const word = ({ status }: State): string => status;

const { event, opening } = eventsOn<State>();
const begun = opening("Begun", { means: "It began.", data: {}, begin: () => fresh });
const runCancelled = event("RunCancelled", {
  means: "It was cancelled.",
  data: {},
  apply: (state) => ({ ...state, status: "cancelled" }),
});
const paused = pausing<State>({ life, by: ["file"] }, (state, now) => ({ ...state, paused: now }));
const archived = archiving<State>({ life, word }, (state, now) => ({ ...state, archived: now }));
const refused = refusing<State>();
const cancel = cancelling<State, ReturnType<typeof runCancelled>>({
  life,
  word,
  means: "Ends it.",
  most: 100,
  isCancelled: ({ status }) => status === "cancelled",
  then: () => runCancelled({}),
});
const begin = commandsOn<State, ReturnType<typeof begun>>().opener("Begin", {
  means: "Begins it.",
  data: {},
  who: ["person"],
  open: () => [begun({})],
});

const lists = [paused, archived, refused];
const decide = decisionsOf<State, Event>(
  [begin, cancel, ...lists.flatMap(({ commands }) => Object.values(commands))],
  { over: "begin another one", name: () => "toy", life },
);
const fold = foldOf<State>([
  begun,
  runCancelled,
  ...lists.flatMap(({ events }) => Object.values(events)),
]);

const at = "2026-01-14T12:00:00.000Z";

/** Results of each command in sequence: types of events, or a refusal's code. */
const played = (
  steps: readonly (readonly [type: string, data?: object, by?: "person" | "file" | "engine"])[],
): readonly string[] => {
  let state: State | null = null;
  return steps.map(([type, data = {}, kind = "person"]) => {
    const by = { kind, name: "ada" };
    const decided = decide(state, { type, data }, { at, by });
    if (isRefusal(decided)) return decided.code;
    for (const one of decided) {
      const recorded: Recorded = { ...one, version: 1, at, by, cause: "c" };
      state = fold(state, recorded);
    }
    return decided.map((one) => one.type).join(" ");
  });
};

test("a run pauses once and resumes once; a file pauses only where that is declared, and resumes never", () => {
  assert.deepEqual(
    played([
      ["Begin"],
      ["Resume"],
      ["Pause", {}, "file"],
      ["Pause"],
      ["Resume", {}, "file"],
      ["Resume"],
    ]),
    ["Begun", "", "RunPaused", "", "SENDER_WRONG", "RunResumed"],
  );
});

test("only a run that is over is archived, and only an archived one comes back", () => {
  assert.deepEqual(
    played([
      ["Begin"],
      ["Archive"],
      ["Unarchive"],
      ["Cancel"],
      ["Cancel"],
      ["Archive"],
      ["Archive"],
      ["Cancel"],
      ["Unarchive"],
    ]),
    [
      "Begun",
      "RUN_LIVE",
      "ARCHIVE_MISSING",
      "RunCancelled",
      "",
      "RunArchived",
      "RUN_ARCHIVED",
      "RUN_ARCHIVED",
      "RunUnarchived",
    ],
  );
});

test("a reason that only stands for one ends nothing", () => {
  assert.deepEqual(played([["Begin"], ["Cancel", { reason: "WHY" }]]), ["Begun", "REASON_MISSING"]);
});

test("the same bytes are refused once, whatever became of the run", () => {
  const edit = { path: "a.json", digest: "d1", code: "FILE_BROKEN", why: "no JSON" };
  assert.deepEqual(
    played([
      ["Begin"],
      ["RefuseEdit", edit, "engine"],
      ["RefuseEdit", edit, "engine"],
      ["Cancel"],
      ["RefuseEdit", { ...edit, digest: "d2" }, "engine"],
    ]),
    ["Begun", "EditRefused", "", "RunCancelled", "EditRefused"],
  );
});
