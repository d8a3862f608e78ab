// Units of an edited plan file, as commands give them.
import { withoutNulls } from "../../../core/json/record.ts";
import { noted, quietly, wrong } from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import { blockedClaim } from "../marks.ts";
import { dependsOf, type PlanRead } from "../markdown/plan.ts";
import type { UnitRead } from "../markdown/unit.ts";
import type { IterativeCommand, IterativeCommands } from "../commands.ts";
import type { State } from "../state.ts";
import { statusOf, unitOf } from "../units.ts";
import { claiming, derivedAt, type EditRead, findingAt, type Page } from "./page.ts";
import { titleAsked } from "./title.ts";
import { claim, reopens } from "./unit-status.ts";

export type UnitInput = IterativeCommands["AddUnit"]["data"]["unit"];

export const isDevelopment = ({ mode }: Pick<State, "mode">): boolean => mode === "development";

export const inputOf = (plan: PlanRead, unit: UnitRead, lines: boolean): UnitInput => ({
  id: unit.id,
  title: unit.title,
  criteria: unit.criteria ?? [],
  ...withoutNulls({ files: unit.files, output: unit.output }),
  depends: [...dependsOf(plan, unit, lines)],
  ...(unit.model === null || unit.model === "" ? {} : { model: unit.model }),
  ...(unit.max === null ? {} : { max: unit.max }),
});

/** Lines with invalid values, and duplicate ids. */
export const wrongLines = (page: Page<PlanRead>): EditRead => {
  const { units, unread } = page.after;
  const twice = units.filter(({ id }, index) => units.findIndex((one) => one.id === id) !== index);
  return wrong(
    ...twice
      .slice(0, 1)
      .map(({ id }) =>
        findingAt(page, id, "UNIT_REPEATED", `there are two units ${id}`, "another number"),
      ),
    ...units.flatMap((unit) =>
      unit.unread.map(({ field, text }) =>
        findingAt(
          page,
          `${unit.id}/${field}`,
          "FIELD_INVALID",
          `${field} of ${unit.id} is ${text.slice(0, 80)}`,
          "a whole number",
        ),
      ),
    ),
    ...unread
      .slice(0, 1)
      .map(({ text }) =>
        findingAt(
          page,
          "## Dependencies",
          "FIELD_INVALID",
          `${text.slice(0, 80)} names no chain of units`,
          "T1 → T2 (sequential), or T3 (independent)",
        ),
      ),
  );
};

/** Check boxes and comments after titles: only claims. */
export const tickAsked = (
  page: Page<PlanRead>,
  before: UnitRead | null,
  after: UnitRead,
): EditRead => {
  const { state, path } = page;
  const unit = unitOf(state, after.id);
  if (unit === null)
    return after.ticked || after.done !== null ? quietly(derivedAt(page, after.id, "a box")) : {};
  const isDone = statusOf(unit) === "done";
  const ticked =
    (after.ticked && before?.ticked !== true) ||
    (after.done !== null && before?.done !== after.done);
  const blocked =
    after.blocked !== null && before?.blocked !== after.blocked ? after.blocked : null;
  const unticked = before?.ticked === true && !after.ticked;
  const commands: readonly IterativeCommand[] = [
    ...(ticked && !isDone ? [claim(unit, "done", path)] : []),
    ...(blocked === null ? [] : [claim(unit, `${blockedClaim}${blocked}`, path)]),
  ];
  return joined([
    unticked && isDone
      ? wrong(
          findingAt(
            page,
            after.id,
            "STATUS_DERIVED",
            `${after.id} is done`,
            reopens(state, after.id),
          ),
        )
      : {},
    commands.length > 0 ? claiming(after.id, ...commands) : {},
    ticked && isDone ? noted : {},
  ]);
};

/** Text above and below the units, which other files define or the engine counts. */
export const frameAsked = (page: Page<PlanRead>, before: PlanRead): EditRead => {
  const { after, state } = page;
  const changed = (key: "created" | "total" | "status"): boolean =>
    (after[key] ?? "") !== (before[key] ?? "");
  const domain =
    !isDevelopment(state) &&
    (after.domain ?? "") !== "" &&
    after.domain !== before.domain &&
    (before.domain ?? "") !== "";
  return joined([
    titleAsked(page, before),
    domain
      ? wrong(
          findingAt(
            page,
            "Domain",
            "FIELD_FIXED",
            "the domain is the brief's",
            "change it in brief.md",
          ),
        )
      : {},
    ...(["created", "total", "status"] as const).map((key) => {
      const name = `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
      return changed(key) ? quietly(derivedAt(page, name, name)) : {};
    }),
  ]);
};
