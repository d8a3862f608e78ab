// Word table of composition: what each kind of step becomes.
import type { WorkNode } from "../template.ts";

type Ports = { readonly in: readonly string[]; readonly out: readonly string[] };
export type Word = {
  readonly word: string;
  readonly also: readonly string[];
  readonly type: WorkNode["type"] | "checkpoint";
  /** The tool of a CLI node; empty for a checkpoint. */
  readonly executor: string;
  readonly ports: Ports;
  /** Used in a complex template. */
  readonly complex?: { readonly executor: string; readonly out: readonly string[] };
  /** For checkpoints only: whether it passes automatically. */
  readonly auto?: boolean;
};

const ports = (input: string, output: string): Ports => ({ in: [input], out: [output] });
const none: Ports = { in: [], out: [] };
const skill = (word: string, executor: string, its: Ports, ...also: readonly string[]): Word => ({
  word,
  also,
  type: "skill",
  executor,
  ports: its,
});

export const words: readonly Word[] = [
  {
    ...skill("planning", "workflow-lite-plan", ports("requirement", "plan"), "plan", "design"),
    complex: { executor: "workflow-plan", out: ["detailed-plan"] },
  },
  skill(
    "execution",
    "workflow-execute",
    ports("detailed-plan", "code"),
    "execute",
    "implement",
    "build",
    "code",
    "fix",
  ),
  skill("testing", "workflow-test-fix", ports("code", "test-passed"), "test", "validate", "verify"),
  skill("review", "review-cycle", ports("code", "review-findings")),
  skill("brainstorm", "brainstorm", ports("exploration-topic", "brainstorm-analysis"), "ideate"),
  skill("spec", "spec-generator", ports("requirement", "specification")),
  skill("tdd", "workflow-tdd-plan", ports("requirement", "tdd-tasks")),
  {
    word: "refactor",
    also: [],
    type: "command",
    executor: "workflow:refactor-cycle",
    ports: ports("codebase", "refactored-code"),
  },
  {
    word: "integration-test",
    also: [],
    type: "command",
    executor: "workflow:integration-test-cycle",
    ports: ports("requirement", "test-passed"),
  },
  {
    word: "analysis",
    also: ["analyze", "analyse", "explore"],
    type: "cli",
    executor: "gemini",
    ports: ports("analysis-topic", "analysis"),
  },
  {
    word: "agent",
    also: ["delegate"],
    type: "agent",
    executor: "general-purpose",
    ports: ports("requirement", "result"),
  },
  { word: "checkpoint", also: ["save"], type: "checkpoint", executor: "", ports: none, auto: true },
  { word: "pause", also: [], type: "checkpoint", executor: "", ports: none, auto: false },
];

/** Prefixes before a colon, and the step that each makes of the name after it. */
const prefixes: Readonly<Record<string, (name: string) => Pick<Word, "type" | "executor">>> = {
  skill: (executor) => ({ type: "skill", executor }),
  command: (executor) => ({ type: "command", executor }),
  cli: (executor) => ({ type: "cli", executor }),
  agent: (executor) => ({ type: "agent", executor }),
  run: (protocol) => ({ type: "command", executor: `cairn:${protocol}` }),
};
export const prefixNames = Object.keys(prefixes);

/** Reads `plan`, `skill:x` or `command:x:y`, case-insensitively. Returns null for an unknown word. */
export const wordOf = (said: string): Word | null => {
  const lower = said.toLowerCase();
  const known = words.find(({ word, also }) => word === lower || also.includes(lower));
  if (known !== undefined) return known;
  const colon = said.indexOf(":");
  const make =
    colon === -1
      ? undefined
      : prefixes[prefixNames.find((name) => name === lower.slice(0, colon)) ?? ""];
  const name = said.slice(colon + 1);
  return make === undefined || name === ""
    ? null
    : { word: said, also: [], ports: none, ...make(name) };
};

/** For refusal messages. */
export const wordList: readonly string[] = words.flatMap(({ word, also }) => [word, ...also]);

/** An analysis uses the rule of the first of these words in its text. */
const cliRules: readonly (readonly [string, string])[] = [
  ["architecture", "analysis-review-architecture"],
  ["quality", "analysis-review-code-quality"],
  ["bug", "analysis-diagnose-bug-root-cause"],
  ["security", "analysis-assess-security-risks"],
  ["performance", "analysis-analyze-performance"],
  ["pattern", "analysis-analyze-code-patterns"],
];

export const ruleFor = (text: string): string | null => {
  const lower = text.toLowerCase();
  const places = cliRules.map(([word, rule]) => ({
    rule,
    at: lower.search(new RegExp(String.raw`\b${word}`, "u")),
  }));
  return places.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at)[0]?.rule ?? null;
};
