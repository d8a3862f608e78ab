// Units of an adopted folder, from plan file and state.json: no paths outside the tree, no cycles.
import type { Path } from "../../../core/row.ts";
import type { RunFiles } from "../check/folder.ts";
import type { SeenUnit } from "../check/state-json.ts";
import { ringIn } from "../decider/plan-graph.ts";
import { leadsOut, tidyPath } from "../decider/plan-paths.ts";
import { maxIterations } from "../limits.ts";
import { dependsOf } from "../markdown/plan.ts";
import type { UnitRead } from "../markdown/unit.ts";
import { oneLine } from "../markdown/values.ts";
import type { Described, Mode, Model } from "../state.ts";
import { aside, type Gathered, quoted } from "./gathering.ts";
import type { Where } from "./where.ts";

/** `read`: null if only state.json has it. `seen`: null if only the plan file has it, or state.json is unavailable. */
export type FoundUnit = {
  readonly described: Described;
  readonly read: UnitRead | null;
  readonly seen: SeenUnit | null;
};

const usualMax = { development: 10, knowledge: 5 } as const;
const models: readonly Model[] = ["haiku", "sonnet", "opus"];
export const modelOf = (word: string | null): Model | null =>
  models.find((model) => model === word) ?? null;
export const isId = (mode: Mode, id: string): boolean =>
  (mode === "development" ? /^T[1-9]\d{0,4}$/u : /^[RDAP][1-9]\d{0,4}$/u).test(id);

const limitOf = (mode: Mode, id: string, given: number | null, into: Gathered): number => {
  if (given === null) return usualMax[mode];
  const whole = Math.min(maxIterations.most, Math.max(maxIterations.least, Math.trunc(given)));
  if (whole === given) return given;
  into.corrections.push(`LIMIT_INVALID: the limit of ${id} is ${given}, and ${whole} is taken`);
  return whole;
};

type Ground = {
  readonly where: Where;
  readonly mode: Mode;
  readonly planPath: Path;
  readonly into: Gathered;
};

const inside = ({ where, planPath, into }: Ground, id: string, path: Path): readonly Path[] => {
  const tidy = tidyPath(path);
  const why = tidy === "" ? null : leadsOut({ slug: where.slug, archive: where.archived }, tidy);
  if (why !== null) aside(into, planPath, `PATH_OUTSIDE: ${quoted(path)} of ${id} ${why}`, path);
  return tidy === "" || why !== null ? [] : [tidy];
};

const describedBy = (
  ground: Ground,
  read: UnitRead | null,
  id: string,
  given: number | null,
): Omit<Described, "depends"> => {
  const { mode, planPath, into } = ground;
  for (const { field, text } of read?.unread ?? [])
    aside(into, planPath, `FIELD_INVALID: ${field} of ${id} is ${quoted(text)}`, text);
  const model = read?.model ?? null;
  if (model !== null && model !== "" && modelOf(model) === null)
    aside(
      into,
      planPath,
      `MODEL_UNKNOWN: ${id} asks for the tier ${quoted(model)}; sonnet is taken`,
      model,
    );
  const output = read?.output ?? null;
  const [place = null] = output === null ? [] : inside(ground, id, output);
  const files = [...new Set((read?.files ?? []).flatMap((path) => inside(ground, id, path)))];
  return {
    id,
    title: oneLine(read?.title ?? "") || id,
    criteria: read?.criteria ?? [],
    files:
      mode === "development"
        ? [...files, ...(place === null || files.includes(place) ? [] : [place])]
        : [],
    output: mode === "development" ? null : (place ?? files[0] ?? null),
    model: modelOf(model) ?? "sonnet",
    max: limitOf(mode, id, given ?? read?.max ?? null, into),
  };
};

/** Removes edges to missing units and edges that form cycles, one by one. */
const untangled = (
  units: readonly FoundUnit[],
  { planPath, into }: Ground,
): readonly FoundUnit[] => {
  const ids = new Set(units.map(({ described }) => described.id));
  let now = units.map((unit): FoundUnit => {
    const { id, depends } = unit.described;
    for (const one of depends)
      if (!ids.has(one))
        aside(
          into,
          planPath,
          `DEPENDENCY_UNKNOWN: ${id} depends on ${quoted(one)}, which isn't there`,
          `${id}: ${one}`,
        );
    return {
      ...unit,
      described: {
        ...unit.described,
        depends: [...new Set(depends.filter((one) => ids.has(one)))],
      },
    };
  });
  for (
    let ring = ringIn(now.map(({ described }) => described));
    ring !== null;
    ring = ringIn(now.map(({ described }) => described))
  ) {
    const [first = "", second = ""] = ring;
    aside(
      into,
      planPath,
      `GRAPH_CYCLIC: ${ring.join(" → ")} wait for each other; that ${first} waits for ${second} is left out`,
      ring.join(" → "),
    );
    now = now.map((unit) =>
      unit.described.id === first
        ? {
            ...unit,
            described: {
              ...unit.described,
              depends: unit.described.depends.filter((one) => one !== second),
            },
          }
        : unit,
    );
  }
  return now;
};

/** Units of the plan file in order, then those that only state.json has. */
export const foundUnits = (
  seen: RunFiles,
  mode: Mode,
  where: Where,
  into: Gathered,
): readonly FoundUnit[] => {
  const planPath = seen.plan?.path ?? (mode === "development" ? "tasks.md" : "plan.md");
  const ground: Ground = { where, mode, planPath, into };
  const states = new Map(seen.state?.units.map((unit) => [unit.id.toUpperCase(), unit]));
  const met = new Set<string>();
  const units: FoundUnit[] = [];
  for (const read of seen.plan?.units ?? []) {
    const { id, at } = read;
    const text = seen.plan?.text.slice(at).split("\n", 1)[0] ?? id;
    if (met.has(id)) aside(into, planPath, `UNIT_REPEATED: a second unit ${id} is left out`, text);
    else if (!isId(mode, id))
      aside(into, planPath, `UNIT_MALFORMED: ${id} is no id of a unit in ${mode}`, text);
    else {
      const state = states.get(id) ?? null;
      const depends = seen.plan === null ? [] : dependsOf(seen.plan, read, mode === "development");
      units.push({
        described: { ...describedBy(ground, read, id, state?.max_iterations ?? null), depends },
        read,
        seen: state,
      });
    }
    met.add(id);
  }
  for (const [id, state] of states) {
    if (met.has(id)) continue;
    if (isId(mode, id))
      units.push({
        described: { ...describedBy(ground, null, id, state.max_iterations), depends: [] },
        read: null,
        seen: state,
      });
    else
      aside(
        into,
        "state.json",
        `UNIT_MALFORMED: ${quoted(state.id)} is no id of a unit in ${mode}`,
        state.id,
      );
  }
  return untangled(units, ground);
};
