// Why: context.md is read at the start of every pass, so it stays below its words and tells of open units alone.
import type { Path } from "../../../core/row.ts";
import { contextWords } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { ContextText, State, Unit } from "../state.ts";
import { label, list, orNone } from "./layout.ts";
import { composed, loose, type Piece } from "./pieces.ts";

export const contextFile: Path = "context.md";

/** Words of a unit's signal. */
const signalWords = 12;

export const wordsOf = (text: string): number => text.split(/\s+/u).filter((word) => word !== "").length;

const template: readonly Piece[] = [
  loose("#", "# {Task} Context"),
  loose("Goal", "**Goal:** {One sentence}"),
  loose("Approach", "**Approach:** {One sentence}"),
  loose("Key files/outputs", "**Key files/outputs:**\n- `{path}` — {description}"),
  loose("Patterns to follow", "**Patterns to follow:**\n- {Convention or style note}"),
  loose("Signals", "**Signals:**\n- T1/R1: {description of complete}\n- T2/R2: {description of complete}"),
];

const keyFiles = (files: ContextText["keyFiles"]): string =>
  list(files.map(({ path, text }) => `\`${path}\`${text.trim() === "" ? "" : ` — ${text}`}`));

const pieces = (title: string, context: ContextText, signals: readonly string[]): readonly Piece[] => [
  loose("#", `# ${title} Context`),
  loose("Goal", label("Goal", context.goal)),
  loose("Approach", label("Approach", context.approach)),
  loose("Key files/outputs", `**Key files/outputs:**\n${keyFiles(context.keyFiles)}`),
  loose("Patterns to follow", `**Patterns to follow:**\n${list(context.patterns)}`),
  loose("Signals", `**Signals:**\n${list(signals)}`),
];

const empty: ContextText = { goal: "", approach: "", keyFiles: [], patterns: [], signals: {}, whole: null };

/** What complete means, in the planner's words, else in the first criterion's. */
const signalOf = ({ id, criteria }: Unit, { signals }: ContextText): string => {
  const text = Object.hasOwn(signals, id) ? signals[id] : undefined;
  const words = oneLine(orNone(text ?? criteria[0] ?? ""))
    .split(" ")
    .filter((word) => word !== "");
  return `${id}: ${words.slice(0, signalWords).join(" ")}`;
};

/** Open units in plan order, as many as fit; an unlisted one is in the plan file. */
export const contextText = (state: State): string => {
  if (state.context === null && state.units.length === 0) return composed(state, contextFile, template);
  const context = state.context ?? empty;
  if (context.whole !== null) return `${context.whole.trimEnd()}\n`;
  const title = oneLine(state.brief?.title ?? "") || state.task;
  const written = (signals: readonly string[]): string => composed(state, contextFile, pieces(title, context, signals));
  const open = state.units.filter(({ stage }) => stage !== "settled").map((unit) => signalOf(unit, context));
  let room = contextWords - 1 - wordsOf(written([])) + 2;
  const fitting = open.findIndex((signal) => (room -= wordsOf(signal) + 1) < 0);
  return written(open.slice(0, fitting < 0 ? open.length : fitting));
};
