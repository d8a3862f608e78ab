// The rules that follow from a protocol's events and commands: the fold, the decisions, and what people read of them.
import type { EndSaid } from "../core/attempt-end.ts";
import { lifeWrong, senderWrong } from "../core/frame.ts";
import type { Described } from "../core/message.ts";
import type { News } from "../core/news.ts";
import type { Command, Event, Protocol, Stamp } from "../core/protocol.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Life, Recorded } from "../core/row.ts";
import type { CommandKind, Decided } from "./command.ts";
import type { EventKind } from "./event.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const byType = <T extends { readonly type: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.type, one]));

/** Throws where a run begins with an event that opens none, or with one that no rule made: the ledger is damaged. */
export const foldOf = <S>(events: readonly EventKind<S>[]) => {
  const kinds = byType(events);
  return (state: S | null, event: Recorded): S => {
    const kind = kinds.get(event.type);
    if (kind?.begin !== undefined) return kind.begin(event.data, event);
    if (state === null || kind === undefined)
      throw new TypeError(`a run cannot ${state === null ? "begin" : "go on"} with ${event.type}`);
    return kind.apply?.(state, event.data, event) ?? state;
  };
};

/** `over`: what fits where the run is over. */
export type Frame<S> = {
  readonly over: string;
  name(state: S): string;
  life(state: S): Life;
};

const frameWrong = <S>(
  kind: CommandKind<S>,
  { over, name, life }: Frame<S>,
  state: S | null,
  by: Stamp["by"],
): Refusal | null => {
  const wrong = senderWrong(kind.type, kind.who, by);
  if (wrong !== null) return wrong;
  const opens = kind.open !== undefined;
  if (state === null) return opens ? null : refuse("RUN_UNKNOWN", "there is no such run yet");
  if (opens)
    return refuse("RUN_EXISTS", `the run ${name(state)} is there already`, {
      fits: "go on with it: `cairn run`",
    });
  const no = lifeWrong(kind.type, kind.when, life(state));
  return no?.code === "RUN_OVER" ? { ...no, fits: over } : no;
};

/** What a command leads to, without what follows by itself; a command that isn't there is the door's to refuse. */
export const decisionsOf = <S>(commands: readonly CommandKind<S>[], frame: Frame<S>) => {
  const kinds = byType(commands);
  return (state: S | null, { type, data }: Command, stamp: Stamp): Decided => {
    const kind = kinds.get(type);
    if (kind === undefined) throw new TypeError(`there is no command ${type}`);
    const wrong = frameWrong(kind, frame, state, stamp.by);
    if (wrong !== null) return wrong;
    return (state === null ? kind.open?.(data, stamp) : kind.decide?.(state, data, stamp)) ?? [];
  };
};

type Telling<S> = Pick<
  Protocol<S>,
  "eventLine" | "news" | "ends" | "doer" | "refers" | "invariants"
> & { readonly described: readonly Described[] };

/** What is read of events beside their fold. */
export const tellingOf = <S>(events: readonly EventKind<S>[]): Telling<S> => {
  const kinds = byType(events);
  const of = ({ type }: Event): EventKind<S> | undefined => kinds.get(type);
  const newsOf = (event: Recorded, state: S): News | null => {
    const news = of(event)?.news;
    if (news === undefined) return null;
    return typeof news === "string"
      ? { word: news, text: of(event)?.line?.(event.data) ?? "" }
      : { word: news.word, text: news.line(event.data, state) };
  };
  const broken = (before: S, event: Recorded): string | null => {
    const kind = of(event);
    if (kind?.by?.includes(event.by.kind) === false) return `${event.by.kind} makes none`;
    return kind?.broken?.(before, event.data, event) ?? null;
  };
  const ends = (event: Recorded, state: S): readonly EndSaid[] =>
    of(event)?.ends?.(event.data, state) ?? [];
  return {
    eventLine: (event) => of(event)?.line?.(event.data) ?? "",
    news: newsOf,
    ends: () => Promise.resolve({ ends }),
    doer: (event) => of(event)?.doer?.(event.data) ?? null,
    refers: {
      types: events.flatMap(({ type, refers }) => (refers === undefined ? [] : [type])),
      of: (event) => of(event)?.refers?.(event.data) ?? {},
    },
    invariants: () => Promise.resolve({ broken }),
    described: events.map(({ type: name, means, schema }) => ({
      name,
      kind: "event",
      means,
      schema: () => ({ title: name, description: means, ...jsonSchemaOf(schema, "output") }),
    })),
  };
};
