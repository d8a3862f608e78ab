// Descriptive parts of a protocol's declarations: event lines, news, ends, references, schemas.
import type { EndSaid } from "../core/reports/attempt-end.ts";
import type { Described } from "../core/message.ts";
import type { News } from "../core/words/news.ts";
import type { Event, References } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import type { EventKind } from "./event.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { byType } from "./rules.ts";

type Events<S, T = S> = readonly EventKind<S, T>[];

/** One line about an event, without its name; empty if the name suffices. */
export const eventLineOf = <S, T>(events: Events<S, T>) => {
  const kinds = byType(events);
  return ({ type, data, by }: Pick<Recorded, "type" | "data" | "by">): string =>
    kinds.get(type)?.line?.(data, by) ?? "";
};

/** Why the rules can't have made an event from the state before; null if they can. */
export const brokenOf = <S, T>(events: Events<S, T>) => {
  const kinds = byType(events);
  return (before: S | null, event: Recorded): string | null => {
    const kind = kinds.get(event.type);
    if (kind === undefined) return null;
    if (kind.by?.includes(event.by.kind) === false) return `${event.by.kind} makes none`;
    return before === null && kind.begin === undefined
      ? "nothing before it opened what it changes"
      : (kind.broken?.(before, event.data, event) ?? null);
  };
};

const describedEvent = <S, T>({ type: name, means, schema }: EventKind<S, T>): Described => ({
  name,
  kind: "event",
  means,
  schema: () => ({ title: name, description: means, ...jsonSchemaOf(schema, "output") }),
});

/** The descriptive functions for a list of events. */
export const tellingOf = <S, T>(events: Events<S, T>) => {
  const kinds = byType(events);
  const of = ({ type }: Event): EventKind<S, T> | undefined => kinds.get(type);
  const eventLine = eventLineOf(events);
  return {
    described: events.map(describedEvent),
    eventLine,
    broken: brokenOf(events),
    news(event: Recorded, state: T): News | null {
      const { news } = of(event) ?? {};
      if (news === undefined) return null;
      if (typeof news === "string") return { word: news, text: eventLine(event) };
      const told = news.line(event.data, state);
      return typeof told === "string" ? { word: news.word, text: told } : told;
    },
    ends: (event: Recorded, state: T): readonly EndSaid[] =>
      of(event)?.ends?.(event.data, state) ?? [],
    doer: (event: Recorded): string | null => of(event)?.doer?.(event.data) ?? null,
    worked: (event: Event): string | null => of(event)?.worked?.(event.data) ?? null,
    refers: {
      types: events.flatMap(({ type, refers }) => (refers === undefined ? [] : [type])),
      of: (event: Recorded): References => of(event)?.refers?.(event.data) ?? {},
    },
  };
};
