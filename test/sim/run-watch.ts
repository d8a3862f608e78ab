// Watch over the runs of one protocol: each event is one of its own, lawful, and true of the simulated world.
import type { Event, Protocol } from "../../src/core/protocol.ts";
import type { Recorded } from "../../src/core/row.ts";
import { fits } from "../../src/kit/findings.ts";
import type { Schema } from "../../src/kit/schema.ts";
import { ownDone, workDone } from "./placed.ts";
import { Broken, insist, makeWatch } from "./watch.ts";
import type { Around, Rules, Watch } from "./watch.ts";

export type RunWatch<S> = Watch & {
  /** By run, in the order in which they began. */
  readonly states: ReadonlyMap<string, readonly S[]>;
  /** The story's own runs: none that another began. */
  readonly roots: () => readonly string[];
  /** Of the story's own run that began last, if not said. */
  state(run?: string): S | null;
};

export type Moment<S, E extends Event> = {
  readonly event: Recorded<E>;
  readonly before: S | null;
  readonly after: S;
  readonly around: Around;
};

export type Watched<S extends object, E extends Event> = {
  readonly protocol: Pick<Protocol<S, never, E>, "name" | "evolve" | "based" | "marks" | "lands">;
  readonly laws: { broken(before: S, event: Recorded<E>): string | null } | undefined;
  readonly isOwn: (event: Recorded) => event is Recorded<E>;
  /** Of a run that begins: hears of each of its events. What its own rules promise of them, tests of these rules show. */
  readonly judge: (run: string) => (moment: Moment<S, E>) => void;
  readonly again?: (run: string, job: string) => number;
};

/** An event of one of these kinds, by its schema. */
export const ownOf = <E extends Event>(
  kinds: readonly { readonly type: string; readonly schema: Schema }[],
): ((event: Recorded) => event is Recorded<E>) => {
  const schemas = new Map(kinds.map(({ type, schema }) => [type, schema]));
  return (event): event is Recorded<E> => {
    const schema = schemas.get(event.type);
    return schema !== undefined && fits(schema, event.data);
  };
};

/** The job whose host recorded it: `run/job/fence/ended`; a path in a key may hold strokes, too. */
export const causeOf = (event: Recorded): { readonly job: string; readonly fence: number } => {
  const [fence = "", ...rest] = event.cause.split("/").slice(1, -1).toReversed();
  return { job: rest.toReversed().join("/"), fence: Number(fence) };
};
export const notLost = ({ isFinished }: Around, job: string, fence?: number): void =>
  insist(
    !isFinished(job, fence),
    () => `${job} counts as lost, though its host had written how it ended`,
  );

export const makeRunWatch = <S extends object, E extends Event>(
  { protocol, laws, isOwn, judge, again }: Watched<S, E>,
  note: (text: string) => void,
  told?: (event: Recorded) => void,
): RunWatch<S> => {
  const states = new Map<string, S[]>();
  const rulesOf = (_protocol: string, run: string, around: Around): Rules => {
    const own: S[] = [];
    const hear = judge(run);
    states.set(run, own);
    return {
      protocol: protocol.name,
      states: own,
      ...(again === undefined ? {} : { again: (job) => again(run, job) }),
      add(event) {
        const before = own.at(-1) ?? null;
        const landed = workDone(protocol, before, event);
        if (landed !== null) {
          own.push(landed);
          return;
        }
        if (!isOwn(event)) throw new Broken(`${event.type} is no event of ${protocol.name}`);
        const ill = before === null ? null : (laws?.broken(before, event) ?? null);
        insist(ill === null, () => `${event.type} breaks a rule: ${ill}`);
        const after = ownDone(protocol, before, event);
        own.push(after);
        told?.(event);
        const { digest, path } = Object(event.data);
        if (event.type === "EditRefused")
          insist(
            around.isEdit(digest),
            () => `${path} was refused as an edit, and nobody edited it`,
          );
        hear({ event, before, after, around });
      },
    };
  };
  const watch = makeWatch(note, rulesOf);
  const roots = (): readonly string[] =>
    [...watch.accounts.values()].flatMap(({ run, origin }) => (origin === null ? run : []));
  const story = (): string => roots().at(-1) ?? "";
  return { ...watch, states, roots, state: (run = story()) => states.get(run)?.at(-1) ?? null };
};
