// What only ultrawork keeps of a run: names of its folder, what explorers found, parts of an adopted folder.
import * as t from "../../kit/schema.ts";
import { ownOn } from "../../work/own.ts";
import type { Unit } from "../../work/unit.ts";
import { complexity } from "./documents/words.ts";

const maybe = t.maybe(t.text);
/** Lists of context.json, which all explorers fill. */
export const listKeys = ["key_files", "patterns", "constraints"] as const;
/** What one explorer reported. `file`: its note, relative to the run's folder. */
export const finding = t.record({
  explorer: t.text,
  hint: t.text,
  file: maybe,
  summary: t.text,
  key_files: t.texts,
  patterns: t.texts,
  constraints: t.texts,
});
export type Finding = t.Of<typeof finding>;
export type Lists = Pick<Finding, (typeof listKeys)[number]>;
export const noLists = { key_files: [], patterns: [], constraints: [] } satisfies Lists;
/** Who adds to these lists by hand, and is no explorer. */
export const byHand = "hand";
const ownShape = t.record({
  session: t.text,
  sessionTask: t.text,
  team: t.text,
  home: t.text,
  /** In order of recording. */
  findings: t.list(finding),
  /** Of an adopted folder: who planned it, and when. */
  planner: t.maybe(t.record({ agent_id: maybe, started_at: maybe, completed_at: maybe })),
  /** Entries of an adopted evidence_log, each as JSON text. */
  evidenceLog: t.texts,
  /** Keys of an adopted context.json: they stay, even without content. */
  context: t.optional(t.texts),
});
export type Own = t.Of<typeof ownShape>;
export const { ownOf, withOwn } = ownOn(ownShape);

export const complexityOf = ({ more }: Pick<Unit, "more">) =>
  complexity.words.find((one) => one === more["complexity"]) ?? null;
/** What an explorer looks for. */
export const hintOf = ({ more }: Pick<Unit, "more">): string => {
  const { hint } = more;
  return typeof hint === "string" ? hint : "";
};
