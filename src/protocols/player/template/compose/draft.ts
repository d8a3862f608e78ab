// Reader and writer of composition drafts: the file of steps beside a template.
import { plain, readJson } from "../../../../core/json/json.ts";
import { isRecord } from "../../../../core/json/record.ts";
import { isRefusal, type Refusal, refuse } from "../../../../core/refusal.ts";
import { type Variable, variableTypes } from "../template.ts";
import type { Dated, TemplateRequest } from "./compose.ts";
import { contextJson } from "./print.ts";
import { type Step, stepOf } from "./steps.ts";
import { complexityOf } from "./units.ts";

export type Drafted = {
  readonly steps: readonly Step[];
  readonly variables: readonly Variable[];
  readonly type: string | null;
  readonly refused: readonly Refusal[];
};

const textIn = (value: Readonly<Record<string, unknown>>, key: string): string | null => {
  const found = value[key];
  return typeof found === "string" && found.trim() !== "" ? found.trim() : null;
};

/** Names that other steps can use for this one: its number, its id, its position. */
const namesOf = (step: unknown, index: number): readonly string[] => {
  const own = isRecord(step) ? [step["seq"], step["id"]] : [];
  const given = own
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String);
  return given.length > 0 ? given : [String(index + 1)];
};
const mentions = (step: unknown): readonly string[] => {
  const found = isRecord(step) ? step["parallel_with"] : null;
  return (Array.isArray(found) ? found : [found])
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String);
};

/** Checks whether the step is parallel to one of the group right above; either of the two may declare it. */
const besideAt = (steps: readonly unknown[], index: number, first: number): boolean => {
  const own = namesOf(steps[index], index);
  for (let above = first; above < index; above += 1) {
    const its = namesOf(steps[above], above);
    if (
      mentions(steps[index]).some((name) => its.includes(name)) ||
      mentions(steps[above]).some((name) => own.includes(name))
    )
      return true;
  }
  return false;
};

const stepsOf = (list: readonly unknown[]): readonly (Step | Refusal)[] => {
  let first = 0;
  return list.map((step, index) => {
    const at = index + 1;
    const beside = index > 0 && besideAt(list, index, first);
    if (!beside) first = index;
    if (!isRecord(step))
      return refuse("STEP_MALFORMED", `step ${at}: it is no object`, {
        fits: "type_hint, description, parallel_with",
      });
    const said = textIn(step, "type_hint");
    if (said === null)
      return refuse("STEP_MALFORMED", `step ${at}: it has no type_hint`, {
        fits: "what kind of step it is, such as planning",
      });
    if (
      mentions(step).length > 0 &&
      !beside &&
      !list
        .slice(at)
        .some((later, more) =>
          mentions(step).some((name) => namesOf(later, at + more).includes(name)),
        )
    )
      return refuse("STEP_LONE", `step ${at}: what it shall stand beside isn't next to it`, {
        fits: "parallel_with: the number of a step right above",
      });
    const mark = textIn(step, "on_fail");
    const draft = {
      at,
      said,
      text: textIn(step, "description") ?? "",
      beside,
      mark: mark === "abort" ? null : mark,
    };
    return stepOf(draft, step["run_in_background"] === true);
  });
};

const variableOf = (name: string, value: unknown): Variable => {
  const entry = isRecord(value) ? value : {};
  const given = entry["default"];
  return {
    name,
    type: variableTypes.find((one) => one === entry["type"]) ?? "string",
    required:
      entry["required"] !== false && typeof given !== "string" && typeof given !== "boolean",
    description: textIn(entry, "description") ?? "",
    default: typeof given === "string" || typeof given === "boolean" ? given : null,
  };
};
/** Reads an object keyed by name, or a list of names or of objects with a name. */
const variablesOf = (value: unknown): readonly Variable[] => {
  if (Array.isArray(value))
    return value.flatMap((one: unknown) => {
      const name = typeof one === "string" ? one : isRecord(one) ? textIn(one, "name") : null;
      return name === null ? [] : [variableOf(name, one)];
    });
  return isRecord(value)
    ? Object.entries(value).map(([name, entry]) => variableOf(name, entry))
    : [];
};

/** Steps of an `intent.json`. Refusals: FILE_BROKEN, or STEPS_EMPTY if it contains no list. */
export const readDraft = (text: string): Drafted | Refusal => {
  const node = readJson(text);
  if (isRefusal(node)) return node;
  const value = plain(node);
  const list = isRecord(value) ? value["steps"] : null;
  if (!isRecord(value) || !Array.isArray(list))
    return refuse("STEPS_EMPTY", "it holds no list of steps", {
      fits: '{"steps": [{"type_hint": "planning", "description": "…"}]}',
    });
  const read = stepsOf(list);
  return {
    steps: read.filter((one): one is Step => !isRefusal(one)),
    variables: variablesOf(value["variables"]),
    type: textIn(value, "task_type"),
    refused: read.filter(isRefusal),
  };
};

/** The file that records what a template was composed from. */
export const draftText = (wanted: TemplateRequest, slug: string, { day, time }: Dated): string => {
  const steps = wanted.steps.map(({ word, text, beside, onFail, background }, index) => ({
    seq: index + 1,
    type_hint: word.word,
    description: text ?? "",
    parallel_with: beside ? index : null,
    ...(onFail === null ? {} : { on_fail: onFail }),
    ...(background ? { run_in_background: true } : {}),
  }));
  const value = {
    session_id: `WFD-${slug}-${day}`,
    name: wanted.name,
    created_at: time,
    task_type: wanted.type ?? "custom",
    complexity: complexityOf(wanted.steps),
    steps,
    variables: contextJson(wanted.variables),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
};
