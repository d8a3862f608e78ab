// What people and the runtime read of a protocol's declarations: event lines, news, ends, references, schemas.
import type { EndSaid } from "../core/attempt-end.ts";
import type { Described } from "../core/message.ts";
import type { News } from "../core/news.ts";
import type { Event, Protocol } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import type { CommandKind } from "./command.ts";
import type { EventKind } from "./event.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { byType } from "./rules.ts";

type Events<S> = readonly EventKind<S>[];

/** One line about an event, without its name; empty where the name says it all. */
export const eventLineOf = <S>(events: Events<S>) => {
  const kinds = byType(events);
  return ({ type, data, by }: Pick<Recorded, "type" | "data" | "by">): string =>
    kinds.get(type)?.line?.(data, by) ?? "";
};

export const newsOf = <S>(events: Events<S>) => {
  const kinds = byType(events);
  return ({ type, data, by }: Recorded, state: S): News | null => {
    const { news, line } = kinds.get(type) ?? {};
    if (news === undefined) return null;
    if (typeof news === "string") return { word: news, text: line?.(data, by) ?? "" };
    const text = news.line(data, state);
    return text === null ? null : { word: news.word, text };
  };
};

/** Why the rules can't have made an event from the state before it; null: they can. */
export const brokenOf = <S>(events: Events<S>) => {
  const kinds = byType(events);
  return (before: S, event: Recorded): string | null => {
    const kind = kinds.get(event.type);
    if (kind?.by?.includes(event.by.kind) === false) return `${event.by.kind} makes none`;
    return kind?.broken?.(before, event.data, event) ?? null;
  };
};

const describedEvent = <S>({ type: name, means, schema }: EventKind<S>): Described => ({
  name,
  kind: "event",
  means,
  schema: () => ({ title: name, description: means, ...jsonSchemaOf(schema, "output") }),
});

type Told<S> = Required<
  Pick<
    Protocol<S>,
    "messages" | "described" | "eventLine" | "news" | "ends" | "doer" | "refers" | "invariants"
  >
>;

/** @param documents the shapes of its files and reports */
export const declared = <S>(
  events: Events<S>,
  commands: readonly CommandKind<S>[],
  documents: readonly Described[],
): Told<S> => {
  const kinds = byType(events);
  const of = ({ type }: Event): EventKind<S> | undefined => kinds.get(type);
  const ends = (event: Recorded, state: S): readonly EndSaid[] =>
    of(event)?.ends?.(event.data, state) ?? [];
  const broken = brokenOf(events);
  return {
    messages: () => Promise.resolve(commands),
    described: () => Promise.resolve([...documents, ...events.map(describedEvent)]),
    eventLine: eventLineOf(events),
    news: newsOf(events),
    ends: () => Promise.resolve({ ends }),
    doer: (event) => of(event)?.doer?.(event.data) ?? null,
    refers: {
      types: events.flatMap(({ type, refers }) => (refers === undefined ? [] : [type])),
      of: (event) => of(event)?.refers?.(event.data) ?? {},
    },
    invariants: () => Promise.resolve({ broken }),
  };
};
