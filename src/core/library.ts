// Types of a protocol's document library (templates): lists, views, findings, composing.
import type { Finding } from "./dialect.ts";
import type { Ask, Facts } from "./facts.ts";
import type { Refusal } from "./refusal.ts";
import type { Path } from "./row.ts";

/** A document with its place: from the root, else absolute. */
export type Kept = { readonly path: Path; readonly text: string };

/** What has to be given when a document is played, and what may. */
export type Need = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly means: string;
  readonly otherwise: string | boolean | null;
};

/** A document in a list. */
export type Listed = {
  /** By which it is called. */
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  readonly means: string;
  readonly path: Path;
  readonly tags: readonly string[];
  readonly nodes: number;
  readonly checkpoints: number;
  readonly needs: readonly Need[];
  /** How many findings keep it from being played. */
  readonly errors: number;
};

export type ShownNode = {
  readonly id: string;
  readonly name: string;
  /** `skill:x`, `checkpoint`. */
  readonly what: string;
  readonly args: string;
  /** What follows a failure; null: it can't fail. */
  readonly onFail: string | null;
  /** Does a checkpoint wait for a person? null: it is none. */
  readonly waits: boolean | null;
};
/** Nodes that their author calls one unit; it has no effect. */
export type ShownGroup = {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly means: string;
};
export type Shown = Listed & {
  readonly batches: readonly {
    readonly batch: number;
    readonly parallel: boolean;
    readonly nodes: readonly ShownNode[];
  }[];
  readonly groups: readonly ShownGroup[];
  readonly findings: readonly Finding[];
};

/** What a new document is made from. */
export type Composing = {
  readonly name: string;
  /** A step each. */
  readonly lines: readonly string[];
  /** The steps as a file of the format has them, instead of lines; null: none. */
  readonly draft: string | null;
  readonly type: string | null;
  readonly means: string | null;
  readonly checkpoints: boolean;
  readonly auto: boolean;
};

export type Composed = Kept & {
  readonly slug: string;
  readonly id: string;
  /** A document of the same content is kept already: nothing is written. */
  readonly there: boolean;
  readonly findings: readonly Finding[];
  /** Written beside it, unless something is there. */
  readonly beside: readonly Kept[];
  /** A file that others keep entries in, too. `made`: its text with this document's; `broken`: what stood there can't be read. */
  readonly shared: {
    readonly path: Path;
    made(text: string | null): { readonly text: string; readonly broken: boolean };
  };
};

/** Pure, like all of a protocol: what `ask` names is read by the engine and comes back as facts. */
export type Library = {
  /** `name` null: all that are kept. */
  ask(name: string | null): Ask;
  list(facts: Facts): readonly Listed[];
  /** `among`: the names that the refused one may have meant. */
  find(
    name: string,
    facts: Facts,
  ): Kept | { readonly refused: Refusal; readonly among: readonly string[] };
  /** A document that can't be read at all is refused. */
  show(document: Kept): Shown | Refusal;
  check(document: Kept): readonly Finding[];
  compose(wanted: Composing, facts: Facts): Composed | Refusal;
};
