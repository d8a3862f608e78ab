// Writer of context.md from the state: at most 200 words, open work before finished.
import type { Path } from "../../../core/row.ts";
import { contextWords } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { ContextText, State, Unit } from "../state.ts";
import { titleOf } from "../units.ts";
import { label, list, orNone } from "./layout.ts";
import { composed, loose, type Piece } from "./pieces.ts";

export const contextFile: Path = "context.md";

/** Words of a unit's signal. */
const signalWords = 12;

export const wordsOf = (text: string): number =>
  text.split(/\s+/u).filter((word) => word !== "").length;

const template: readonly Piece[] = [
  loose("#", "# {Task} Context"),
  loose("Goal", "**Goal:** {One sentence}"),
  loose("Approach", "**Approach:** {One sentence}"),
  loose("Key files/outputs", "**Key files/outputs:**\n- `{path}` — {description}"),
  loose("Patterns to follow", "**Patterns to follow:**\n- {Convention or style note}"),
  loose(
    "Signals",
    "**Signals:**\n- T1/R1: {description of complete}\n- T2/R2: {description of complete}",
  ),
];

const keyFiles = (files: ContextText["keyFiles"]): string =>
  list(files.map(({ path, text }) => `\`${path}\`${text.trim() === "" ? "" : ` — ${text}`}`));

const pieces = (
  title: string,
  context: ContextText,
  signals: readonly string[],
): readonly Piece[] => [
  loose("#", `# ${title} Context`),
  loose("Goal", label("Goal", context.goal)),
  loose("Approach", label("Approach", context.approach)),
  loose("Key files/outputs", `**Key files/outputs:**\n${keyFiles(context.keyFiles)}`),
  loose("Patterns to follow", `**Patterns to follow:**\n${list(context.patterns)}`),
  loose("Signals", `**Signals:**\n${list(signals)}`),
];

const empty: ContextText = {
  goal: "",
  approach: "",
  keyFiles: [],
  patterns: [],
  signals: {},
  whole: null,
};

/** The meaning of "complete": the planner's words, else the first criterion's. */
const signalOf = ({ id, criteria }: Unit, { signals }: ContextText): string => {
  const text = Object.hasOwn(signals, id) ? signals[id] : undefined;
  const words = oneLine(orNone(text ?? criteria[0] ?? ""))
    .split(" ")
    .filter((word) => word !== "");
  return `${id}: ${words.slice(0, signalWords).join(" ")}`;
};

/** Words of the outcome, used without a goal. */
const goalWords = 30;
const wantedIn = ({ brief }: State): string => {
  const words = oneLine(brief?.outcome ?? "").split(" ");
  return words.length > goalWords ? `${words.slice(0, goalWords).join(" ")} …` : words.join(" ");
};

/** Lists units in plan order, as many as fit, open ones before done ones; the others are only in the plan file. */
export const contextText = (state: State): string => {
  if (state.context === null && state.units.length === 0)
    return composed(state, contextFile, template);
  const context = state.context ?? empty;
  if (context.whole !== null) return `${context.whole.trimEnd()}\n`;
  const shown = { ...context, goal: context.goal === "" ? wantedIn(state) : context.goal };
  const written = (signals: readonly string[]): string =>
    composed(state, contextFile, pieces(titleOf(state), shown, signals));
  let room = contextWords - 1 - wordsOf(written([])) + 2;
  const fitting = new Set<Unit>();
  const isDone = ({ stage }: Unit): boolean => stage === "settled";
  for (const unit of [
    ...state.units.filter((one) => !isDone(one)),
    ...state.units.filter(isDone),
  ]) {
    room -= wordsOf(signalOf(unit, context)) + 1;
    if (room < 0) break;
    fitting.add(unit);
  }
  return written(
    state.units.filter((unit) => fitting.has(unit)).map((unit) => signalOf(unit, context)),
  );
};
