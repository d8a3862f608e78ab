// Commands about a run's base: its commit, its checks and its private files.
import { proved } from "../checks.ts";
import { isGreen } from "../../core/checks/recheck.ts";
import { saidRed } from "../trials.ts";
import { answering, command, opener } from "./declare.ts";
import { refuse } from "../../core/refusal.ts";
import { digest } from "../../core/hash.ts";
import * as t from "../../kit/schema.ts";
import * as event from "../events.ts";
import * as shapes from "../shapes.ts";

export const setBase = opener("SetBase", {
  means:
    "Says from which commit a run starts, what its branch is called, and which checks all its work must pass.",
  data: shapes.baseFields,
  who: ["engine", "person"],
  open: (data, _stamp, before) => (before === null ? [event.baseSet(data)] : []),
});

export const tryBase = command("TryBase", {
  means: "Says how the repository's checks ended on the base, before any work.",
  data: { proofs: t.list(shapes.proof), setup: t.optional(t.text), ...shapes.around },
  who: ["engine"],
  decide: ({ site: { ready, tried }, isAuto }, { proofs, setup, ...within }) => {
    if (tried !== null) return [];
    if (setup !== undefined) return [event.baseTried({ red: [], setup, ...within })];
    const red = ready.checks.flatMap(({ name }, index) =>
      isGreen(proofs[index]) ? [] : [{ name, said: saidRed(proofs[index]) }],
    );
    const told = event.baseTried({ red, ...within, proofs: [...proved(ready.checks, proofs)] });
    return isAuto === true && red.length > 0
      ? [told, event.baseAnswered({ answer: "expect" })]
      : [told];
  },
});

export const answerBase = answering("AnswerBase", {
  means: "Says what happens to checks that are red on the base, or to a setup that fails there.",
  /** `ready`: with `again`, the current content of cairn.config.json. */
  data: {
    answer: t.oneOf(["expect", "drop", "again"]),
    reason: t.optional(t.text),
    ready: t.optional(shapes.ready),
  },
  decide({ site: { tried } }, { answer, ready }) {
    if (tried === null || tried.answered)
      return refuse("QUESTION_STALE", "nothing that fails on the base waits for an answer");
    if (tried.setup !== undefined && answer === "expect")
      return refuse("OPTION_UNKNOWN", "no job can begin where its folder can't be made ready", {
        fits: "choose one: again, drop",
      });
    if (answer !== "again") return [event.baseAnswered({ answer })];
    if (ready === undefined)
      return refuse("OPTION_INVALID", "it lacks what the configuration says now", {
        fits: "`cairn decide` shows the question",
      });
    return [event.baseAnswered({ answer, ready, digest: digest(JSON.stringify(ready)) })];
  },
});

export const lendInputs = command("LendInputs", {
  means: "Says which private files, by their digests, jobs and checks are given.",
  data: shapes.lent,
  who: ["engine"],
  decide({ site: { inputs } }, data) {
    const paths = [...new Set([...Object.keys(inputs), ...Object.keys(data.files)])];
    return paths.every((path) => inputs[path] === data.files[path]) ? [] : [event.inputsLent(data)];
  },
});
