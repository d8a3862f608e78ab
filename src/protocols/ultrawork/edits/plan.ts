// Edits of what is planned: one change of the draft for each document; once it is approved, only checks of bare criteria.
import { joined } from "../../../core/admission.ts";
import { lacking, wrong } from "../../../core/edit-reading.ts";
import { type JsonNode, member, plain } from "../../../core/json.ts";
import {
  finding,
  isSame,
  itemsOf,
  meaning,
  type Part,
  partOf,
  textAt,
} from "../../../core/part.ts";
import type { Command } from "../../../core/protocol.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { ask, type Asked, type Edits, no } from "../../../kit/document/edits.ts";
import { readPart } from "../../../kit/edit-door.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import type { Unit } from "../../../work/unit.ts";
import { isBegun, type Work } from "../../../work/work.ts";
import { checkInput } from "../plan-read.ts";

const setting = t.record({
  units: t.list(t.byName(t.anything)),
  gone: t.texts,
  reason: t.text,
});
type Setting = t.Of<typeof setting>;
/** Changes of one document, each of a key or a task: more are no hand edit. */
const mostSet = 2_000;
const setUnits = (at: Part, data: Partial<Setting>): Asked<Work> =>
  ask(at, null, { type: "SetUnits", data: { units: [], gone: [], reason: "", ...data } });

/** What one document asks of the plan is one change, hence one revision; it comes before what builds on it. */
export const together = (asked: Asked<Work>): Asked<Work> => {
  const sets = (asked.rest ?? []).flatMap(({ command: { type, data }, at }) =>
    type === "SetUnits" && fits(setting, data) ? [{ at, ...data }] : [],
  );
  const [first] = sets;
  if (first === undefined) return asked;
  const others = (asked.rest ?? []).filter(({ command }) => command.type !== "SetUnits");
  if (sets.length > mostSet) {
    const text = `the edit changes ${sets.length} tasks at once, and ${mostSet} is the most`;
    return { ...asked, rest: others, findings: [refuse("FIELD_OVERSIZED", text)] };
  }
  const units = new Map<unknown, Setting["units"][number]>();
  for (const unit of sets.flatMap((one) => one.units))
    units.set(unit["id"], { ...units.get(unit["id"]), ...unit });
  const data = { units: [...units.values()], gone: sets.flatMap(({ gone }) => gone), reason: "" };
  const at = sets.every((one) => one.at === first.at) ? first.at : "";
  return { ...asked, rest: [{ command: { type: "SetUnits", data }, at, by: null }, ...others] };
};

const frozen = (state: Work, part: Part, what: string): Asked<Work> =>
  no(
    part,
    "PLAN_FROZEN",
    `${what}, and the plan is approved`,
    `a person may change it: \`cairn send ${state.run} SetUnits --units JSON --reason WHY\``,
  );

const checkList = t.list(t.open({ criteria: t.filled(500), ...checkInput.entries }));
type Checks = {
  /** New or changed ones; those that are as they were keep their author. */
  readonly fresh: readonly {
    readonly check: t.Of<typeof checkList>[number];
    readonly part: Part;
  }[];
  /** Criteria whose check was taken out. */
  readonly lost: readonly string[];
  readonly findings: readonly Refusal[];
};
const checksOf = (was: JsonNode | null, whole: Part): Checks => {
  const part = partOf(whole, "checks");
  const list = was && member(was, "checks");
  const old = new Map(
    (list?.is === "array" ? list.items : []).map((item) => [
      textAt(item, "criteria") ?? "",
      meaning(item),
    ]),
  );
  const found =
    part === null || part.node.is === "null" ? { value: [] } : readPart(checkList, part);
  if ("findings" in found) return { fresh: [], lost: [], findings: found.findings };
  const parts = itemsOf(part);
  const all = found.value.map((check, at) => ({ check, part: parts[at] ?? whole }));
  const named = new Set(all.map(({ check }) => check.criteria));
  return {
    fresh: all.filter(({ check, part: { node } }) => old.get(check.criteria) !== meaning(node)),
    lost: [...old.keys()].filter((text) => !named.has(text)),
    findings: [],
  };
};

const criterionName = (item: Part): string =>
  item.node.is === "string" ? item.node.value : (textAt(item.node, "criteria") ?? "");
/** Criteria with their checks: one that is named by its text alone keeps the check that it has. */
const criteriaAsked = (was: JsonNode | null, whole: Part, id: string): Asked<Work> => {
  const list = partOf(whole, "success_criteria");
  const { fresh, lost, findings } = checksOf(was, whole);
  if (list?.node.is !== "array")
    return list === null
      ? wrong(lacking(whole, "success_criteria"), ...findings)
      : setUnits(whole, { units: [{ id, success_criteria: plain(list.node) }] });
  const names = new Set(itemsOf(list).map(criterionName));
  const checks = new Map(fresh.map(({ check }) => [check.criteria, check]));
  const criteria = itemsOf(list).map(
    ({ node }) => (node.is === "string" ? checks.get(node.value) : undefined) ?? plain(node),
  );
  return joined<Work, Command>([
    setUnits(whole, { units: [{ id, success_criteria: criteria }] }),
    {
      findings: [
        ...findings,
        ...fresh
          .filter(({ check }) => !names.has(check.criteria))
          .map(({ part, check: { criteria: text } }) =>
            finding(part, "CRITERION_UNKNOWN", `no criterion is named ${JSON.stringify(text)}`),
          ),
        ...lost
          .filter((text) => names.has(text))
          .map((text) =>
            finding(
              partOf(whole, "checks") ?? whole,
              "CHECK_PLANNED",
              `the check of "${text}" is gone`,
              "another check in its place, or another criterion",
            ),
          ),
      ],
    },
  ]);
};
/** A bare criterion may be given its check at any time, as a worker does. */
const checksAsked = (state: Work, unit: Unit, was: JsonNode | null, whole: Part): Asked<Work> => {
  const { fresh, lost, findings } = checksOf(was, whole);
  const what = `the checks of task ${unit.id} are planned`;
  return joined<Work, Command>([
    { findings },
    ...fresh.map(({ part, check: { criteria, ...check } }): Asked<Work> => {
      const known = unit.criteria.find(({ text }) => text === criteria);
      if (known !== undefined && known.check !== null) return frozen(state, part, what);
      const data = { unit: unit.id, criterion: criteria, check, reason: "named in its file" };
      return ask(part, null, { type: "SetCheck", data });
    }),
    // What was named with evidence stands in no copy that was read before.
    unit.criteria.some(({ text, chosenBy }) => lost.includes(text) && chosenBy !== "worker")
      ? frozen(state, partOf(whole, "checks") ?? whole, what)
      : {},
  ]);
};

/** @param was the task as it was last written */
export const planEdits = (state: Work, unit: Unit, was: JsonNode | null): Edits<Work> => {
  const { id } = unit;
  const plannedKey =
    (asked: Edits<Work>[string]): Edits<Work>[string] =>
    (change) => {
      const { key, now, whole } = change;
      const what = `${key} of task ${id} is planned`;
      return isBegun(state) ? frozen(state, now ?? whole, what) : asked(change);
    };
  const given = (empty: unknown) =>
    plannedKey(({ key, now, whole }) =>
      setUnits(whole, {
        units: [{ id, [key]: now === null ? empty : (plain(now.node) ?? empty) }],
      }),
    );
  return {
    subject: plannedKey((change) =>
      change.now === null ? wrong(lacking(change.whole, "subject")) : given(null)(change),
    ),
    description: given(null),
    complexity: given(null),
    blocked_by: given([]),
    success_criteria: plannedKey(({ whole }) => criteriaAsked(was, whole, id)),
    checks: ({ whole }) => {
      if (isBegun(state)) return checksAsked(state, unit, was, whole);
      const isToldAbove = !isSame(
        was && member(was, "success_criteria"),
        partOf(whole, "success_criteria"),
      );
      return isToldAbove ? {} : criteriaAsked(was, whole, id);
    },
  };
};

/** A task that isn't in the plan. */
export const newUnit = (state: Work, whole: Part, id: string): Asked<Work> => {
  if (isBegun(state)) return frozen(state, whole, `task ${id} isn't planned`);
  const keys = ["subject", "description", "complexity", "blocked_by"] as const;
  const given = keys.flatMap((key) => {
    const node = member(whole.node, key);
    return node === null ? [] : [[key, plain(node)] as const];
  });
  return joined<Work, Command>([
    setUnits(whole, { units: [{ id, ...Object.fromEntries(given) }] }),
    criteriaAsked(null, whole, id),
  ]);
};
export const goneUnit = (state: Work, list: Part, id: string): Asked<Work> =>
  isBegun(state)
    ? frozen(state, list, `task ${id} is gone from child_tasks`)
    : setUnits(list, { gone: [id] });
