// Trial of commands on a run as it is now: which ones its rules could accept, whatever else their data say.
import type { Message } from "../../core/message.ts";
import type { Protocol, Stamp } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { ViewNode } from "../../core/view.ts";

type Data = Readonly<Record<string, unknown>>;
/** null: none. */
type Unit = Pick<ViewNode, "id" | "kind"> | null;
type Trial = { readonly protocol: Protocol; readonly state: unknown; readonly stamp: Stamp };

/** Names of a command's field for a unit, and for words about it, in order of precedence. */
const names = { unit: ["unit", "task", "story", "node", "subject"], note: ["note", "reason"] };

const propertiesOf = ({ properties }: Data): Data => (isRecord(properties) ? properties : {});

/** The fields of a command for a unit's id, and for words about it. @param kind of the unit: a field named after it comes first */
export const aboutOf = (schema: Data, kind?: string) => {
  const properties = propertiesOf(schema);
  const unit = [kind ?? "", ...names.unit].find((name) => name in properties);
  const note = names.note.find((name) => name in properties);
  return { ...(unit === undefined ? {} : { unit }), ...(note === undefined ? {} : { note }) };
};

/** Whether it concerns other data than the unit: those may be accepted. */
const isOfData = ({ code, pointer, asks }: Refusal): boolean =>
  pointer !== undefined || asks !== undefined || code.startsWith("FIELD_");

/** All values of a field that has few; null for any other field. */
const choicesOf = (field: unknown): readonly unknown[] | null => {
  if (!isRecord(field)) return null;
  const { enum: choices, type } = field;
  return Array.isArray(choices) ? choices : type === "boolean" ? [true, false] : null;
};

/** The data of each trial: one of the units, some words, all values of required fields that have few. */
const trialData = (schema: Data, now: Data, units: readonly Unit[]): readonly Data[] => {
  const must: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const { unit, note } = aboutOf(schema);
  const words: Data = Object.fromEntries(
    [
      ...Object.entries(now).filter(([, held]) => typeof held === "string"),
      ...(note === undefined ? [] : [[note, ""] as const]),
    ].map(([name, held]) => [name, `${String(held)}-`]),
  );
  const about = units.flatMap((one) => {
    if (one === null) return [words];
    const field = aboutOf(schema, one.kind).unit;
    return field === undefined ? [] : [{ ...words, [field]: one.id }];
  });
  const named = new Set([unit, ...about.flatMap(Object.keys)]);
  const needed = must.filter((name) => typeof name === "string" && named.has(name));
  const first = about.filter((one) => needed.every((name) => String(name) in one));
  return Object.entries(propertiesOf(schema)).reduce<readonly Data[]>((all, [name, field]) => {
    const choices = must.includes(name) && !named.has(name) ? choicesOf(field) : null;
    if (choices === null) return all;
    return all.flatMap((one) => choices.map((value) => ({ ...one, [name]: value })));
  }, first);
};

/** A refusal that no data and no fact could lift. */
const isOfRun = ({ code }: Refusal): boolean =>
  code.startsWith("RUN_") || code === "ARCHIVE_MISSING";

/** Decides by the record alone. Data that can't be read count as possible; so does a command that asks for facts, unless the run itself forbids it. */
const mayBeAccepted = (trial: Trial, message: Message, data: Data, whole: boolean): boolean => {
  const { protocol, state, stamp } = trial;
  const read = message.read(data);
  if ("findings" in read) return true;
  const asks = Object.keys(message.ask?.(state, read.value) ?? {}).length > 0;
  const decided = protocol.decide(state, { type: message.type, data: read.value }, stamp);
  if (isRefusal(decided)) return asks ? !isOfRun(decided) : isOfData(decided);
  return decided.length > 0 || asks || !whole;
};

/** @param now current values of its fields; @param units those that it may be about */
export const isPossible = (
  trial: Trial,
  message: Message,
  now: Data,
  units: readonly Unit[],
): boolean => {
  const schema = message.json?.() ?? {};
  const all = Object.keys(propertiesOf(schema));
  return trialData(schema, now, units).some((data) => {
    const whole = all.every((name) => name in data);
    return mayBeAccepted(trial, message, data, whole);
  });
};
