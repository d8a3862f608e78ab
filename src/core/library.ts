// Types of a protocol's document library (templates): lists, views, findings, composing.
import type { Finding } from "./run-files.ts";
import type { Ask, Facts } from "./facts.ts";
import type { Refusal } from "./refusal.ts";
import type { Path } from "./row.ts";

/** A document with its path: relative to the root, else absolute. */
export type Document = { readonly path: Path; readonly text: string };

/** A required or optional value for playing a document. */
export type Need = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly means: string;
  readonly otherwise: string | boolean | null;
};

/** A document in a list. */
export type Listed = {
  /** The name to use for it. */
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  readonly means: string;
  readonly path: Path;
  readonly tags: readonly string[];
  readonly nodes: number;
  readonly checkpoints: number;
  readonly needs: readonly Need[];
  /** Number of findings that prevent playing it. */
  readonly errors: number;
};

export type ShownNode = {
  readonly id: string;
  readonly name: string;
  /** `skill:x`, `checkpoint`. */
  readonly what: string;
  readonly args: string;
  /** Action on failure; null if it can't fail. */
  readonly onFail: string | null;
  /** Whether a checkpoint waits for a person; null for other nodes. */
  readonly waits: boolean | null;
};
/** Nodes that their author groups as a unit; without effect. */
export type ShownGroup = {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly means: string;
};
export type Details = Listed & {
  readonly batches: readonly {
    readonly batch: number;
    readonly parallel: boolean;
    readonly nodes: readonly ShownNode[];
  }[];
  readonly groups: readonly ShownGroup[];
  readonly findings: readonly Finding[];
};

/** Input for a new document. */
export type Composing = {
  readonly name: string;
  /** One step on each line. */
  readonly lines: readonly string[];
  /** The steps in the format's own file form, instead of lines; null if there is none. */
  readonly draft: string | null;
  readonly type: string | null;
  readonly means: string | null;
  readonly checkpoints: boolean;
  readonly auto: boolean;
};

export type Composed = Document & {
  readonly slug: string;
  readonly id: string;
  /** A document with the same content exists, so nothing is written. */
  readonly there: boolean;
  readonly findings: readonly Finding[];
  /** Additional files, written unless they exist. */
  readonly beside: readonly Document[];
  /** A file shared with other documents. `made`: its text with this document's entry; `broken`: the old content was unreadable. */
  readonly shared: {
    readonly path: Path;
    made(text: string | null): { readonly text: string; readonly broken: boolean };
  };
};

/** Pure, like the rest of a protocol: the engine reads what `ask` requests and returns it as facts. */
export type Library = {
  /** @param name null for all documents */
  ask(name: string | null): Ask;
  list(facts: Facts): readonly Listed[];
  find(name: string, facts: Facts): Document | Refusal;
  /** Refuses a document that can't be read at all. */
  show(document: Document): Details | Refusal;
  compose(wanted: Composing, facts: Facts): Composed | Refusal;
};
