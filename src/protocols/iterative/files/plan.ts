// Writer of the plan file with each unit's status: tasks.md in development, plan.md in knowledge mode.
import type { Path } from "../../../core/row.ts";
import { second } from "../../../core/words/seconds.ts";
import { laidOut, oneLine } from "../markdown/values.ts";
import type { Described, State } from "../state.ts";
import { statusOf, titleOf, unitOf } from "../units.ts";
import { arrows } from "./arrows.ts";
import { body, label, orNone, paths } from "./layout.ts";
import { composed, loose, type Piece, tight } from "./pieces.ts";

export const planFile = ({ mode }: Pick<State, "mode">): Path =>
  mode === "development" ? "tasks.md" : "plan.md";

const development: readonly Piece[] = [
  loose("#", "# {Feature} - Tasks"),
  loose("Created", "**Created:** {timestamp}"),
  tight("Total", "**Total:** {N} tasks"),
  tight("Status", "**Status:** {X} done, {Y} in progress, {Z} pending"),
  loose("## Dependencies", "## Dependencies\n\nT1 → T2 → T3 (sequential)\nT4 (independent)"),
  loose("## Tasks", "## Tasks"),
  loose("", "- [ ] **T1**: {title}"),
  tight("", "  - Files: `{paths}`"),
  tight("", "  - Criteria: {measurable}"),
  tight("", "  - Completion: `<signal>T1_DONE</signal>`"),
  tight("", "  - Max iterations: {N}"),
  tight("", "  - Depends: {none|T1}"),
  tight("", "  - Model: {haiku|sonnet|opus}"),
  loose("## Notes", "## Notes\n\n{Context for sub-agents}"),
];
const knowledge: readonly Piece[] = [
  loose("#", "# {Task Name} - Phases"),
  loose("Created", "**Created:** {timestamp}"),
  tight("Domain", "**Domain:** {research|writing|analysis|planning}"),
  tight("Total", "**Total:** {N} phases"),
  loose("## Phases", "## Phases"),
  loose("", "- [ ] **R1**: {title}"),
  tight("", "  - Criteria: {measurable}"),
  tight("", "  - Output: `{path}`"),
  tight("", "  - Max iterations: {N}"),
  loose("## Dependencies", "## Dependencies\n\nR1 → R2 → R3 → R4 (sequential)"),
];

const criteria = (list: readonly string[]): string => {
  const [only, ...others] = list;
  if (only === undefined || others.length === 0)
    return `- Criteria: ${laidOut(orNone(only ?? ""), "    ")}`;
  return ["- Criteria:", ...list.map((one) => `    - ${laidOut(orNone(one), "      ")}`)].join(
    "\n",
  );
};

const fields = (state: State, unit: Described): readonly (readonly [string, string])[] =>
  state.mode === "development"
    ? [
        ["Files", `- Files: ${paths(unit.files)}`],
        ["Criteria", criteria(unit.criteria)],
        ["Completion", `- Completion: \`<signal>${unit.id}_DONE</signal>\``],
        ["Max iterations", `- Max iterations: ${unit.max}`],
        ["Depends", `- Depends: ${unit.depends.length === 0 ? "none" : unit.depends.join(", ")}`],
        ["Model", `- Model: ${unit.model}`],
      ]
    : [
        ["Criteria", criteria(unit.criteria)],
        ["Output", `- Output: ${paths(unit.output === null ? [] : [unit.output])}`],
        ["Max iterations", `- Max iterations: ${unit.max}`],
      ];

const isDone = (state: State, { id }: Described): boolean => unitOf(state, id)?.stage === "settled";

const unitPieces = (state: State, unit: Described): readonly Piece[] => [
  loose(unit.id, `- [${isDone(state, unit) ? "x" : " "}] **${unit.id}**: ${oneLine(unit.title)}`),
  ...fields(state, unit).map(([name, text]) => tight(`${unit.id}/${name}`, `  ${text}`)),
];

const working: ReadonlySet<string> = new Set(["in_progress", "confirming", "verifying"]);
const counts = (state: State, units: readonly Described[]): string => {
  const done = units.filter((unit) => isDone(state, unit)).length;
  const busy = units.filter(({ id }) => {
    const unit = unitOf(state, id);
    return unit !== null && working.has(statusOf(unit));
  }).length;
  return `${done} done, ${busy} in progress, ${units.length - done - busy} pending`;
};

/** Units of the proposal, or of the approved plan. */
export const shownUnits = ({ plan, units }: Pick<State, "plan" | "units">): readonly Described[] =>
  plan.state === "approved" || plan.proposal === null ? units : plan.proposal.units;

const pieces = (state: State, units: readonly Described[]): readonly Piece[] => {
  const title = titleOf(state);
  const created = loose("Created", label("Created", second(state.plan.at ?? state.createdAt)));
  const dependencies = loose(
    "## Dependencies",
    ["## Dependencies", "", ...arrows(units)].join("\n"),
  );
  const listed = units.flatMap((unit) => unitPieces(state, unit));
  return state.mode === "development"
    ? [
        loose("#", `# ${title} - Tasks`),
        created,
        tight("Total", label("Total", `${units.length} tasks`)),
        tight("Status", label("Status", counts(state, units))),
        dependencies,
        loose("## Tasks", "## Tasks"),
        ...listed,
        loose("## Notes", `## Notes\n\n${body(state.plan.notes)}`),
      ]
    : [
        loose("#", `# ${title} - Phases`),
        created,
        tight("Domain", label("Domain", state.domain)),
        tight("Total", label("Total", `${units.length} phases`)),
        loose("## Phases", "## Phases"),
        ...listed,
        dependencies,
      ];
};

export const planText = (state: State): string => {
  const units = shownUnits(state);
  const empty = state.mode === "development" ? development : knowledge;
  return composed(state, planFile(state), units.length === 0 ? empty : pieces(state, units));
};
