// Words of a run's head: progress, problems and advice, the same for every protocol.
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { isOver } from "../../over.ts";
import { hasBegun, isWork, nodeName } from "../../../../src/core/words/work-nodes.ts";
import { evidenceWords } from "../../../../src/core/words/evidence.ts";
import { isToMerge, type WrongLine, wrongLines } from "../../../../src/core/words/wrong-lines.ts";
import { usageText } from "../../../../src/core/words/usage.ts";
import type { Shade } from "../../../../src/core/words/states.ts";
import { farWords, sentence, wasCancelled } from "../../words.ts";

const jobsThat = ({ jobs }: Pick<RunAnswer, "jobs">, is: RunAnswer["jobs"][number]["is"]) =>
  jobs.filter((job) => job.is === is);

/** `text`: a sentence or two. */
export type Advice = { readonly tone: Shade; readonly what: string; readonly text: string };

/** Without a remedy apart, the text names it. Else the page names the file to edit, and the terminal commands. */
const lackText = ({ text, fits }: NonNullable<RunAnswer["lacks"]>): string =>
  fits === "" ? text : `${text}. Name agents and roles in \`cairn.config.json\`.`;

/** No runner is active, though one would begin something. */
const isAlone = ({ state }: Pick<RunAnswer, "state">): boolean =>
  state === "no runner" || state === "not started";

const goneText = ({ jobs }: RunAnswer): string =>
  jobsThat({ jobs }, "running").length === 0
    ? "Its runner has stopped or is gone, so nothing new starts."
    : "Its runner has stopped or is gone: what is under way goes on, and nothing new starts.";

const noRunner = (shown: RunAnswer): readonly WrongLine[] => {
  const { state, needsRunner } = shown;
  if (!needsRunner || !isAlone({ state })) return [];
  const unbegun = "No runner is at work, so nothing begins by itself.";
  return [{ shade: "wait", what: state, text: state === "no runner" ? goneText(shown) : unbegun }];
};

/** The failed task that a question is about. */
export const failedIn = (
  { run: shown, nodes }: Pick<RunAnswer, "run" | "nodes">,
  { run, subject }: RunAnswer["decisions"][number],
): RunAnswer["nodes"][number] | undefined =>
  nodes.find(({ id, status }) => run === shown && id === subject && status === "failed");

/** Most severe first. */
export const problemsOf = (shown: RunAnswer): readonly WrongLine[] => [
  ...(shown.lacks === null
    ? []
    : [{ shade: "bad" as const, what: "no agent", text: lackText(shown.lacks) }]),
  ...noRunner(shown),
  ...wrongLines(shown),
];

/** Progress: pieces of work only, without planning and the final check. */
export const doneNow = (shown: Pick<RunAnswer, "nodes" | "decisions" | "state">): string => {
  const work = shown.nodes.filter(isWork);
  const counts = (["running", "failed"] as const).map(
    (is) => [work.filter(({ status }) => status === is).length, is] as const,
  );
  if (work.length === 0)
    return shown.decisions.some(({ key }) => key.startsWith("plan-"))
      ? "The plan is made, nothing begun"
      : shown.nodes.length > 0
        ? "Planning"
        : "Nothing planned yet";
  const far = farWords({
    done: work.filter(({ status }) => status === "done").length,
    of: work.length,
    begun: hasBegun(work),
  });
  const word = { running: shown.state === "no runner" ? "under way" : "running", failed: "failed" };
  return [far, ...counts.flatMap(([n, is]) => (n === 0 ? [] : [`${n} ${word[is]}`]))].join(", ");
};

/** What is proved, and what is only claimed. */
export const proofWords = ({
  evidence,
  claims,
}: Pick<RunAnswer, "evidence" | "claims">): readonly string[] => [
  ...(evidence.of === 0 ? [] : [evidenceWords(evidence)]),
  ...claims,
];

/** `2 and verify`: the distinct units of these jobs. */
const named = ({ nodes }: RunAnswer, jobs: RunAnswer["jobs"]): string => {
  const subjects = [...new Set(jobs.map(({ subject }) => subject))];
  const names = subjects.map((id) =>
    nodeName(nodes.find((node) => node.id === id) ?? { id, kind: "task" }),
  );
  const last = names.length > mostNamed ? `${names.length - mostNamed + 1} more` : names.at(-1);
  return [...(names.length > 1 ? [names.slice(0, mostNamed - 1).join(", ")] : []), last ?? ""].join(
    " and ",
  );
};
const mostNamed = 3;

const ofEnd = (shown: RunAnswer): Advice => {
  if (shown.state === "done" && isToMerge(shown))
    return {
      tone: "strong",
      what: "Merge it",
      text: "The run is done, and its work waits on its branch.",
    };
  if (shown.state === "not proved" && isToMerge(shown))
    return {
      tone: "strong",
      what: "Review it",
      text: "The run is over, and not all of it is proved: read its changes before you merge them.",
    };
  if (shown.state === "not done")
    return {
      tone: "strong",
      what: wasCancelled(shown) ? "It was cancelled" : "It ended without success",
      text: "Proof and Ledger show what is missing. “Run again” starts anew with the same goal.",
    };
  const text =
    shown.work?.dropped === true && shown.work.merged === null
      ? "The run is over, and its branch was removed: none of its work was merged."
      : shown.state !== "done"
        ? "The run is over. Proof and Ledger show what is missing, and why."
        : shown.work?.merged?.whole === true
          ? `The run is done, and merged into ${shown.work.merged.branch ?? "the checkout"}.`
          : "The run is done. Changes and Proof show the result.";
  return { tone: "dim", what: "Nothing to do", text };
};

/** For a run without a runner, though one would begin something. */
const alone = (shown: RunAnswer): Advice => {
  const [atWork, doubts, ready] = (["running", "doubt", "ready"] as const).map((is) =>
    jobsThat(shown, is),
  );
  const resume = (text: string): Advice => ({
    tone: "wait",
    what: shown.state === "not started" ? "Start it" : "Resume it",
    text: sentence(text),
  });
  if (shown.idle && shown.lacks !== null)
    return {
      tone: "wait",
      what: "Assign agents",
      text: `The line above says how. Then press ${driveLabel(shown)}.`,
    };
  if (doubts !== undefined && doubts.length > 0)
    return resume(`a runner first checks what became of ${named(shown, doubts)}, then goes on`);
  if (atWork !== undefined && atWork.length > 0)
    return resume(`a runner takes over ${named(shown, atWork)}, then starts what comes next`);
  if (ready !== undefined && ready.length > 0) return resume(`${named(shown, ready)} can begin`);
  return resume("what comes next is due later, and a runner must be there to start it");
};

/** The next question, as far as known: a run that decides by itself asks about no failed unit. */
const asksNext = (shown: RunAnswer): string => {
  const failed = shown.nodes.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (first === undefined || shown.facts.includes("auto"))
    return "You are asked when something needs you.";
  return `When nothing else can go on, you are asked about ${failed.length === 1 ? nodeName(first) : `the ${failed.length} that failed`}.`;
};

/** The label of the button that starts a runner. */
export const driveLabel = ({ state }: Pick<RunAnswer, "state">): string =>
  state === "not started" ? "Start" : "Resume";

/** Advice if nothing is asked. */
export const advice = (shown: RunAnswer): Advice => {
  if (isOver(shown)) return ofEnd(shown);
  if (shown.life === "paused" || shown.status === "paused")
    return {
      tone: "wait",
      what: "Resume it",
      text: "It is paused: nothing starts until you resume it.",
    };
  if (shown.needsRunner && (shown.idle || isAlone(shown))) return alone(shown);
  const atWork = jobsThat(shown, "running");
  if (shown.status === "running") {
    const works =
      atWork.length === 0
        ? "It continues by itself."
        : sentence(`${named(shown, atWork)} ${atWork.length === 1 ? "is" : "are"} being worked on`);
    return { tone: "dim", what: "Nothing to do now", text: `${works} ${asksNext(shown)}` };
  }
  return {
    tone: "dim",
    what: "Nothing to do here",
    text: "It waits for an external worker, or for another run.",
  };
};

/** `12,400 tokens in, 3,100 out, $0.42`, as reported by agents' programs. */
export const usageWords = ({ usage }: Pick<RunAnswer, "usage">): string | null => {
  const words = usage === undefined ? "" : usageText(usage);
  return words === "" ? null : `agents report ${words}`;
};
