// News between two readings of the list of runs: questions and ends.
import type { RunLine } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { evidenceWords } from "../../../src/core/words/evidence.ts";
import { isOver } from "../../../src/core/over.ts";
import { capital, decisionId, lastPart } from "../words.ts";

export type News = {
  /** Equal for the same news in every tab. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The page where it is viewed or answered. */
  readonly address: string;
};

type Line = Pick<
  RunLine,
  "run" | "title" | "folder" | "life" | "state" | "decisions" | "origin" | "pieces" | "evidence"
>;

const textMost = 300;
const nameOf = ({ title, folder }: Line): string => (title === "" ? lastPart(folder) : title);

const endText = ({ pieces: { done, of }, evidence }: Line): string =>
  [of === 0 ? "" : `${done} of ${of} done`, evidenceWords(evidence)]
    .filter((part) => part !== "")
    .join(", ");

/** Differences between two reads of the list. A child run's end is reported with its parent's. */
export const newsBetween = (before: readonly Line[], now: readonly Line[]): readonly News[] => {
  const asked = new Set(before.flatMap(({ decisions }) => decisions.map(decisionId)));
  const live = new Set(before.filter((line) => !isOver(line.life)).map(({ run }) => run));
  const news: News[] = [];
  // A question appears in the lines of all ancestors of the asking run.
  for (const line of now.toSorted(
    (a, b) => Number(a.origin !== null) - Number(b.origin !== null),
  )) {
    for (const decision of line.decisions) {
      const key = decisionId(decision);
      if (asked.has(key)) continue;
      asked.add(key);
      news.push({
        id: `decision ${key}`,
        title: `Waits for you: ${nameOf(line)}`,
        text: decision.question.slice(0, textMost),
        address: runAddress(decision.run, { decide: decision.key }),
      });
    }
    if (line.origin === null && live.has(line.run) && isOver(line.life))
      news.push({
        id: `end ${line.run}`,
        title: `${capital(line.state)}: ${nameOf(line)}`,
        text: endText(line),
        address: runAddress(line.run),
      });
  }
  return news;
};
