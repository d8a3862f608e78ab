// Why: who may say a command, when, and what is read of the world for it, stands beside its schema and not in it, so that it is known without one.
import type { Frame } from "./frame.ts";
import type { Terms } from "./message.ts";

/** What the engine adds to a command. `filled`: fields that it alone gives, so no flag or tool offers them. */
export type World = Pick<Terms, "judged" | "ask" | "fill"> & {
  readonly filled?: readonly string[];
};
/** By the type of a command; those that need nothing of the world aren't in it. */
export type Worlds<K extends string> = { readonly [T in K]?: World };

export const typesOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table).filter((type): type is K => Object.hasOwn(table, type));

export const termsOf = <K extends string>(
  type: K,
  { who, when, verbs }: Frame<K>,
  worlds: Worlds<K>,
): Terms => {
  const { filled: _, ...world }: World = worlds[type] ?? {};
  const [lives, verb] = [when[type], verbs?.[type]];
  return {
    type,
    who: who[type],
    ...(lives === undefined ? {} : { when: lives }),
    ...(verb === undefined ? {} : { verb }),
    ...world,
  };
};

export const allTerms = <K extends string>(frame: Frame<K>, worlds: Worlds<K>): readonly Terms[] =>
  typesOf(frame.who).map((type) => termsOf(type, frame, worlds));
