// Commands that change a plan at work unit by unit, never under a pass that works on the old words.
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { newlyWrong, readOne, type UnitInput } from "../decider/plan-rules.ts";
import { answersByFile, frozen, keepsAll, unquiet } from "../decider/quiet.ts";
import {
  chain,
  type Events,
  fold,
  oversized,
  phaseWrong,
  reasonOf,
  withUnit,
} from "../decider/step.ts";
import { halt } from "../decider/work.ts";
import { changed } from "../evolve/change.ts";
import * as event from "../events.ts";
import { differing } from "../evolve/plan.ts";
import { maxIterations } from "../limits.ts";
import { plainValue } from "../markdown/values.ts";
import * as s from "../shapes.ts";
import type { Described, State, Unit, UnitId } from "../state.ts";
import { describedOf, unitOf } from "../units.ts";
import { command } from "./declare.ts";

const atWork = (state: State, stamp: Stamp, what: string, words?: UnitId): Refusal | null =>
  unquiet(state, stamp, words) ??
  (state.phase === "execute" || state.phase === "verify"
    ? null
    : phaseWrong(
        state,
        what,
        state.phase === "deliver"
          ? "reject the delivery with an issue, or `cairn send RUN SkipTo`"
          : "the plan is proposed whole: ProposePlan",
      ));

const busy = ({ id, pass }: Unit): Refusal | null =>
  pass === null
    ? null
    : refuse("UNIT_BUSY", `${id} is being worked on by ${pass.holder}`, {
        fits: "wait for the end of its pass, or `cairn stop`",
      });
const done = ({ id, stage }: Unit): Refusal | null =>
  stage === "settled"
    ? refuse("UNIT_DONE", `${id} is done`, {
        fits: "reopen it first: `cairn resume RUN --to UNIT --reason …`",
      })
    : null;

export const addUnit = command("AddUnit", {
  means: "Adds a unit to the plan.",
  data: { unit: s.unitInput },
  who: ["person", "file"],
  decide: (state, { unit: input }, stamp) => {
    const wrong = atWork(state, stamp, "adding a unit");
    if (wrong !== null) return wrong;
    const { unit, findings } = readOne(state, input);
    const added = [event.unitAdded({ unit, gap: null })];
    return refuseAll([...findings, ...newlyWrong(state, fold(state, added, stamp).units)]) ?? added;
  },
});

/** A limit below the number of used passes would contradict the record. */
const limitWrong = ({ id, used }: Unit, max: number): Refusal | null => {
  const pointer = "/max";
  if (!Number.isSafeInteger(max) || max < maxIterations.least || max > maxIterations.most)
    return refuse(
      "LIMIT_INVALID",
      `${id} may take ${maxIterations.least} to ${maxIterations.most} iterations, not ${max}`,
      { pointer },
    );
  return max >= used
    ? null
    : refuse("LIMIT_INVALID", `${id} has used ${used} iterations, more than ${max}`, { pointer });
};

/** A unit that timed out continues if the limit leaves room again. */
const limited = (unit: Unit, max: number): Events => {
  if (max === unit.max) return [];
  const set = event.limitSet({ unit: unit.id, from: unit.max, to: max });
  const { stuck, id, used, stage } = unit;
  return stage === "stuck" && stuck?.kind === "timeout" && max > used
    ? [set, event.unitAnswered({ unit: id, option: "raise", text: "", to: stuck.back })]
    : [set];
};

type Changes = t.Of<typeof s.unitChanges>;

/** Finds changes that ask less of a unit than was approved, or check less of its work; without Files the whole tree is checked. */
const weaker = (
  state: State,
  { by }: Pick<Stamp, "by">,
  unit: Unit,
  { criteria, files, output, max }: Described,
): Refusal | null => {
  if (by.kind !== "file") return null;
  const { id } = unit;
  const edit = `EditUnit --unit ${id} --changes`;
  if (max > unit.max)
    return frozen(state, "/max", `raises the limit of ${id}`, `SetLimit --unit ${id} --max ${max}`);
  if (!keepsAll(unit.criteria, criteria))
    return frozen(
      state,
      "/changes/criteria",
      `changes a criterion of ${id}`,
      `${edit} '{"criteria": […]}'`,
    );
  if (!keepsAll(unit.files, files) || (unit.files.length === 0 && files.length > 0))
    return frozen(state, "/changes/files", `takes files from ${id}`, `${edit} '{"files": […]}'`);
  return unit.output === null || output === unit.output
    ? null
    : frozen(state, "/changes/output", `changes the output of ${id}`, `${edit} '{"output": "…"}'`);
};

/** A limit equal to the number of used passes is reached immediately. */
export const setLimit = command("SetLimit", {
  label: "Set pass limit",
  means: "Sets how many passes a unit may take.",
  data: { unit: s.unit, max: t.integer },
  who: ["person", "file"],
  decide: (state, { unit: id, max }, stamp) =>
    withUnit(state, id, (unit) => {
      const refused = limitWrong(unit, max) ?? weaker(state, stamp, unit, { ...unit, max });
      if (refused !== null) return refused;
      const events = limited(unit, max);
      if (stamp.by.kind === "file" && events.some(({ type }) => type === "UnitAnswered"))
        return answersByFile(state, unit);
      return events.length === 0 ? events : chain(state, stamp, [() => events, halt(id)]);
    }),
});

const filled = (unit: Unit, changes: Changes): UnitInput => {
  const { output, ...rest } = describedOf(unit);
  return changed<UnitInput>({ ...rest, ...(output === null ? {} : { output }) }, changes);
};

export const editUnit = command("EditUnit", {
  means: "Changes a unit. What was proved of it becomes void.",
  data: { unit: s.unit, changes: s.unitChanges },
  who: ["person", "file"],
  decide: (state, { unit: id, changes }, stamp) => {
    const wrong = atWork(state, stamp, "changing a unit", id);
    const known = unitOf(state, id);
    const weakens =
      known === null
        ? null
        : weaker(state, stamp, known, readOne(state, filled(known, changes)).unit);
    if (weakens !== null || wrong !== null) return weakens ?? wrong ?? [];
    return withUnit(state, id, (unit) => {
      const held =
        busy(unit) ??
        done(unit) ??
        (changes.max === undefined ? null : limitWrong(unit, changes.max));
      if (held !== null) return held;
      const { unit: after, findings } = readOne(state, filled(unit, changes));
      // Unchanged fields aren't judged again, and a unit that was too long can be shortened step by step.
      const before = new Set(readOne(state, filled(unit, {})).findings.map(({ code }) => code));
      const mine = findings.filter(({ code, pointer = "" }) =>
        pointer === "/unit"
          ? !before.has(code)
          : Object.hasOwn(changes, pointer.split("/")[2] ?? ""),
      );
      const words = differing(unit, { ...after, max: unit.max });
      const events: Events = [
        ...limited(unit, after.max),
        ...(words === null ? [] : [event.unitEdited({ unit: id, changes: words })]),
      ];
      const next = fold(state, events, stamp);
      // Work that must be redone is subject to the unit's limits, too.
      return (
        refuseAll([...mine, ...newlyWrong(state, next.units)]) ?? [
          ...events,
          ...halt(id)(next, stamp),
        ]
      );
    });
  },
});

export const dropUnit = command("DropUnit", {
  means: "Takes a unit out of the plan.",
  data: { unit: s.unit, reason: t.optional(t.text) },
  who: ["person"],
  decide: (state, { unit: id, reason }, stamp) => {
    const wrong = atWork(state, stamp, "dropping a unit");
    if (wrong !== null) return wrong;
    return withUnit(state, id, (unit) => {
      const needs = state.units
        .filter((one) => one.stage !== "settled" && one.depends.includes(id))
        .map((one) => one.id);
      const needed =
        needs.length > 0
          ? refuse(
              "UNIT_NEEDED",
              `${needs.join(", ")} depend${needs.length === 1 ? "s" : ""} on ${id}`,
              { fits: "change or drop those first" },
            )
          : state.units.length === 1
            ? refuse("UNIT_NEEDED", `${id} is the last unit`, {
                fits: "cancel the run, or add another unit first",
              })
            : null;
      const held = busy(unit) ?? done(unit) ?? needed;
      if (held !== null) return held;
      const given = reasonOf(reason, true);
      return isRefusal(given) ? given : [event.unitDropped({ unit: id, reason: given.reason })];
    });
  },
});

export const setNotes = command("SetNotes", {
  means: "Changes the plan's notes.",
  data: { notes: t.text },
  who: ["person", "file"],
  decide: (state, { notes }, stamp) => {
    const text = plainValue(notes);
    if (text === state.plan.notes) return [];
    return (
      unquiet(state, stamp) ??
      oversized("the plan's notes", text.length, "/notes") ?? [event.notesSet({ notes: text })]
    );
  },
});
