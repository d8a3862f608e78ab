// What only ultrawork keeps of a run: names of its folder, what explorers found, parts of an adopted folder.
import * as t from "../../kit/schema.ts";
import { fits } from "../../kit/findings.ts";
import type { Unit } from "../../work/unit.ts";
import type { Work } from "../../work/work.ts";

const maybe = t.maybe(t.text);
/** What one explorer reported. `file`: its note, relative to the run's folder. */
export const finding = t.record({
  explorer: t.text,
  hint: t.text,
  file: maybe,
  summary: t.text,
  keyFiles: t.texts,
  patterns: t.texts,
  constraints: t.texts,
});
export type Finding = t.Of<typeof finding>;
export const ownShape = t.record({
  session: t.text,
  sessionTask: t.text,
  team: t.text,
  home: t.text,
  /** In order of recording. */
  findings: t.list(finding),
  /** Of an adopted folder: who planned it, and when. */
  planner: t.maybe(t.record({ agent: maybe, startedAt: maybe, completedAt: maybe })),
  /** Entries of an adopted evidence_log, each as JSON text. */
  evidenceLog: t.texts,
  /** Keys of an adopted context.json: they stay, even without content. */
  context: t.optional(t.texts),
});
export type Own = t.Of<typeof ownShape>;

/** By its object, because each file and view reads it. */
const read = new WeakMap<object, Own>();
/** @throws for a state of another protocol, which only a bug can cause */
export const ownOf = ({ more }: Pick<Work, "more">): Own => {
  const known = read.get(more);
  if (known !== undefined) return known;
  if (!fits(ownShape, more)) throw new TypeError("this is no run of ultrawork");
  read.set(more, more);
  return more;
};
export const withOwn = (state: Work, change: Partial<Own>): Work => ({
  ...state,
  more: { ...ownOf(state), ...change },
});

const complexities = ["simple", "standard", "complex"] as const;
export type Complexity = (typeof complexities)[number];
export const complexityShape = t.oneOf(complexities);
export const complexityOf = ({ more }: Pick<Unit, "more">): Complexity | null =>
  complexities.find((one) => one === more["complexity"]) ?? null;
/** What an explorer looks for. */
export const hintOf = ({ more }: Pick<Unit, "more">): string => {
  const { hint } = more;
  return typeof hint === "string" ? hint : "";
};
