// Commands of the plan: units, proposals, approval, the goal.
import { isRefusal, type Refusal, refuse, refuseAll } from "../../core/refusal.ts";
import type { Stamp } from "../../core/protocol.ts";
import { reasonMissing } from "../../core/rules/reason.ts";
import { isRecord } from "../../core/json/record.ts";
import * as t from "../../kit/schema.ts";
import { plannedUnits, plannerOf, wholeOf, worked } from "../course.ts";
import { type Dialect, kindOf, type Planning } from "../dialect.ts";
import { planProposed, unitsSet } from "../events/plan.ts";
import { unitRetried } from "../events/units.ts";
import { partOf } from "../keys.ts";
import { type Draft, draftOf, isAsPlanned } from "../unit.ts";
import { find, isBegun, type Plan, type Work } from "../work.ts";
import { command, type Decided, reason, senderWrong } from "./declare.ts";

type Change = {
  readonly set: readonly Draft[];
  readonly gone: readonly string[];
  readonly order: readonly string[];
};
/** The units after a change: the one that judges the whole stands last and waits for all others. */
const changed = (dialect: Dialect, state: Work, set: readonly Draft[], gone: readonly string[]) => {
  const news = set.filter(({ id }) => find(state, id) === undefined);
  const kept = plannedUnits(dialect, state)
    .filter(({ id }) => !gone.includes(id))
    .map((unit) => set.find(({ id }) => id === unit.id) ?? draftOf(unit));
  const isWhole = (draft: Draft): boolean => kindOf(dialect, draft).whole === true;
  const all = [...kept, ...news];
  const parts = all.filter((draft) => !isWhole(draft));
  const after = parts.map(({ id }) => id);
  const wholes = all.filter(isWhole).map((draft) => ({ ...draft, after }));
  const planning = state.units.filter((unit) => kindOf(dialect, unit).planning === true);
  const drafts = [...parts, ...wholes];
  const change: Change = {
    set: [...set.filter((draft) => !isWhole(draft)), ...wholes],
    gone,
    order: [...planning, ...drafts].map(({ id }) => id),
  };
  return { drafts, change };
};
/** Another round's units among the others. */
export const withUnits = (dialect: Dialect, state: Work, set: readonly Draft[]): Change =>
  changed(dialect, state, set, []).change;

/** @param findings of the plan's reader: they come together with those of the rules */
const proposal = (
  dialect: Planning,
  state: Work,
  { drafts, change }: ReturnType<typeof changed>,
  decisions: Plan["decisions"] = state.plan.decisions,
  findings: readonly Refusal[] = [],
): Decided => {
  const no = refuseAll([...findings, ...dialect.plan.rules(state, drafts)]);
  if (no !== null) return no;
  return [
    planProposed({
      ...change,
      decisions,
      rev: state.plan.rev + 1,
      unit: plannerOf(dialect, state)?.id ?? null,
      warnings: dialect.plan.warnings(state, drafts),
    }),
  ];
};
/** The draft as it stands in the run's files. */
export const draftProposed = (dialect: Planning, state: Work): Decided =>
  proposal(dialect, state, changed(dialect, state, [], []));

type Setting = {
  readonly units: readonly unknown[];
  readonly gone: readonly string[];
  readonly reason: string;
};
const idOf = (unit: unknown): unknown => (isRecord(unit) ? unit["id"] : undefined);

/** Names the field, where one of one unit is meant. */
const frozen = ({ run }: Work, units: readonly unknown[] = []): Refusal => {
  const [unit, ...more] = units;
  const [field, ...others] = Object.keys(isRecord(unit) ? unit : {}).filter((key) => key !== "id");
  const isOne = field !== undefined && others.length === 0 && more.length === 0;
  return refuse("PLAN_FROZEN", "the plan is approved: its units stand", {
    fits: `a person may change it: \`cairn send ${run} SetUnits --units JSON --reason WHY\``,
    ...(isOne ? { pointer: `/${field}` } : {}),
  });
};

/** What a person changes at work is on record for ever; a failed unit that was changed is tried again. */
const setAtWork = (
  dialect: Dialect,
  state: Work,
  change: Change,
  { reason: why, gone }: Setting,
  { by }: Stamp,
): Decided => {
  const started = state.units.filter(
    (unit) =>
      gone.includes(unit.id) ||
      change.set.some((draft) => draft.id === unit.id && !isAsPlanned(unit, draft)),
  );
  const busy = started.find(({ status }) => !["open", "failed"].includes(status));
  if (busy !== undefined && kindOf(dialect, busy).whole !== true)
    return refuse("UNIT_STARTED", `${busy.id} is ${busy.status}: it can't be changed now`, {
      fits: `when it is open or failed; \`cairn send ${state.run} ReopenUnit --unit ${busy.id} --reason WHY\``,
    });
  const bypassed = started.filter(({ begun }) => begun > 0).map(({ id }) => id);
  const retried = started.filter(({ status, id }) => status === "failed" && !gone.includes(id));
  return [
    unitsSet({
      ...change,
      reason: why,
      by: by.name,
      bypassed,
      whole: wholeOf(dialect, state)?.id ?? null,
    }),
    ...retried.map(({ id }) => unitRetried({ unit: id, reason: "" })),
  ];
};
export const setUnits = (dialect: Planning) =>
  command("SetUnits", {
    means: "Sets units of the plan; of one that is there only what is given changes.",
    data: {
      units: t.standing(t.list(dialect.plan.unit), []),
      gone: t.standing(t.means("ids of units to take out", t.texts), []),
      reason,
    },
    who: ["agent", "file", "person"],
    decide(state, given, stamp) {
      const { as } = partOf(dialect, state, stamp.by);
      const isPerson = as === "person";
      if (isBegun(state) && !isPerson) return frozen(state, given.units);
      const missing = isBegun(state) ? reasonMissing(given.reason) : null;
      if (missing !== null) return missing;
      const known = plannedUnits(dialect, state);
      const unknown = given.gone.find(
        (id) => !worked(dialect, state).some((unit) => unit.id === id),
      );
      if (unknown !== undefined)
        return refuse("UNIT_UNKNOWN", `there is no ${unknown} in the plan`);
      const how = {
        folder: dialect.place(state),
        chosenBy: isPerson && isBegun(state) ? ("person" as const) : ("plan" as const),
      };
      const read = given.units.map((one) => {
        const before = known.find((unit) => unit.id === idOf(one));
        return dialect.plan.readUnit(one, before === undefined ? undefined : draftOf(before), how);
      });
      const set = read.flatMap(({ units }) => units);
      const now = changed(dialect, state, set, given.gone);
      const { drafts, change } = now;
      const no = refuseAll(read.flatMap(({ findings }) => findings));
      if (no !== null) return no;
      if (isBegun(state)) {
        const wrong = refuseAll(dialect.plan.rules(state, drafts));
        return wrong ?? setAtWork(dialect, state, change, given, stamp);
      }
      const isSame =
        given.gone.length === 0 &&
        JSON.stringify(drafts) === JSON.stringify(known.map((unit) => draftOf(unit)));
      if (isSame) return [];
      const event = unitsSet({
        ...change,
        reason: given.reason === "" ? null : given.reason,
        by: stamp.by.name,
        bypassed: [],
        whole: null,
      });
      if (state.plan.state !== "proposed") return [event];
      // What waits for approval and is edited is the next revision.
      const again = proposal(dialect, state, now);
      return isRefusal(again) ? again : [event, ...again];
    },
  });

export const proposePlan = (dialect: Planning) =>
  command("ProposePlan", {
    means: "Proposes a plan, or the draft as it stands in the run's files.",
    data: { plan: t.optional(dialect.plan.shape) },
    who: ["agent", "engine", "file", "person"],
    decide(state, { plan }, { by }) {
      const part = partOf(dialect, state, by);
      if (isBegun(state)) return frozen(state);
      const isPlanner = part.as === "worker" && kindOf(dialect, part.unit).planning === true;
      if (part.as !== "person" && part.as !== "file" && part.as !== "engine" && !isPlanner)
        return senderWrong("a plan is proposed by its planner, or by hand", "the token of its job");
      const how = { folder: dialect.place(state), chosenBy: "plan" as const };
      if (plan === undefined) return draftProposed(dialect, state);
      const { findings, decisions, ...read } = dialect.plan.read(plan, how);
      // The unit that judges the whole keeps the id that an adopted folder gave it.
      const wholeId = wholeOf(dialect, state)?.id;
      const units = read.units.map((draft) =>
        wholeId !== undefined && kindOf(dialect, draft).whole === true
          ? { ...draft, id: wholeId }
          : draft,
      );
      const gone = worked(dialect, state)
        .map(({ id }) => id)
        .filter((id) => !units.some((one) => one.id === id));
      return proposal(dialect, state, changed(dialect, state, units, gone), decisions, findings);
    },
  });
