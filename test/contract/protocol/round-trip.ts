// Projected files, adopted as if another program had made them.
import { digest } from "../../../src/core/hash.ts";
import { isRecord } from "../../../src/core/json/record.ts";
import type { Ask, Command, Facts, Protocol } from "../../../src/core/protocol.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Path, Recorded } from "../../../src/core/row.ts";

export type Files = Readonly<Record<Path, string>>;
export type Taken = { readonly place: Path; readonly files: Files };
type Begun = Taken & { readonly state: unknown; readonly log: readonly Recorded[] };

const at = "2027-02-01T12:00:00.000Z";
const by = { kind: "person", name: "ana" } as const;

const absolute = (place: Path): Path =>
  place.startsWith("~/")
    ? `/home/ana/${place.slice(2)}`
    : place.startsWith("/")
      ? place
      : `/repo/${place}`;

const each = <T>(names: readonly string[] | undefined, value: T): Readonly<Record<string, T>> =>
  Object.fromEntries((names ?? []).map((name) => [name, value]));

/** A world that has every commit that a document names, and no other file. */
const factsFor = (ask: Ask): Facts => ({
  at,
  root: "/repo",
  folder: null,
  repo: "shop",
  head: null,
  tree: "t0",
  changed: [],
  files: each(ask.files, null),
  outputs: {},
  commits: each(ask.commits, true),
  contents: each(Object.keys(ask.contents ?? {}), null),
});

/** As the door makes it, with the schema's defaults and the engine's facts. */
const filled = async (protocol: Protocol, { type, data }: Command): Promise<Command> => {
  const message = protocol.messages.find((one) => one.type === type);
  const parsed = message?.read(data);
  if (
    message === undefined ||
    parsed === undefined ||
    !("value" in parsed) ||
    !isRecord(parsed.value)
  )
    throw new Error(`${type} doesn't fit: ${JSON.stringify(parsed)}`);
  const facts = factsFor(message.ask?.(null, data) ?? {});
  const full = { ...parsed.value, run: "r1" };
  return { type, data: JSON.parse(JSON.stringify(message.fill?.(full, facts, null) ?? full)) };
};

/** The run that adoption makes of a folder; a text: why there is none. */
export const takenOver = async (
  protocol: Protocol,
  { place, files }: Taken,
): Promise<Begun | string> => {
  const adopted = await protocol.read({
    folder: absolute(place),
    files,
    digests: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)])),
    unread: [],
    beside: [],
    userHome: "/home/ana",
    options: {},
  });
  if (adopted === null) return "it is none of the protocol's folders";
  if (isRefusal(adopted)) return adopted.code;
  const events = protocol.decide(null, await filled(protocol, adopted.start), { at, by });
  if (isRefusal(events)) return events.code;
  const log = events.map((event, index): Recorded => ({
    ...event,
    version: index + 1,
    at,
    by,
    cause: "c",
  }));
  const state = log.reduce<unknown>((before, event) => protocol.evolve(before, event), null);
  return { place: protocol.place(state), files: protocol.write(state, log), state, log };
};
