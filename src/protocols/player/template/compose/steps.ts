// Parser of step lists: all faulty lines reported at once, with their numbers.
import { nearestOf } from "../../../../core/words/near.ts";
import { isRefusal, type Refusal, refuse } from "../../../../core/refusal.ts";
import { listed, quoted } from "../notes.ts";
import type { OnFail } from "../template.ts";
import { prefixNames, type Word, wordList, wordOf } from "./words.ts";

export type Step = {
  /** Line number of the step, from 1. */
  readonly at: number;
  readonly word: Word;
  /** null if the step has no text. */
  readonly text: string | null;
  /** Parallel to the step above. */
  readonly beside: boolean;
  readonly onFail: OnFail | null;
  /** For agents. */
  readonly background: boolean;
};

/** A step as written, before its word is looked up. */
type Draft = Pick<Step, "at" | "beside"> & {
  readonly said: string;
  readonly text: string;
  readonly mark: string | null;
};

const malformed = (at: number, text: string, fits: string): Refusal =>
  refuse("STEP_MALFORMED", `step ${at}: ${text}`, { fits });

const grammar = "[& ]word[ !skip|!retry][: text]";
const begins = /^(&?)\s*([^\s:!&]+(?::[^\s:!]+)*)([\s\S]*)$/u;
const rest = /^\s*(?:!\s*([A-Za-z]+))?\s*(?::\s*([\s\S]*))?$/u;

/** Parses one line; null if it is empty or a comment. A prefixed word contains colons itself (`skill:x: text`). */
const draftOf = (line: string, at: number): Draft | Refusal | null => {
  if (/^\s*(?:#|$)/u.test(line)) return null;
  const [, beside, run, behind] = begins.exec(line.trim()) ?? [];
  if (run === undefined || behind === undefined)
    return malformed(at, `${quoted(line.trim())} can't be read`, grammar);
  const colon = run.indexOf(":");
  // `plan:text`, without a space after the colon.
  const isCut = colon !== -1 && wordOf(run) === null && wordOf(run.slice(0, colon)) !== null;
  const said = isCut ? run.slice(0, colon) : run;
  const found = rest.exec(isCut ? run.slice(colon) + behind : behind);
  if (found === null)
    return malformed(at, `${quoted(line.trim())} can't be read behind ${quoted(said)}`, grammar);
  return {
    at,
    said,
    text: (found[2] ?? "").trim(),
    beside: beside === "&",
    mark: found[1] ?? null,
  };
};

/** Makes a step from a word and its text. */
export const stepOf = (
  { at, said, text, beside, mark }: Draft,
  background = false,
): Step | Refusal => {
  const word = wordOf(said);
  if (word === null)
    return refuse("STEP_UNKNOWN", `step ${at}: nobody knows the step ${quoted(said)}`, {
      fits: `near: ${listed(nearestOf(said, wordList, 3))}; all: ${wordList.join(", ")}, ${prefixNames.map((name) => `${name}:…`).join(", ")}`,
    });
  const onFail =
    mark === null ? null : (["skip", "retry"] as const).find((one) => one === mark.toLowerCase());
  if (onFail === undefined)
    return malformed(at, `!${mark} is nothing that can follow a failure`, "!skip or !retry");
  if (word.type === "checkpoint" && onFail !== null)
    return malformed(at, "a checkpoint can't fail", "leave the ! out");
  return { at, word, text: text === "" ? null : text, beside, onFail, background };
};

/** Reports misplaced `&`, and checkpoints that would share one boundary. */
export const orderNotes = (steps: readonly Step[]): readonly Refusal[] =>
  steps.flatMap((step, index) => {
    const above = steps[index - 1];
    const isGate = step.word.type === "checkpoint";
    if (step.beside && (above === undefined || isGate || above.word.type === "checkpoint"))
      return [
        refuse(
          "STEP_LONE",
          `step ${step.at}: ${above === undefined ? "nothing stands above it" : "a checkpoint stands alone"}`,
          {
            fits: "& beside a step that works",
          },
        ),
      ];
    if (isGate && above?.word.type === "checkpoint")
      return [
        refuse("STEP_DOUBLED", `step ${step.at}: a checkpoint stands right above it already`, {
          fits: "one of the two",
        }),
      ];
    return [];
  });

/** Parses lines as typed and returns all errors at once. */
export const readSteps = (
  lines: readonly string[],
): { readonly steps: readonly Step[]; readonly refused: readonly Refusal[] } => {
  const read = lines.flatMap((line, index) => {
    const draft = draftOf(line, index + 1);
    if (draft === null) return [];
    return [isRefusal(draft) ? draft : stepOf(draft)];
  });
  return {
    steps: read.filter((one): one is Step => !isRefusal(one)),
    refused: read.filter(isRefusal),
  };
};
