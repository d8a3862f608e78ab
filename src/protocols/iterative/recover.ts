// Search for work that is no longer what was proved, against git and Outputs (specification, section 9).
import type { Ask, Facts } from "../../core/protocol.ts";
import { isPlaced } from "../../core/placed.ts";
import { oneLine } from "../../core/quote.ts";
import { outputRun } from "./decider/output.ts";
import type { IterativeCommand, IterativeCommands } from "./commands.ts";
import type { Stage, State, Unit } from "./state.ts";
import { contentAsk, livePasses, outputPath } from "./units.ts";

type Finding = IterativeCommands["Recover"]["data"]["findings"][number];

/** Stages whose proof must match the unit's current content. */
const proven: ReadonlySet<Stage> = new Set(["confirm", "regate", "verify", "settled"]);
const isProven = (unit: Unit): boolean => proven.has(unit.stage) && unit.content !== null;

/** No recovery during active work or after the run's end. Committed work can't be lost, wherever the files are. */
const isQuiet = (state: State): boolean =>
  state.ended === null &&
  state.archive === null &&
  livePasses(state).length === 0 &&
  !isPlaced(state);

export const onBranch = (state: Pick<State, "branch">, facts: Facts): boolean =>
  state.branch === null || facts.branch === state.branch;

export const groundAsk = (state: State): Ask => {
  const units = isQuiet(state) ? state.units.filter(isProven) : [];
  if (units.length === 0) return {};
  return {
    files: units.flatMap(({ output }) =>
      output === null || output.endsWith("/") ? [] : [outputPath(state, output)],
    ),
    lenient: true,
    contents: Object.fromEntries(units.map((unit) => [unit.id, contentAsk(state, unit)])),
    reached: [...new Set(units.flatMap(({ commits }) => commits))],
  };
};

const lost = (state: State, unit: Unit, facts: Facts, now: string | null): string | null => {
  if (now === null && (state.mode === "knowledge" || facts.repo === null))
    return `${unit.output ?? "what it made"} is gone`;
  const path = unit.output === null ? null : outputPath(state, unit.output);
  const text = path === null ? null : (facts.files[path]?.text ?? null);
  const stub = path === null || text === null ? null : outputRun("output", path, text, true).why;
  if (stub !== null) return stub;
  const gone = unit.commits.filter((hash) => facts.reached?.[hash] === false);
  return gone.length === 0
    ? null
    : `${gone.map((hash) => hash.slice(0, 7)).join(", ")} can't be reached any more`;
};

/** Units whose content no longer matches their proof; none on a branch other than the run's. */
export const ground = (state: State, facts: Facts): readonly Finding[] => {
  const contents = facts.contents ?? {};
  if (!isQuiet(state) || !onBranch(state, facts)) return [];
  return state.units.filter(isProven).flatMap((unit): readonly Finding[] => {
    if (!Object.hasOwn(contents, unit.id)) return [];
    const content = contents[unit.id] ?? null;
    if (content === unit.content) return [];
    const why = lost(state, unit, facts, content);
    if (why !== null) return [{ unit: unit.id, is: "lost", why, content }];
    // A completed unit stays so: later units may build on it, and final gate and review judge the current tree.
    return unit.stage === "settled"
      ? []
      : [{ unit: unit.id, is: "stale", why: "its content is not what was agreed on", content }];
  });
};

export const recover = {
  ask: groundAsk,
  of: (state: State, facts: Facts): readonly IterativeCommand[] => {
    const findings = ground(state, facts);
    return findings.length === 0 ? [] : [{ type: "Recover", data: { findings } }];
  },
  words: (command: IterativeCommand): readonly string[] =>
    command.type === "Recover"
      ? command.data.findings.map(({ unit, is, why }) => `${unit} is ${is}: ${oneLine(why)}`)
      : [],
};
