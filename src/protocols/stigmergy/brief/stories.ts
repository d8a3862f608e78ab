// Briefs of story author and builder: criteria and earlier failures, no judging method.
import { argvText } from "../../../core/checks/argv.ts";
import type { Job } from "../../../core/job.ts";
import type { Facts } from "../../../core/protocol.ts";
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import type { StoryFileAbout, WorkAbout } from "../jobs/about.ts";
import { failureLines } from "../limits.ts";
import { prdFile, storyIn } from "../manifest.ts";
import { headingOf, plainLines } from "../markdown/lines.ts";
import type { State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { criteria, guidance, material, pathList, question, reporting, slipped } from "./parts.ts";

const blockLimit = 16_384;

/** The story's section of the requirements, up to the next heading of its level; null if there is none. */
const blockOf = (text: string, id: string): string | null => {
  const heads = plainLines(text)
    .map(headingOf)
    .filter((one) => one !== null);
  const at = heads.findIndex(({ title }) =>
    new RegExp(
      `^story\\s+${id.replaceAll(/[.*+?^$(){}|[\]\\]/gu, "\\$&")}\\s*[:\\u2013-]`,
      "iu",
    ).test(title),
  );
  const head = heads[at];
  if (head === undefined) return null;
  const next = heads.slice(at + 1).find(({ level }) => level <= head.level);
  return text
    .split("\n")
    .slice(head.line - 1, next === undefined ? undefined : next.line - 1)
    .join("\n")
    .slice(0, blockLimit);
};

const architecture = (state: State): readonly string[] =>
  Object.keys(state.pinned ?? {}).filter((path) => path.startsWith("docs/architecture"));

export const storyFileBrief = (
  state: State,
  job: Job,
  about: StoryFileAbout,
  facts: Facts,
): string => {
  const story = storyIn(state, about.story);
  const block = blockOf(facts.files[prdFile]?.text ?? "", about.story);
  return page([
    `# ${oneLine(state.name)}: the file of story ${about.story}, ${oneLine(story?.title ?? "")}\n\nYou are ${job.role}. Write \`${about.path}\`, from which somebody who knows nothing else builds the story. Write no other story. ${material}`,
    block === null
      ? `\`${prdFile}\` has no part of its own for it.`
      : `From \`${prdFile}\`:\n\n${fenced(block)}`,
    architecture(state).length === 0
      ? null
      : `Cite what it needs of ${pathList(architecture(state))}.`,
    `Its form:\n\n${fenced(`# Story ${about.story}: ${oneLine(story?.title ?? "Title")}\n\nAs a …, I want …, so that …\n\n## Acceptance Criteria\n\n- one thing that can be seen to hold\n\n## Dev Notes\n\n## Tasks\n\n- [ ] …`, "markdown form")}`,
    "The list under `## Acceptance Criteria` is what the story is judged by: at least one, each to be seen or run.",
    guidance(state, about.subject),
    slipped(tallyOf(state, about.subject).slip),
    question,
    reporting(job),
  ]);
};

/** The last failure, if any. */
const failure = (state: State, story: Story): string | null => {
  const last = tallyOf(state, `story:${story.id}`).strikes.at(-1);
  return last === undefined
    ? null
    : `The try before this one failed (${last.kind}):\n\n${fenced(last.reason.split("\n").slice(-failureLines).join("\n"))}`;
};

export const workBrief = (state: State, job: Job, about: WorkAbout): string => {
  const story = storyIn(state, about.story);
  if (story === null) return "";
  const { tries } = tallyOf(state, `story:${story.id}`);
  const standards = architecture(state);
  const failed = failure(state, story);
  return page([
    `# ${oneLine(state.name)}: story ${story.id}, ${oneLine(story.title)}, try ${tries}\n\nYou are ${job.role}. Build the story: code and tests, so that each criterion holds. ${material}`,
    story.file === null
      ? null
      : `Read \`${story.file.path}\`${standards.length === 0 ? "" : ` and ${pathList(standards)}`}.`,
    criteria(story),
    state.checks === null || state.checks.length === 0
      ? null
      : `These must pass afterwards, run from the repository's root:\n\n${fenced(state.checks.map(({ name, argv }) => `${oneLine(name)}: ${argvText(argv)}`).join("\n"))}`,
    tries > 1 ? "An earlier try may have left changes in the tree: look at them first." : null,
    failed,
    guidance(state, about.subject, true),
    slipped(tallyOf(state, about.subject).slip),
    `Change neither ${about.pinned.length === 0 ? "planning documents" : pathList(about.pinned)} nor other stories' files. ${question}`,
    reporting(job, [
      "`done` only if it is finished: all of it, with its tests.",
      "`files`: what you changed.",
    ]),
  ]);
};
