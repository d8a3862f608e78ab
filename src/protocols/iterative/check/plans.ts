// Check rules of plans: impossible to work off, or contradicting the state.
import { graphFindings } from "../decider/plan-graph.ts";
import { leadsOut } from "../decider/plan-paths.ts";
import { contextWords, maxIterations, unitsLimit } from "../limits.ts";
import { dependsOf } from "../markdown/plan.ts";
import type { UnitRead } from "../markdown/unit.ts";
import { isId, modelOf } from "../read/described.ts";
import { freeFolders } from "../units.ts";
import { inReading, inText, type CheckInput, type Rule } from "./check-input.ts";

const repeated: Rule = ({ seen: { plan }, notes }) => {
  const met = new Set<string>();
  for (const { id, at } of plan?.units ?? []) {
    if (plan !== null && met.has(id))
      notes.error(inText(plan, id, at), "UNIT_REPEATED", `there are two units ${id}`);
    met.add(id);
  }
};

const uniqueUnits = (units: readonly UnitRead[]): readonly UnitRead[] => [
  ...new Map(units.map((unit) => [unit.id, unit])).values(),
];

const graph: Rule = ({ seen: { plan }, notes }) => {
  if (plan === null) return;
  const isDevelopment = plan.mode === "development";
  const units = uniqueUnits(plan.units);
  if (units.length > unitsLimit) {
    notes.error(
      inReading(plan, "#"),
      "PLAN_OVERSIZED",
      `the plan has ${units.length} units, more than ${unitsLimit}`,
    );
    return;
  }
  const linked = units.map((unit) => ({
    id: unit.id,
    depends: dependsOf(plan, unit, isDevelopment),
  }));
  const anchor = (id: string): string =>
    plan.spots.has(`${id}/Depends`) ? `${id}/Depends` : "## Dependencies";
  for (const { code, text, pointer } of graphFindings(linked, anchor))
    notes.error(inReading(plan, pointer ?? ""), code, text);
};

const texts: Rule = ({ seen: { plan, state }, folder, notes }) => {
  if (plan === null) return;
  const ground = { slug: state?.slug ?? folder ?? "", archive: null };
  for (const unit of plan.units) {
    const at = (field: string): ReturnType<typeof inText> =>
      inText(plan, `${unit.id}/${field}`, unit.spots.get(field) ?? unit.at);
    if ((unit.criteria ?? []).length === 0)
      notes.error(at("Criteria"), "CRITERIA_EMPTY", `${unit.id} has no criterion`);
    const outside = (field: string, path: string): void => {
      const why = path === "" ? null : leadsOut(ground, path);
      if (why !== null) notes.error(at(field), "PATH_OUTSIDE", `${path.slice(0, 200)} ${why}`);
    };
    for (const path of unit.files ?? []) outside("Files", path);
    outside("Output", unit.output ?? "");
  }
};

/** Parts that `adopt` quarantines or interprets differently. */
const odd: Rule = ({ seen: { plan, state, mode }, notes }) => {
  const malformed = (id: string): string =>
    `${id.slice(0, 80)} is no id of a unit in ${mode ?? ""}`;
  for (const { id, at, unread, model, max, spots } of plan?.units ?? []) {
    if (plan === null || mode === null) return;
    if (!isId(mode, id)) notes.error(inText(plan, id, at), "UNIT_MALFORMED", malformed(id));
    for (const one of unread)
      notes.warn(
        inText(plan, `${id}/${one.field}`, one.at),
        "FIELD_INVALID",
        `${one.field} of ${id} is ${one.text.slice(0, 80)}`,
      );
    const spot = (field: string): ReturnType<typeof inText> =>
      inText(plan, `${id}/${field}`, spots.get(field) ?? at);
    if (max !== null && (max < maxIterations.least || max > maxIterations.most))
      notes.warn(
        spot("Max iterations"),
        "LIMIT_INVALID",
        `${id} may take ${maxIterations.least} to ${maxIterations.most} iterations, not ${max}`,
      );
    if (model !== null && model !== "" && modelOf(model) === null)
      notes.warn(
        spot("Model"),
        "MODEL_UNKNOWN",
        `${id} asks for the tier ${model.slice(0, 80)}; there are haiku, sonnet, opus`,
      );
  }
  const described = new Set(plan?.units.map(({ id }) => id));
  for (const { id, spot } of state?.units ?? [])
    if (mode !== null && !isId(mode, id.toUpperCase()) && !described.has(id.toUpperCase()))
      notes.error(spot, "UNIT_MALFORMED", malformed(id));
};

/** Units of a plan that waits for approval aren't in the state yet. */
const isApproved = ({ seen: { state } }: CheckInput): boolean =>
  state !== null && state.phase !== "discover" && state.phase !== "plan";

const agreed: Rule = (judged) => {
  const { seen, notes } = judged;
  const { plan, state } = seen;
  if (plan === null || state === null || state.holds.length === 0) return;
  const described = new Map(plan.units.map((unit) => [unit.id, unit]));
  const listed = new Map(state.units.map((unit) => [unit.id, unit]));
  for (const { id, spot } of state.units)
    if (!described.has(id))
      notes.warn(
        spot,
        "UNIT_UNDESCRIBED",
        `${id.slice(0, 80)} isn't in ${plan.path.split("/").at(-1)}`,
      );
  for (const { id, at, ticked } of plan.units) {
    const unit = listed.get(id);
    if (unit === undefined) {
      if (isApproved(judged))
        notes.warn(inText(plan, id, at), "UNIT_UNLISTED", `${id} isn't in state.json`);
    } else if (ticked !== (unit.status === "done"))
      notes.warn(
        inText(plan, id, at),
        "BOX_MISMATCHED",
        ticked
          ? `${id} is ticked, and its status is ${(unit.status ?? "unknown").slice(0, 80)}`
          : `${id} is done, and its box is empty`,
      );
  }
};

/** Without a working tree, only texts in the run's folder can be checked. */
const outputs: Rule = ({ seen: { plan, state }, files, notes }) => {
  if (plan === null || state === null || files === null) return;
  const done = new Set(state.units.filter(({ status }) => status === "done").map(({ id }) => id));
  for (const { id, output, spots, at } of plan.units) {
    if (
      !done.has(id) ||
      output === null ||
      !freeFolders.includes(output.split("/")[0] ?? "") ||
      !output.endsWith(".md")
    )
      continue;
    if (!files.has(output))
      notes.warn(
        inText(plan, `${id}/Output`, spots.get("Output") ?? at),
        "OUTPUT_MISSING",
        `${id} is done, and ${output.slice(0, 200)} isn't there`,
      );
  }
};

const short: Rule = ({ seen: { context }, notes }) => {
  if (context !== null && context.words >= contextWords)
    notes.warn(
      inReading(context, "#"),
      "CONTEXT_LONG",
      `it has ${context.words} words; every pass reads it, so it stays below ${contextWords}`,
    );
};

export const planRules: readonly Rule[] = [repeated, graph, texts, odd, agreed, outputs, short];
