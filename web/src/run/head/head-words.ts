// Words of a run's head: progress and problems, the same for every protocol.
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { hasBegun, isWork } from "../../../../src/core/words/work-nodes.ts";
import { evidenceWords } from "../../../../src/core/words/evidence.ts";
import { type WrongLine, wrongLines } from "../../../../src/core/words/wrong-lines.ts";
import { usageText } from "../../../../src/core/words/usage.ts";
import { farWords } from "../../words.ts";

/** Without a remedy apart, the text names it. Else the page names the file to edit, and the terminal commands. */
const lackText = ({ text, fits }: NonNullable<RunAnswer["lacks"]>): string =>
  fits === "" ? text : `${text}. Name agents and roles in \`cairn.config.json\`.`;

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
  ...wrongLines(shown),
];

/** Progress: pieces of work only, without planning and the final check. */
export const doneNow = ({
  nodes,
  pieces,
  state,
  decisions,
}: Pick<RunAnswer, "nodes" | "pieces" | "state" | "decisions">): string => {
  const work = nodes.filter(isWork);
  const running = work.filter(({ status }) => status === "running").length;
  return [
    // A plan that is asked about isn't the run's yet.
    pieces.of === 0 && decisions.length > 0
      ? "nothing begun yet"
      : farWords({ ...pieces, begun: hasBegun(work) }),
    ...(running === 0 ? [] : [`${running} ${state === "no runner" ? "under way" : "running"}`]),
    ...(pieces.failed === 0 ? [] : [`${pieces.failed} failed`]),
  ].join(", ");
};

/** What is proved, and what is only claimed. */
export const proofWords = ({
  evidence,
  claims,
}: Pick<RunAnswer, "evidence" | "claims">): readonly string[] => [
  ...(evidence.of === 0 ? [] : [evidenceWords(evidence)]),
  ...claims,
];

/** The label of the button that starts a runner. */
export const driveLabel = ({ state }: Pick<RunAnswer, "state">): string =>
  state === "not started" ? "Start" : "Resume";

/** `12,400 tokens in, 3,100 out, $0.42`, as reported by agents' programs. */
export const usageWords = ({ usage }: Pick<RunAnswer, "usage">): string | null => {
  const words = usage === undefined ? "" : usageText(usage);
  return words === "" ? null : `agents report ${words}`;
};
