// Brief of planning roles: the goal and the exact form of the document.
import type { Job } from "../../../core/job.ts";
import type { Facts } from "../../../core/protocol.ts";
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import type { PlanAbout } from "../jobs/about.ts";
import { bareEpics, prdFile, qaFile, uxFile } from "../manifest.ts";
import { manifestOf } from "../markdown/manifest-of.ts";
import type { State } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { guidance, material, pathList, question, reporting, slipped } from "./parts.ts";

type Head = readonly [title: string, task: string];

const forms = [
  "Epics and stories are read from the headings, which have exactly this form (levels 1 to 4, outside of code blocks):",
  "",
  fenced(
    "## Epic 1: Title\n\n### Story 1.1: Title\n\nAs a …\n\n#### Acceptance Criteria\n\n- one thing that can be seen to hold",
    "markdown form",
  ),
  "",
  "- Epics are numbered 1, 2 …; a story's number begins with its epic's; no number twice, no epic without a story.",
  "- The order of the document is the order of work. Each story is small enough for one session.",
].join("\n");

const checkForm = [
  `Each check stands in \`${qaFile}\` as a list line of this form, under a heading that names it:`,
  "",
  fenced("## Unit tests\n\n- **Command:** `npm test`", "markdown form"),
  "",
  "- One command without a shell: no pipes, redirections, variables or `&&`; plain quotes are fine. It is run from the repository's root, and exit 0 is a pass.",
  "- At most 20, and at least one that fails where the work is wrong: they are pinned at the gate, and no story is complete before all of them pass.",
].join("\n");

const heads = (state: State): Readonly<Record<PlanAbout["part"], Head>> => ({
  brief: [
    "the brief",
    `Write \`${state.briefPath}\`: what is wanted and why (the goal), what must be kept to (constraints), how one sees that it succeeded. A page or two. Read the repository first.`,
  ],
  prd: [
    "the product requirements",
    `Write \`${prdFile}\` from the brief \`${state.briefPath}\`: requirements, then all epics and stories with their acceptance criteria.`,
  ],
  manifest: [
    "the manifest",
    state.epics.length === 0
      ? `Epics and stories can't be read from \`${prdFile}\` as it is. Mend its headings; leave what it says.`
      : `The manifest lists no stories for ${bareEpics(state)
          .map(({ id, title }) => `epic ${id}: ${oneLine(title)}`)
          .join(", ")}. Head them in \`${prdFile}\`.`,
  ],
  ux: [
    "the UX specification",
    `Write \`${uxFile}\` from \`${prdFile}\` and \`${state.briefPath}\`: flows, screens, states, wording.`,
  ],
  architecture: [
    "the architecture",
    `Write \`docs/architecture.md\` (structure, technology, data, how the parts meet) and \`docs/architecture/coding-standards.md\`, from \`${prdFile}\`${state.parts.ux === null ? "" : `, \`${uxFile}\``} and \`${state.briefPath}\`. Read the repository first: what is there counts.`,
  ],
});

/** Import errors of the requirements, one on each line. */
const importErrors = (facts: Facts): string | null => {
  const text = facts.files[prdFile]?.text;
  const findings = text === undefined ? [] : manifestOf(text).findings;
  return findings.length === 0
    ? null
    : `What doesn't fit:\n\n${fenced(
        findings
          .slice(0, 50)
          .map(
            ({ line, text: why, fits }) =>
              `line ${line ?? 1}: ${why}${fits === undefined ? "" : ` (${fits})`}`,
          )
          .join("\n"),
      )}`;
};

const parts = (state: State, { part }: PlanAbout, facts: Facts): readonly (string | null)[] => {
  switch (part) {
    case "brief":
      return [`What was asked for:\n\n${fenced(state.goal)}`];
    case "prd":
      return [forms];
    case "manifest":
      return [importErrors(facts), forms];
    case "architecture":
      return state.settings.checks === null ? [checkForm] : [];
    case "ux":
      return [];
  }
};

export const planBrief = (state: State, job: Job, about: PlanAbout, facts: Facts): string => {
  const [title, task] = heads(state)[about.part];
  return page([
    `# ${oneLine(state.name)}: ${title}\n\nYou are ${job.role}. ${task} ${material}`,
    ...parts(state, about, facts),
    guidance(state, about.subject),
    slipped(tallyOf(state, about.subject).slip),
    `Write only ${pathList(about.paths)}, and nothing that is another role's. ${question}`,
    reporting(job),
  ]);
};
