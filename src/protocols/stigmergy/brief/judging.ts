// Brief of a reviewer: the work and the engine's evidence, no word of its authors.
import { argvText } from "../../../core/checks/argv.ts";
import { shortId } from "../../../core/words/short-id.ts";
import { doubtsOf } from "../../../kit/check/hollow.ts";
import type { Job } from "../../../core/job.ts";
import type { Ask, Facts } from "../../../core/protocol.ts";
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import { goneBy } from "../check-words.ts";
import type { ReviewAbout } from "../jobs/about.ts";
import { storyIn } from "../manifest.ts";
import type { Slip, State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { criteria, material, pathList, reporting, slipped } from "./parts.ts";

const shownFiles = 200;

/** The commands that the engine ran, and their results on this tree. */
export const checkLines = ({ checks, proof }: Pick<State, "checks" | "proof">): readonly string[] =>
  (checks ?? []).map(({ name, argv }, n) => {
    const result = proof.results[n];
    const was =
      result === undefined
        ? "not run"
        : proof.passed.includes(n)
          ? [`passed (exit 0, ${result.at})`, ...doubtsOf(result)].join(", ")
          : `not passed: ${result.why ?? "on another tree"}`;
    return `${oneLine(name)}: ${argvText(argv)}: ${was}`;
  });

/** Changes by anyone since the story's work began; if the tree wasn't measured then, the changes of its finished attempts. */
const ownFiles = (
  { changed, from, earlier }: Pick<Story, "changed" | "from" | "earlier">,
  facts: Facts,
  checks: State["checks"],
): string => {
  const measured = (from?.tree ?? null) !== null;
  const paths = measured ? facts.changed.map(({ path }) => path) : changed;
  if (!measured && changed.length === 0)
    return `Files changed since its work began: unknown. No tree was measured before it.`;
  const since =
    earlier === true
      ? measured
        ? " (since the tree that was known last before: an edit of the file says that it began)"
        : " (what else did is not known: an edit of the file says that it began)"
      : from?.head === undefined || from?.head === null
        ? ""
        : ` (since commit ${shortId(from.head)})`;
  if (paths.length === 0) return `Files changed since its work began${since}: none.`;
  const more = paths.length > shownFiles ? [`and ${paths.length - shownFiles} more`] : [];
  const list = `Files changed since its work began${since}, as the engine saw them:\n\n${fenced([...paths.slice(0, shownFiles), ...more].map((path) => oneLine(path)).join("\n"))}`;
  const ran = goneBy(checks ?? [], paths);
  return ran.length === 0
    ? list
    : `${list}\n\nChecks run, or go by, ${pathList(ran.slice(0, shownFiles))}, which this work changed: see first whether they still check what they should.`;
};

/** Also files that checks depend on and that changed earlier, because no reviewer of this run was told of them. */
export const changedFiles = (
  story: Pick<Story, "changed" | "from" | "earlier">,
  facts: Facts,
  state: Pick<State, "checks">,
): string => {
  const own = new Set(
    (story.from?.tree ?? null) === null ? story.changed : facts.changed.map(({ path }) => path),
  );
  const before = (facts.span?.changed ?? [])
    .map(({ path }) => path)
    .filter((path) => !own.has(path));
  const ran = goneBy(state.checks ?? [], before);
  const list = ownFiles(story, facts, state.checks);
  return ran.length === 0
    ? list
    : `${list}\n\nChecks run, or go by, ${pathList(ran.slice(0, shownFiles))}, too: changed since the blueprint's gate, but before this work began.`;
};

/** Changes since the story's work began, and since the blueprint's gate. */
export const changedAsk = ({ base }: Pick<State, "base">, story: Story | null): Ask => {
  const tree = story?.from?.tree ?? null;
  return {
    ...(tree === null ? {} : { changed: tree }),
    ...(base === undefined || base === tree
      ? {}
      : { span: { from: { tree: base, head: null }, to: null } }),
  };
};

/** Only the engine's own words; an earlier reviewer's opinion isn't passed on. */
const silence = (state: State, { subject }: ReviewAbout): Slip | undefined => {
  const { slip } = tallyOf(state, subject);
  return slip === undefined
    ? undefined
    : { ...slip, text: oneLine(slip.text.split("\n")[0] ?? "", 500) };
};

const fewer = ({ missing = [] }: Story): string | null =>
  missing.length === 0
    ? null
    : `The requirements name more criteria for this story than its file. Missing:\n\n${fenced(missing.map((text) => oneLine(text)).join("\n"))}`;

export const reviewBrief = (state: State, job: Job, about: ReviewAbout, facts: Facts): string => {
  const story = storyIn(state, about.story);
  if (story === null) return "";
  return page([
    `# ${oneLine(state.name)}: judge story ${story.id}, ${oneLine(story.title)}\n\nYou are ${job.role}. You wrote none of this. Try to break it; change nothing. Judge every criterion by its number, by what you see and run. ${material}`,
    criteria(story),
    story.file === null
      ? null
      : `Its file: \`${story.file.path}\`. The criteria above are those that count.`,
    changedFiles(story, facts, state),
    `What the engine ran on this tree:\n\n${fenced(checkLines(state).join("\n"))}`,
    typeof story.unmet === "string" && story.unmet === state.proof.tree
      ? "This same tree was judged already, and a criterion was found unmet: nothing was changed since."
      : null,
    fewer(story),
    slipped(silence(state, about)),
    reporting(job, [
      "`done`: you judged it. `verdicts` then names each criterion once: `n`, `met`, and in `how` what you saw.",
      "`failed` or `blocked`: you could not judge it, and `summary` says why.",
    ]),
  ]);
};
