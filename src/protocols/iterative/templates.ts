// Plan templates by domain for knowledge runs without a planner.
import type { Described, KnowledgeDomain } from "./state.ts";

type Row = readonly [id: string, title: string, criterion: string, output: string, max: number];

const rows: Readonly<Record<KnowledgeDomain, readonly Row[]>> = {
  research: [
    ["R1", "Find sources", "topic areas mapped, sources for each", "sources/bibliography.md", 5],
    [
      "R2",
      "Judge sources",
      "each rated for credibility, relevance, age",
      "sources/evaluation.md",
      5,
    ],
    [
      "R3",
      "Find patterns",
      "themes, contradictions, gaps, with sources",
      "analysis/patterns.md",
      5,
    ],
    ["R4", "Synthesise", "one argument across sources, claims cited", "outputs/synthesis.md", 8],
  ],
  writing: [
    ["D1", "Outline", "every section with purpose and order", "drafts/outline.md", 3],
    ["D2", "Draft", "all sections complete", "drafts/draft-v1.md", 5],
    ["D3", "Revise", "clarity, flow, evidence better than the draft's", "drafts/draft-v2.md", 5],
    ["D4", "Polish", "one voice, formatted, ready to hand over", "outputs/final.md", 3],
  ],
  analysis: [
    ["A1", "Gather", "all inputs collected, quality noted", "data/collected/", 5],
    [
      "A2",
      "Patterns",
      "trends, anomalies, correlations, gaps, with examples",
      "analysis/patterns.md",
      5,
    ],
    ["A3", "Interpret", "meaning, alternatives, confidence", "analysis/interpretation.md", 5],
    ["A4", "Recommend", "actions with reasons and risks", "outputs/recommendations.md", 5],
  ],
  planning: [
    ["P1", "Context", "present state, constraints, people concerned", "planning/context.md", 5],
    ["P2", "Options", "three or more workable ways", "planning/options.md", 5],
    [
      "P3",
      "Weigh",
      "feasibility, impact, risk, cost, reversibility of each",
      "planning/evaluation.md",
      5,
    ],
    ["P4", "Decide", "chosen way, rejected ones and why, next steps", "outputs/decision.md", 3],
  ],
};

const letters: Readonly<Record<KnowledgeDomain, string>> = {
  research: "R",
  writing: "D",
  analysis: "A",
  planning: "P",
};
/** First letter of a domain's unit ids. */
export const letterOf = (domain: KnowledgeDomain): string => letters[domain];

/** Only the first two units of research precede an analysis, whose own second unit finds the patterns. */
const rowsOf = (domains: readonly KnowledgeDomain[]): readonly Row[] =>
  domains.join(",") === "research,analysis"
    ? [...rows.research.slice(0, 2), ...rows.analysis]
    : domains.flatMap((domain) => rows[domain]);

/** The units of these domains in sequence: each depends on the one before. */
export const templateFor = (domains: readonly KnowledgeDomain[]): readonly Described[] =>
  rowsOf(domains).map(([id, title, criterion, output, max], index, all) => {
    const before = all[index - 1];
    return {
      id,
      title,
      criteria: [criterion],
      files: [],
      output,
      depends: before === undefined ? [] : [before[0]],
      model: "sonnet",
      max,
    };
  });
