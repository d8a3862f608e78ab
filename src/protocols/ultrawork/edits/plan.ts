// Edits of what is planned: one change of the draft for each document, which the model refuses once the plan is approved.
import { lacking, wrong } from "../../../kit/edits/edit-reading.ts";
import { plain } from "../../../core/json/json.ts";
import { itemsOf, meaning, type Part, partOf, textAt } from "../../../kit/document/part.ts";
import {
  all,
  ask,
  asked,
  type Asked,
  type Edits,
  type KeyEdit,
} from "../../../kit/document/edits.ts";
import type { Declared } from "../../../kit/document/keys.ts";
import type { Dialect } from "../../../work/dialect.ts";
import type { Unit } from "../../../work/unit.ts";
import { isBegun, type Work } from "../../../work/work.ts";
import { task } from "../documents/task.ts";
import { namedCheck, plannedKeys } from "../plan-read.ts";

type Setting = { readonly at: Part; readonly id: string; readonly keys: object | null };
/** What edits of one document are read with. `sets`: what they ask of the draft; `keys`: null for a task that is gone. */
export type Door = { readonly dialect: Dialect; readonly state: Work; readonly sets: Setting[] };

/** What one document asks of the plan is one change, hence one revision; it comes before what builds on it. */
export const together = ({ sets }: Door, asked: Asked<Work>): Asked<Work> => {
  const [first] = sets;
  if (first === undefined) return asked;
  const units = new Map<string, object>();
  for (const { id, keys } of sets)
    if (keys !== null) units.set(id, { id, ...units.get(id), ...keys });
  const gone = sets.flatMap(({ id, keys }) => (keys === null ? [id] : []));
  const isOne = sets.every(({ at }) => at.pointer === first.at.pointer);
  const command = { type: "SetUnits", data: { units: [...units.values()], gone, reason: "" } };
  const order = { command, at: isOne ? first.at.pointer : "", by: null };
  return { ...asked, rest: [order, ...(asked.rest ?? [])] };
};

/** A bare criterion may be given its check at any time, as a worker does. */
const checksEdit =
  ({ state }: Door, { id: unit, criteria }: Unit, planned: KeyEdit<Work>): KeyEdit<Work> =>
  (change) => {
    const parts = itemsOf(change.now);
    const named = new Set(parts.map(({ node }) => textAt(node, "criteria")));
    // What a worker named with its evidence stands in no copy that was read before.
    const isLost = criteria.some(
      ({ text, check, chosenBy }) => check !== null && chosenBy !== "worker" && !named.has(text),
    );
    if (!isBegun(state) || isLost) return planned(change);
    const stood = new Set(itemsOf(change.was).map(({ node }) => meaning(node)));
    const fresh = parts.filter(({ node }) => !stood.has(meaning(node)));
    return all(
      ...fresh.map((part) =>
        asked(namedCheck, part, ({ criteria: criterion, ...check }): Asked<Work> => {
          const isPlanned = criteria.some((one) => one.text === criterion && one.check !== null);
          const data = { unit, criterion, check, reason: "named in its file" };
          return isPlanned ? planned(change) : ask(part, null, { type: "SetCheck", data });
        }),
      ),
    );
  };

const { keys }: Declared = task;
export const planEdits = (door: Door, unit: Unit): Edits<Work> => {
  const planned: KeyEdit<Work> = ({ key, now, whole }) => {
    if (now === null && keys[key]?.[0] === "must") return wrong(lacking(whole, key));
    door.sets.push({ at: whole, id: unit.id, keys: { [key]: now && plain(now.node) } });
    return {};
  };
  return {
    ...Object.fromEntries(plannedKeys.map((key) => [key, planned])),
    checks: checksEdit(door, unit, planned),
  };
};

/** A task that isn't in the plan. */
export const newUnit = ({ sets }: Door, whole: Part, id: string): Asked<Work> => {
  const given = plannedKeys.flatMap((key) => {
    const part = partOf(whole, key);
    return part === null ? [] : [[key, plain(part.node)] as const];
  });
  sets.push({ at: whole, id, keys: Object.fromEntries(given) });
  return partOf(whole, "success_criteria") === null
    ? wrong(lacking(whole, "success_criteria"))
    : {};
};
export const goneUnit = ({ sets }: Door, list: Part, id: string): Asked<Work> => {
  sets.push({ at: list, id, keys: null });
  return {};
};
