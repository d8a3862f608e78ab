// Documents of a simulated stigmergy project (PRD, QA, stories), in good and poor versions.
import type { Chance } from "../chance.ts";

export type PlannedStory = {
  readonly id: string;
  readonly title: string;
  readonly criteria: readonly string[];
};
export type Outline = readonly {
  readonly title: string;
  readonly stories: readonly PlannedStory[];
}[];

export const prdText = (outline: Outline): string =>
  [
    "# Product requirements",
    ...outline.flatMap(({ title, stories }, index) => [
      "",
      `## Epic ${index + 1}: ${title}`,
      ...stories.flatMap((story) => [
        "",
        `### Story ${story.id}: ${story.title}`,
        "",
        "#### Acceptance Criteria",
        "",
        ...story.criteria.map((one) => `- ${one}`),
      ]),
    ]),
    "",
  ].join("\n");

/** None of them can be read as a manifest. */
export const poorPrd = (outline: Outline, chance: Chance): string =>
  chance.pick([
    "",
    "# Nothing yet\n",
    "## Epic 1: Empty\n",
    `${prdText(outline)}\n${prdText(outline)}`,
    "## Epic 1: [title]\n\n### Story 1.1: TBD\n",
    "## Epic 1: One\n\n### Story 2.1: Elsewhere\n",
  ]);

export const qaText = (commands: readonly string[]): string =>
  [
    "# QA protocol",
    ...commands.flatMap((command) => ["", `## ${command}`, "", `- **Command:** \`${command}\``]),
    "",
  ].join("\n");
export const poorQa = (chance: Chance): string =>
  chance.pick([
    "",
    "# QA protocol\n\nrun the tests\n",
    "- **Command:** `suite | tee log`\n",
    '- **Command:** `suite "open`\n',
  ]);

export const storyText = ({ id, title, criteria }: PlannedStory): string =>
  [
    `# Story ${id}: ${title}`,
    "",
    "## Acceptance Criteria",
    "",
    ...criteria.map((one) => `- ${one}`),
    "",
    "## Dev notes",
    "",
    "none",
    "",
  ].join("\n");
export const poorStory = ({ id }: Pick<PlannedStory, "id">, chance: Chance): string =>
  chance.pick(["", `# Story ${id}\n`, `# Story ${id}\n\n## Acceptance Criteria\n\nsoon\n`]);

export const storyFileOf = (id: string): string => `docs/stories/${id}.story.md`;
export const targetOf = (id: string): string => `src/${id}.ts`;
