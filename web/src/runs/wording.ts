// Words of the list of runs: progress, and the suggested actions that a run's head has, too.
import { howMany } from "../../../src/core/words/how-many.ts";
import type { RunLine } from "../../../src/http/answers.ts";
import type { WrongLine } from "../../../src/core/words/wrong-lines.ts";
import { isOver } from "../../../src/core/over.ts";
import type { Shade } from "../../../src/core/words/states.ts";
import { capital, farWords, firstLine, wasCancelled } from "../words.ts";

/** Nouns for several lines of the same kind. */
const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  refused: ["refused edit", "refused edits"],
  "in doubt": ["in doubt", "in doubt"],
  failed: ["failed", "failed"],
  returned: ["returned", "returned"],
  "last try": ["on its last try", "on their last try"],
  proofs: ["lack of proof", "lacks of proof"],
  checks: ["changed checks", "changed checks"],
  warning: ["warning", "warnings"],
  bypassed: ["bypassed rule", "bypassed rules"],
};

/** `1 refused edit, 2 warnings`: the remaining lines after the first. */
export const moreWords = (lines: readonly WrongLine[]): string =>
  [...Map.groupBy(lines, ({ what }) => what)]
    .map(([what, { length }]) => `${length} ${nouns[what]?.[length === 1 ? 0 : 1] ?? what}`)
    .join(", ");

/** `task 3 failed`, `edit refused`: a line in few words. */
export const briefWords = ({ what, name }: WrongLine): string =>
  name === undefined
    ? what === "refused"
      ? "edit refused"
      : (nouns[what]?.[0] ?? what)
    : `${name} ${what}`;

/** `5 of 12 done`. */
export const progressWords = ({ pieces: { done, of }, begun }: RunLine): string =>
  farWords({ done, of, begun });

/** `7 of 10 proved`, `2 met`; null if there is nothing to prove. */
export const shortEvidence = ({ evidence: { have, of, met } }: RunLine): string | null =>
  of === 0 ? null : (met?.split(":", 1)[0] ?? `${have} of ${of} proved`);

/** `verb`: a person's action; `text`: its object or reason. `decide`: the question that it leads to. */
export type Deed = {
  readonly tone: Shade;
  readonly verb: string;
  readonly text: string;
  readonly decide?: { readonly run: string; readonly key: string };
};

/** What an action follows from, in the list and in a run's head. */
type Looked = Pick<RunLine, "state" | "life" | "phase" | "driven" | "toMerge" | "wrong"> & {
  readonly workers: readonly { readonly label: string }[];
  readonly decisions: readonly Asked[];
};
type Asked = { readonly run: string; readonly key: string; readonly question: string };

/** The failure that a question is about. */
const failureOf = (
  { question }: Asked,
  { wrong }: Pick<Looked, "wrong">,
): RunLine["wrong"][number] | undefined =>
  wrong.find(
    ({ what, node }) => what === "failed" && node !== undefined && question.includes(node),
  );

/** A question's point may come late: a failure is replaced by its cause, and parentheses are removed. */
const questionOf = (decision: Asked, line: Looked): string => {
  const failed = failureOf(decision, line);
  if (failed === undefined) return firstLine(decision.question).replaceAll(/ \([^()]*\)/gu, "");
  const [cause = ""] = failed.text.split(" – ", 1);
  return `${capital(briefWords(failed))}: ${cause}. What next?`;
};

/** The problems that its question doesn't mention. */
export const wrongBeside = (line: RunLine): RunLine["wrong"] => {
  const [first] = line.decisions;
  const told = first === undefined ? undefined : failureOf(first, line);
  return line.wrong.filter((one) => one !== told);
};

const still: Readonly<Partial<Record<RunLine["state"], readonly [verb: string, text: string]>>> = {
  "no runner": ["Resume", "its runner has stopped"],
  "not started": ["Start", "nothing has begun"],
  paused: ["Resume", "it is paused"],
  "in doubt": ["Resume", "a runner checks what became of its work"],
};

/** The suggested action for a run, verb first. */
export const deedOf = (line: Looked): Deed => {
  const { state, workers } = line;
  const nothing = (text: string): Deed => ({ tone: "dim", verb: "Nothing to do", text });
  const [first, ...more] = line.decisions;
  const unreadable = line.wrong.find(({ what }) => what === "unreadable");
  if (unreadable !== undefined) return { tone: "wait", verb: "Look", text: unreadable.text };
  if (first !== undefined) {
    const text = `${questionOf(first, line)}${more.length === 0 ? "" : ` (and ${more.length} more)`}`;
    return { tone: "wait", verb: "Answer", text, decide: { run: first.run, key: first.key } };
  }
  const stands = still[state];
  if (stands !== undefined && !line.driven)
    return {
      tone: "wait",
      verb: stands[0],
      text: `${stands[1]}${workers.length === 0 ? "" : `, ${howMany(workers.length, "agent")} still at work`}`,
    };
  if (line.toMerge)
    return state === "done"
      ? { tone: "wait", verb: "Merge", text: "its work waits on its branch" }
      : { tone: "wait", verb: "Review", text: "not all of its work is proved" };
  if (isOver(line.life))
    return nothing(
      wasCancelled(line)
        ? "it was cancelled"
        : state === "not done"
          ? "it ended without success; Proof and Ledger show what is missing"
          : "",
    );
  if (state === "running" && workers.length > 0)
    return { tone: "busy", verb: "At work", text: workers.map(({ label }) => label).join(", ") };
  return nothing(
    state === "running"
      ? "it continues by itself"
      : "it waits for an external worker, or for another run",
  );
};
