// Why: who judges gets what is to be judged and the engine's own evidence, and no word of those who made it (specification, section 6).
import type { Job } from "../../../core/job.ts";
import { fenced, oneLine, page } from "../../../core/quote.ts";
import type { ReviewAbout } from "../jobs/about.ts";
import { storyIn } from "../manifest.ts";
import type { State, Story } from "../state.ts";
import { criteria, material, reporting } from "./parts.ts";

const shownFiles = 200;

/** What the engine ran, and what it came to on this tree. */
export const checkLines = ({ checks, proof }: Pick<State, "checks" | "proof">): readonly string[] =>
  (checks ?? []).map(({ name, argv }, n) => {
    const result = proof.results[n];
    const was =
      result === undefined
        ? "not run"
        : proof.passed.includes(n)
          ? `passed (exit 0, ${result.at})`
          : `not passed: ${result.why ?? "on another tree"}`;
    return `${name}: ${argv.join(" ")}: ${was}`;
  });

export const changedFiles = ({ changed, from }: Pick<Story, "changed" | "from">): string => {
  const since = from?.head === undefined || from?.head === null ? "" : ` (since commit ${from.head.slice(0, 12)})`;
  if (changed.length === 0) return `No file changed by its work was seen${since}: none.`;
  const more = changed.length > shownFiles ? [`and ${changed.length - shownFiles} more`] : [];
  return `Files that its work changed, as the engine saw them${since}:\n\n${fenced([...changed.slice(0, shownFiles), ...more].map((path) => oneLine(path)).join("\n"))}`;
};

export const reviewBrief = (state: State, job: Job, about: ReviewAbout): string => {
  const story = storyIn(state, about.story);
  if (story === null) return "";
  return page([
    `# ${oneLine(state.name)}: judge story ${story.id}, ${oneLine(story.title)}\n\nYou are ${job.role}. You wrote none of this. Try to break it; change nothing. Judge every criterion by its number, by what you see and run. ${material}`,
    criteria(story),
    story.file === null ? null : `Its file: \`${story.file.path}\`. The criteria above are those that count.`,
    changedFiles(story),
    `What the engine ran on this tree:\n\n${fenced(checkLines(state).join("\n"))}`,
    reporting(job, [
      "`done`: you judged it. `verdicts` then names each criterion once: `n`, `met`, and in `how` what you saw.",
      "`failed` or `blocked`: you could not judge it, and `summary` says why.",
    ]),
  ]);
};
