// Rules of a plan's units, with everything that is wrong told at once.
import { refuse, type Refusal } from "../../../core/refusal.ts";
import type { Of } from "../../../kit/schema.ts";
import { firstBrief } from "../brief/work.ts";
import { briefLimit, maxIterations, textLimit, titleLimit, unitsLimit } from "../limits.ts";
import { plainValue } from "../markdown/values.ts";
import { isKnowledge } from "../request-words.ts";
import type { unitInput } from "../shapes.ts";
import type { Described, Model, State, UnitId } from "../state.ts";
import { letterOf } from "../templates.ts";
import { graphFindings } from "./plan-graph.ts";
import { pathFindings, tidyPath } from "./plan-paths.ts";

export type Ground = Pick<
  State,
  "slug" | "archive" | "mode" | "domain" | "units" | "dropped" | "settings"
>;
export type UnitInput = Of<typeof unitInput>;
export type PlanReading = {
  readonly units: readonly Described[];
  readonly findings: readonly Refusal[];
};
type Pointer = (field: string) => string;

const models: readonly Model[] = ["haiku", "sonnet", "opus"];
const isModel = (name: string): name is Model => models.some((model) => model === name);
/** Default of a plan. */
const usualMax = { development: 10, knowledge: 5 } as const;

/** First letter of the next unit's id. */
const letterFor = ({ mode, domain, units }: Ground): string =>
  mode === "development"
    ? "T"
    : (units.at(-1)?.id.slice(0, 1) ?? letterOf(isKnowledge(domain) ? domain : "research"));

/** The next id that no unit ever had. */
export const nextId = (ground: Ground, taken: readonly UnitId[] = []): UnitId => {
  const letter = letterFor(ground);
  const used = [
    ...ground.units.map(({ id }) => id),
    ...ground.dropped.map(({ id }) => id),
    ...taken,
  ];
  const numbers = used.filter((id) => id.startsWith(letter)).map((id) => Number(id.slice(1)));
  return `${letter}${Math.max(0, ...numbers.filter(Number.isSafeInteger)) + 1}`;
};

const maxFindings = (max: number, pointer: string): readonly Refusal[] =>
  Number.isSafeInteger(max) && max >= maxIterations.least && max <= maxIterations.most
    ? []
    : [
        refuse(
          "LIMIT_INVALID",
          `a unit takes ${maxIterations.least} to ${maxIterations.most} iterations, not ${max}`,
          { pointer },
        ),
      ];

const titleFindings = (id: UnitId, title: string, pointer: string): readonly Refusal[] => {
  if (title === "" || /[\r\n]/u.test(title))
    return [refuse("UNIT_MALFORMED", `${id} wants a title of one line`, { pointer })];
  // A comment after a title would be read as a claim that the unit is done or blocked.
  if (title.includes("<!--"))
    return [refuse("UNIT_MALFORMED", `the title of ${id} holds a comment`, { pointer })];
  if (title.length <= titleLimit) return [];
  return [
    refuse(
      "FIELD_OVERSIZED",
      `the title of ${id} has ${title.length} characters, more than ${titleLimit}`,
      { pointer },
    ),
  ];
};

const criteriaFindings = (
  id: UnitId,
  criteria: readonly string[],
  at: Pointer,
): readonly Refusal[] => {
  if (criteria.length === 0)
    return [
      refuse("CRITERIA_EMPTY", `${id} has no criterion`, {
        pointer: at("criteria"),
        fits: "what can be measured when it is done",
      }),
    ];
  return criteria.flatMap((text, index) => {
    const pointer = `${at("criteria")}/${index}`;
    if (plainValue(text) === "")
      return [refuse("CRITERIA_EMPTY", `criterion ${index + 1} of ${id} is blank`, { pointer })];
    return text.length <= textLimit
      ? []
      : [refuse("FIELD_OVERSIZED", `criterion ${index + 1} of ${id} is too long`, { pointer })];
  });
};

const outputFindings = (
  ground: Ground,
  id: UnitId,
  output: string | null,
  at: Pointer,
): readonly Refusal[] => {
  if (ground.mode === "development") return [];
  const pointer = at("output");
  if (output === null || output === "" || /[*?{[]/u.test(output))
    return [
      refuse("OUTPUT_MISSING", `${id} names no one file or folder that it makes`, {
        pointer,
        fits: "outputs/summary.md",
      }),
    ];
  return pathFindings(ground, output, pointer);
};

const unitFindings = (
  ground: Ground,
  unit: Described,
  model: string,
  at: Pointer,
): readonly Refusal[] => {
  const { id, title, criteria, files, output, max } = unit;
  const form = ground.mode === "development" ? /^T[1-9]\d{0,4}$/u : /^[RDAP][1-9]\d{0,4}$/u;
  const fits = ground.mode === "development" ? "T1, T2 …" : "R1, D1, A1 or P1 …";
  const found = [
    ...(form.test(id)
      ? []
      : [
          refuse("UNIT_MALFORMED", `${id.slice(0, 80)} is no id of a unit`, {
            pointer: at("id"),
            fits,
          }),
        ]),
    ...titleFindings(id, title, at("title")),
    ...criteriaFindings(id, criteria, at),
    ...files.flatMap((path, index) => pathFindings(ground, path, `${at("files")}/${index}`)),
    ...outputFindings(ground, id, output, at),
    ...maxFindings(max, at("max")),
    ...(isModel(model)
      ? []
      : [
          refuse("MODEL_UNKNOWN", `${id} asks for the tier ${model.slice(0, 80)}`, {
            pointer: at("model"),
            fits: models.join(", "),
          }),
        ]),
  ];
  const size = found.some(({ code }) => code === "FIELD_OVERSIZED")
    ? 0
    : firstBrief(ground, unit).length;
  if (size <= briefLimit) return found;
  const text = `the first brief of ${id} would have ${size} characters, more than ${briefLimit}`;
  return [...found, refuse("UNIT_OVERSIZED", text, { pointer: at(""), fits: "split it" })];
};

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Moves a field that the mode's plan file lacks to the one that it has: Files in development, Output in knowledge. */
const placed = (
  { mode }: Ground,
  input: Pick<UnitInput, "files" | "output">,
): Pick<Described, "files" | "output"> => {
  const files = unique((input.files ?? []).map(tidyPath).filter((path) => path !== ""));
  const output =
    input.output === undefined || input.output.trim() === "" ? null : tidyPath(input.output);
  if (mode === "development")
    return { files: output === null ? files : unique([...files, output]), output: null };
  return { files: [], output: output ?? (files.length === 1 ? (files[0] ?? null) : null) };
};

const readUnit = (
  ground: Ground,
  input: UnitInput,
  id: UnitId,
  at: Pointer,
): { readonly unit: Described; readonly findings: readonly Refusal[] } => {
  const model = input.model ?? "sonnet";
  const unit: Described = {
    id,
    title: input.title.trim(),
    criteria: input.criteria.map((text) => text.trim()),
    ...placed(ground, input),
    depends: unique((input.depends ?? []).map((one) => one.trim()).filter((one) => one !== "")),
    model: isModel(model) ? model : "sonnet",
    max: input.max ?? usualMax[ground.mode],
  };
  return { unit, findings: unitFindings(ground, unit, model, at) };
};

/** Reads one unit and applies its own rules. `id`: used if the unit has none. */
export const readOne = (
  ground: Ground,
  input: UnitInput,
): { readonly unit: Described; readonly findings: readonly Refusal[] } =>
  readUnit(ground, input, input.id?.trim() ?? nextId(ground), (field) =>
    field === "" ? "/unit" : `/unit/${field}`,
  );

/** Reads a plan, with all findings about single units. */
export const readUnits = (ground: Ground, inputs: readonly UnitInput[]): PlanReading => {
  if (inputs.length > unitsLimit) {
    const text = `the plan has ${inputs.length} units, more than ${unitsLimit}`;
    return {
      units: [],
      findings: [refuse("PLAN_OVERSIZED", text, { pointer: "/units", fits: "several runs" })],
    };
  }
  const given = inputs.flatMap(({ id }) => (id === undefined ? [] : [id.trim()]));
  const ids: UnitId[] = [];
  for (const { id } of inputs)
    ids.push(id?.trim() ?? nextId({ ...ground, units: [] }, [...given, ...ids]));
  const read = inputs.map((input, index) => {
    const at = `/units/${index}`;
    return readUnit({ ...ground, units: [] }, input, ids[index] ?? "", (field) =>
      field === "" ? at : `${at}/${field}`,
    );
  });
  return {
    units: read.map(({ unit }) => unit),
    findings: read.flatMap(({ findings }) => findings),
  };
};

/** Findings about the plan as a whole. */
export const wholeFindings = (
  ground: Pick<State, "mode" | "dropped">,
  units: readonly Described[],
): readonly Refusal[] => {
  if (units.length === 0)
    return [
      refuse("PLAN_EMPTY", "the plan has no unit", { pointer: "/units", fits: "1 to 200 units" }),
    ];
  if (units.length > unitsLimit)
    return [
      refuse("PLAN_OVERSIZED", `the plan has ${units.length} units, more than ${unitsLimit}`, {
        pointer: "/units",
      }),
    ];
  const pointerOf = (id: UnitId, field: string): string =>
    `/units/${units.findIndex((unit) => unit.id === id)}/${field}`;
  const repeated = units.flatMap(({ id }, index) =>
    units.findIndex((unit) => unit.id === id) === index
      ? []
      : [
          refuse("UNIT_REPEATED", `there are two units ${id}`, {
            pointer: `/units/${index}/id`,
            fits: "another number",
          }),
        ],
  );
  const gone = units.flatMap(({ id }) =>
    ground.dropped.some((one) => one.id === id)
      ? [
          refuse("UNIT_REPEATED", `${id} was taken out of the plan, and its number stays its own`, {
            pointer: pointerOf(id, "id"),
            fits: "another number",
          }),
        ]
      : [],
  );
  const shared = units.flatMap(({ id, output }, index) => {
    const first =
      output === null
        ? undefined
        : units.find((one) => one.output !== null && sameFile(one.output, output));
    return first === undefined || units.indexOf(first) === index
      ? []
      : [
          refuse("OUTPUT_SHARED", `${first.id} and ${id} make the same ${output ?? ""}`, {
            pointer: `/units/${index}/output`,
          }),
        ];
  });
  return [...repeated, ...gone, ...shared, ...graphFindings(units, pointerOf)];
};

/** Ignores findings that existed before, from an adopted plan or an added issue. */
export const newlyWrong = (state: State, after: readonly Described[]): readonly Refusal[] => {
  const stood =
    state.units.length === 0 ? [] : wholeFindings({ mode: state.mode, dropped: [] }, state.units);
  const before = new Set(stood.map(({ code, text }) => `${code} ${text}`));
  return wholeFindings(state, after).filter(({ code, text }) => !before.has(`${code} ${text}`));
};

const sameFile = (a: string, b: string): boolean =>
  a.replace(/\/+$/u, "") === b.replace(/\/+$/u, "");
