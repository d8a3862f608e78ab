// Notices about a run for absent people, with the same words for all targets.
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { oneLine, shortened } from "../../core/words/quote.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import type { RunState } from "../../core/words/states.ts";
import type { Picture, RunResult, ShownDecision } from "../../runtime/system.ts";

export type Notice = {
  readonly event: "decision" | "end" | "quiet" | "runner" | "test";
  /** The run's state in the word for people. */
  readonly state: RunState | null;
  readonly run: string;
  /** The open decision; null: another kind of notice. */
  readonly decision: { readonly run: string; readonly key: string } | null;
  /** Begins with our own words. */
  readonly title: string;
  readonly text: string;
  /** The command to type. */
  readonly command: string;
};

const titleMost = 120;
const textMost = 1_000;
/** Maximum of named workers. */
const namedMost = 3;

const titled = (what: string, { title, run }: Pick<Picture, "title" | "run">): string =>
  shortened(`${what}: ${title === "" ? run : cleanLine(title)}`, titleMost);
const texted = (text: string): string => shortened(clean(text).trim(), textMost);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Of = Pick<Picture, "run" | "title" | "state" | "jobs">;
/** Asks nothing. */
const unasked = ({ state, run }: Of) => ({ state, run, decision: null });

/** Shows the first of several simultaneous questions. */
export const decisionNotice = (of: Of, first: ShownDecision, more: number): Notice => ({
  event: "decision",
  state: "waits for you",
  run: of.run,
  decision: { run: first.run, key: first.key },
  title: titled("Waits for you", of),
  text: texted(first.question) + (more === 0 ? "" : `\n(and ${howMany(more, "more question")})`),
  command: `cairn decide ${first.run} ${first.key}`,
});

export const endNotice = (of: Of, { summary }: Pick<RunResult, "summary">): Notice => ({
  event: "end",
  ...unasked(of),
  title: titled(capital(of.state), of),
  text: texted(summary),
  command: `cairn status ${of.run}`,
});

export const quietNotice = (of: Of, minutes: number): Notice => {
  const running = of.jobs
    .filter(({ is }) => is === "running")
    .map(({ subject, role, by }) => `${subject} (${by ?? role})`);
  return {
    event: "quiet",
    ...unasked(of),
    title: titled(`Nothing has moved for ${minutes} min`, of),
    text:
      running.length === 0
        ? "No job is running."
        : `At work: ${oneLine(cleanLine(firstOf(running, namedMost)), textMost)}`,
    command: `cairn status ${of.run}`,
  };
};

/** The runner stopped without a question. */
export const stopNotice = (of: Of, why: string): Notice => ({
  event: "quiet",
  ...unasked(of),
  title: titled("Can't go on", of),
  text: texted(why),
  command: `cairn run ${of.run}`,
});

/** @param pid the process that drove the run */
export const runnerNotice = (of: Of, pid: number): Notice => ({
  event: "runner",
  ...unasked(of),
  title: titled("No runner", of),
  text: `The process that drove this run (${pid}) is gone: killed, ended by a signal or crashed. Agents at work finish their jobs, and nothing else begins until you resume it.`,
  command: `cairn run ${of.run}`,
});

export const testNotice: Notice = {
  event: "test",
  state: null,
  run: "",
  decision: null,
  title: "Cairn: a test",
  text: "Notices arrive here when a decision waits, a run ends, nothing moves or a runner is killed.",
  command: "cairn status",
};
