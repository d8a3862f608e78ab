// A protocol composed of its declarations and of what follows from them.
import type { Described } from "../core/message.ts";
import type { Command, Event, Protocol } from "../core/protocol.ts";
import type { CommandKind } from "./command.ts";
import type { EventKind } from "./event.ts";
import { byType } from "./rules.ts";
import { tellingOf } from "./telling.ts";

/** Verbs of the command line, in the order of help texts; each sends the command of its name by default. */
const usualVerbs = "start adopt pause resume reopen cancel rollback archive unarchive".split(" ");

type Verbs = Readonly<Record<string, string>>;
const verbsOf = (commands: readonly { readonly type: string }[], own: Verbs): Verbs => {
  const usual = usualVerbs.flatMap((verb): readonly (readonly [string, string])[] => {
    const type = own[verb] ?? `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
    return commands.some((command) => command.type === type) ? [[verb, type]] : [];
  });
  return { ...Object.fromEntries(usual), ...own };
};

/** Completes the commands that open a run. */
const completing = <S>(commands: readonly CommandKind<S>[]): Protocol<S>["complete"] => {
  const kinds = byType(commands);
  return (command, facts, run, taken, config) => {
    const { type, data } = command;
    const kind = kinds.get(type);
    if (kind?.open === undefined) return command;
    const completed = kind.completes?.(data, { facts, run, taken, config }) ?? data;
    return { type, data: Object.assign({}, completed, { run }) };
  };
};

/** What follows from commands, events and schemas, and members that few protocols need. */
const derived = <S>(
  events: readonly EventKind<S>[],
  commands: readonly CommandKind<S>[],
  schemas: readonly Described[],
  verbs: Verbs,
) => {
  const { described, ends, broken, ...told } = tellingOf<S, S>(events);
  return {
    ...told,
    messages: commands,
    complete: completing(commands),
    described: [...schemas, ...described],
    verbs: verbsOf(commands, verbs),
    moves: events.flatMap(({ type, moves }) => (moves === true ? [type] : [])),
    ends: () => Promise.resolve({ ends }),
    invariants: () => Promise.resolve({ broken }),
    rechecks: () => [],
    ask: () => ({}),
    dropIns: [],
  } satisfies Partial<Protocol<S>>;
};

/** Declarations, and the members that only the protocol's author knows; given ones replace derived ones. */
type Declared<S, C extends Command, E extends Event> = Omit<
  Protocol<S, C, E>,
  keyof ReturnType<typeof derived>
> &
  Partial<Protocol<S, C, E>> & {
    readonly events: readonly EventKind<S>[];
    readonly commands: readonly CommandKind<S>[];
    /** Schemas of its files and reports. */
    readonly schemas: readonly Described[];
  };

export const protocol = <S, C extends Command = Command, E extends Event = Event>({
  events,
  commands,
  schemas,
  verbs = {},
  ...own
}: Declared<S, C, E>): Protocol<S, C, E> => ({
  ...derived(events, commands, schemas, verbs),
  ...own,
});
