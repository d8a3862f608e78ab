// Reader of edits of the plan file: a plan by hand, or changes of single units.
import { noted, quietly, wrong } from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import { dependsOf, type PlanRead } from "../markdown/plan.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { answersByFile, frozen } from "../decider/quiet.ts";
import type { State, Unit } from "../state.ts";
import type { UnitRead } from "../markdown/unit.ts";
import type { IterativeCommand } from "../commands.ts";
import { unitOf } from "../units.ts";
import { blocksAsked } from "./extras.ts";
import { asking, derivedAt, type EditRead, findingAt, type Page, placeIn } from "./page.ts";
import {
  frameAsked,
  inputOf,
  isDevelopment,
  tickAsked,
  type UnitInput,
  wrongLines,
} from "./plan-doc.ts";

type Changes = Extract<IterativeCommand, { readonly type: "EditUnit" }>["data"]["changes"];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const byId = ({ units }: PlanRead): ReadonlyMap<string, UnitRead> =>
  new Map(units.map((unit) => [unit.id, unit]));

/** The dependency arrows, redrawn. */
const drawn = ({ edges }: PlanRead): readonly string[] =>
  (edges ?? []).map((edge) => edge.join(" → ")).sort();
const lined = (plan: PlanRead): readonly string[] =>
  plan.units
    .flatMap((unit) => dependsOf(plan, unit, true).map((one) => `${one} → ${unit.id}`))
    .sort();

/** The section's text, ignoring whitespace. */
const arrowsIn = ({ text, spots }: PlanRead): string => {
  const at = spots.get("## Dependencies");
  if (at === undefined) return "";
  const end = text.indexOf("\n## ", at);
  return text
    .slice(at, end === -1 ? text.length : end)
    .replaceAll(/\s+/gu, " ")
    .trim();
};

/** In tasks.md the Depends lines count; arrows that were changed with them must agree. */
const arrowsAsked = (page: Page<PlanRead>, before: PlanRead): EditRead => {
  const { after, state } = page;
  if (!isDevelopment(state) || arrowsIn(before) === arrowsIn(after) || after.edges === null)
    return {};
  const asked = after.units.some(
    (unit) =>
      unit.depends !== null && !isSame(unit.depends, byId(before).get(unit.id)?.depends ?? null),
  );
  if (!asked)
    return quietly(
      derivedAt(page, "## Dependencies", "Dependencies: it is drawn from the Depends lines, and"),
    );
  return isSame([...new Set(lined(after))], drawn(after))
    ? noted
    : wrong(
        findingAt(
          page,
          "## Dependencies",
          "DEPENDENCY_CONFLICTED",
          "the arrows say otherwise than the Depends lines",
          "change the Depends lines alone: the arrows follow",
        ),
      );
};

/** Before approval the file is the plan; check marks of units that haven't started mean nothing. */
const proposalAsked = (page: Page<PlanRead>, before: PlanRead): EditRead => {
  const { after, state } = page;
  const lines = isDevelopment(state);
  const units = after.units.map((unit) => inputOf(after, unit, lines));
  const was = before.units.map((unit) => inputOf(before, unit, lines));
  const notes = lines && (after.notes ?? "") !== (before.notes ?? "") ? (after.notes ?? "") : null;
  if (isSame(units, was) && notes === null) return {};
  return asking("#", {
    type: "ProposePlan",
    data: { units, ...(notes === null ? {} : { notes }) },
  });
};

const changesOf = (was: UnitInput, now: UnitInput): Changes => ({
  ...(now.title === was.title ? {} : { title: now.title }),
  ...(isSame(now.criteria, was.criteria) ? {} : { criteria: now.criteria }),
  ...(isSame(now.files ?? [], was.files ?? []) ? {} : { files: now.files ?? [] }),
  ...((now.output ?? was.output) === was.output ? {} : { output: now.output ?? "" }),
  ...(isSame(now.depends, was.depends) ? {} : { depends: now.depends ?? [] }),
  ...((now.model ?? was.model) === was.model ? {} : { model: now.model ?? "" }),
});

const unitAsked = (
  page: Page<PlanRead>,
  base: PlanRead,
  was: UnitRead | null,
  now: UnitRead,
): EditRead => {
  const { state, after } = page;
  const lines = isDevelopment(state);
  const input = inputOf(after, now, lines);
  if (was === null) return asking(now.id, { type: "AddUnit", data: { unit: input } });
  const unit = unitOf(state, now.id);
  // A unit removed in the meantime can't be edited; an unchanged one wasn't meant.
  if (unit === null)
    return isSame(inputOf(base, was, lines), input)
      ? noted
      : asking(now.id, { type: "AddUnit", data: { unit: input } });
  const changes = changesOf(inputOf(base, was, lines), input);
  const [first] = Object.keys(changes);
  const max = now.max !== null && now.max !== was.max ? now.max : null;
  return joined([
    first === undefined
      ? {}
      : asking(now.id, { type: "EditUnit", data: { unit: now.id, changes } }),
    max === null
      ? {}
      : asking(`${now.id}/Max iterations`, { type: "SetLimit", data: { unit: now.id, max } }),
    now.completion !== was.completion
      ? quietly(derivedAt(page, `${now.id}/Completion`, "Completion"))
      : {},
  ]);
};

/** A file edit can't drop a unit; if the unit waits for an answer, the refusal lists the options. */
const dropped = (state: State, unit: Unit): Refusal =>
  unit.stage === "stuck"
    ? answersByFile(state, unit)
    : frozen(state, "#", `drops ${unit.id}`, `DropUnit --unit ${unit.id} --reason "why"`);

/** @param current current content of the file, for units that the edited copy didn't have yet */
const changesAsked = (page: Page<PlanRead>, before: PlanRead, current: PlanRead): EditRead => {
  const { state, after } = page;
  const then = byId(before);
  const standing = byId(current);
  const there = byId(after);
  const gone = state.units.filter(({ id }) => then.has(id) && !there.has(id));
  return joined([
    ...[...there.values()].map((now) => {
      const own = then.get(now.id);
      return own === undefined
        ? unitAsked(page, current, standing.get(now.id) ?? null, now)
        : unitAsked(page, before, own, now);
    }),
    ...gone.map((unit) =>
      wrong({
        ...dropped(state, unit),
        path: page.path,
        pointer: "#",
        ...placeIn(page.after, "#"),
      }),
    ),
    isDevelopment(state) && (after.notes ?? "") !== (before.notes ?? "")
      ? asking("## Notes", { type: "SetNotes", data: { notes: after.notes ?? "" } })
      : {},
  ]);
};

/** In plan.md, a missing section doesn't remove the dependencies. */
const withEdges = (page: Page<PlanRead>, before: PlanRead): Page<PlanRead> =>
  page.after.edges !== null || isDevelopment(page.state)
    ? page
    : { ...page, after: { ...page.after, edges: before.edges } };

export const planAsked = (given: Page<PlanRead>, before: PlanRead, current: PlanRead): EditRead => {
  const page = withEdges(given, before);
  const { state, path, after } = page;
  const isDraft = state.phase === "discover" || state.phase === "plan";
  const then = byId(before);
  return joined([
    wrongLines(page),
    frameAsked(page, before),
    arrowsAsked(page, before),
    isDraft ? proposalAsked(page, before) : changesAsked(page, before, current),
    ...after.units.map((unit) => tickAsked(page, then.get(unit.id) ?? null, unit)),
    blocksAsked(state, path, before.unknown, after.unknown),
  ]);
};

const fieldNames: Readonly<Record<string, string>> = {
  criteria: "Criteria",
  files: "Files",
  output: "Output",
  depends: "Depends",
  model: "Model",
  max: "Max iterations",
};

/** The line of the file that a command's field came from. */
export const planAnchor = (
  after: PlanRead,
  command: IterativeCommand,
  at: string,
  pointer: string,
): string => {
  const [, first = "", second = "", third = ""] = pointer.split("/");
  const own = command.type === "ProposePlan" && first === "units";
  const id = own ? (after.units[Number(second)]?.id ?? at) : at;
  const field = fieldNames[own || first === "units" ? third : second] ?? null;
  return field === null ? id : `${id}/${field}`;
};
