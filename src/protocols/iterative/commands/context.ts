// The command that sets the context, which every pass reads first: under two hundred words.
import { refuse } from "../../../core/refusal.ts";
import type * as t from "../../../kit/schema.ts";
import { notItsDesk, unquiet } from "../decider/quiet.ts";
import { type Decided, oversized, phaseWrong } from "../decider/step.ts";
import * as event from "../events.ts";
import { contextWords, textLimit } from "../limits.ts";
import { plainValue } from "../markdown/values.ts";
import * as s from "../shapes.ts";
import type { ContextText, State } from "../state.ts";
import { titleOf } from "../units.ts";
import { command } from "./declare.ts";

type Input = t.Of<typeof s.contextInput>;

const empty: ContextText = {
  goal: "",
  approach: "",
  keyFiles: [],
  patterns: [],
  signals: {},
  whole: null,
};

/** Words of the file's headings and labels. */
const frameWords = 12;
const wordsIn = (text: string): number => text.split(/\s+/u).filter((word) => word !== "").length;

/** Signals don't count: they are shortened to make room. */
const wordsOf = (state: State, { goal, approach, keyFiles, patterns }: ContextText): number => {
  const lines = [
    titleOf(state),
    goal,
    approach,
    ...keyFiles.map(({ path, text }) => `- ${path} — ${text}`),
    ...patterns.map((line) => `- ${line}`),
  ];
  return frameWords + lines.reduce((sum, line) => sum + wordsIn(line), 0);
};

/** A missing field keeps its value. */
const mergedWith = (before: ContextText, given: Input): ContextText => ({
  goal: plainValue(given.goal ?? before.goal),
  approach: plainValue(given.approach ?? before.approach),
  keyFiles:
    given.key_files?.map(({ path, text }) => ({ path: path.trim(), text: plainValue(text) })) ??
    before.keyFiles,
  patterns: given.patterns?.map(plainValue).filter((line) => line !== "") ?? before.patterns,
  signals: given.signals ?? before.signals,
  whole: null,
});

/** The event, or none if nothing changes. */
export const contextSet = (state: State, given: Input): Decided => {
  const before = state.context ?? empty;
  const after = mergedWith(before, given);
  if (JSON.stringify({ ...after, whole: before.whole }) === JSON.stringify(before)) return [];
  const words = wordsOf(state, after);
  if (words >= contextWords)
    return refuse(
      "CONTEXT_LONG",
      `the context has ${words} words without its signals, and ${contextWords} are too many`,
      {
        pointer: "/context",
        fits: "one sentence for the goal, one for the approach, and the names of files with the rest",
      },
    );
  const long = oversized(
    "a text of the context",
    Math.max(0, ...Object.values(after.signals).map((text) => text.length)),
    "/signals",
    textLimit,
  );
  if (long !== null) return long;
  const { goal, approach, keyFiles, patterns, signals } = after;
  return [
    event.contextSet({ goal, approach, key_files: keyFiles, patterns, signals, whole: null }),
  ];
};

export const setContext = command("SetContext", {
  means: "Sets the short orientation that every pass reads.",
  data: s.contextInput.entries,
  who: ["agent", "file", "person"],
  decide: (state, data, stamp) => {
    if (state.phase === "discover")
      return phaseWrong(state, "the context", "it comes with the plan");
    if (state.phase !== "plan" && stamp.by.kind === "agent")
      return phaseWrong(
        state,
        "the planner's context",
        "a person may set it: `cairn send RUN SetContext`",
      );
    return (
      notItsDesk(stamp, ["planner"]) ??
      (state.phase === "plan" ? null : unquiet(state, stamp)) ??
      contextSet(state, data)
    );
  },
});
