// Endpoint of commands about a unit that the rules would refuse now, so that the page doesn't offer them.
import * as t from "../../kit/schema.ts";
import type { Message } from "../../core/message.ts";
import type { Protocol, Stamp } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { unitFields } from "../../core/unit-fields.ts";
import type { RefusedList } from "../answers.ts";
import { ofRun } from "../meant.ts";
import { get } from "../route.ts";
import { refusedList } from "../shapes/acts.ts";

/** Whether it concerns data other than the unit: other data may be accepted. */
const isOfData = ({ code, pointer, asks }: Refusal): boolean =>
  pointer !== undefined || asks !== undefined || code.startsWith("FIELD_");

type Data = Readonly<Record<string, unknown>>;

/** All values of a required field that has few. */
const choicesOf = (field: unknown): readonly unknown[] | null =>
  !isRecord(field)
    ? null
    : Array.isArray(field["enum"])
      ? field["enum"]
      : field["type"] === "boolean"
        ? [true, false]
        : null;

/** Possible data if only the unit is known; empty: it names no unit. */
const dataAbout = ({ json }: Message, unit: string): readonly Data[] => {
  const { properties, required } = json?.() ?? {};
  const fields = isRecord(properties) ? properties : {};
  const of = unitFields(Object.keys(fields));
  if (of.unit === undefined) return [];
  const first: Data = { [of.unit]: unit, ...(of.words === undefined ? {} : { [of.words]: "-" }) };
  const must: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(fields).reduce<readonly Data[]>(
    (all, [name, field]) => {
      const choices = must.includes(name) && !(name in first) ? choicesOf(field) : null;
      return choices === null
        ? all
        : all.flatMap((one) => choices.map((value) => ({ ...one, [name]: value })));
    },
    [first],
  );
};

/** Decides by the record only: a command that reads the environment, or needs more data, counts as accepted. */
const refusalOf = (
  protocol: Protocol,
  state: unknown,
  message: Message,
  data: Data,
  stamp: Stamp,
): Refusal | null => {
  const read = message.read(data);
  if ("findings" in read) return null;
  if (Object.keys(message.ask?.(state, read.value) ?? {}).length > 0) return null;
  const decided = protocol.decide(state, { type: message.type, data: read.value }, stamp);
  return isRefusal(decided) && !isOfData(decided) ? decided : null;
};

export const refusedRoute = get("/api/runs/:run/refused", {
  means:
    "Which commands about a unit the rules refuse as it is now, whatever else they say, and why.",
  query: t.open({ unit: t.means("a unit of the run", t.most(500, t.least(1, t.text))) }),
  answer: refusedList,
  run: ofRun(
    async (
      { system, query: { unit }, by },
      { run, protocol: name, at },
    ): Promise<RefusedList | Refusal> => {
      const [protocol, loaded] = await Promise.all([system.protocol(name), system.load(run)]);
      if (isRefusal(protocol)) return protocol;
      if (isRefusal(loaded)) return loaded;
      const refused = (await system.messages(name))
        .filter(({ who }) => who.includes("person"))
        .flatMap((message): readonly (readonly [string, string])[] => {
          const noes = dataAbout(message, unit).map((data) =>
            refusalOf(protocol, loaded.state, message, data, { at, by }),
          );
          const [first = null] = noes;
          return first === null || noes.includes(null) ? [] : [[message.type, first.text]];
        });
      return { run, unit, refused: Object.fromEntries(refused) };
    },
  ),
});
