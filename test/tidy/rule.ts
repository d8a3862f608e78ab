// Types of a tidy rule, with samples that it must catch and samples that it must pass.
import type { Source } from "./source.ts";

export type Finding = { readonly path: string; readonly line: number; readonly text: string };

/** A small repository: path → text. */
export type Sample = Readonly<Record<string, string>>;

export type Rule = {
  /** A sentence that is true where the rule holds. */
  readonly name: string;
  readonly find: (sources: readonly Source[]) => readonly Finding[];
  readonly bad: readonly Sample[];
  readonly good: readonly Sample[];
};

/** A rule that looks at one file at a time. */
export const each =
  (
    applies: (path: string) => boolean,
    look: (source: Source) => readonly Omit<Finding, "path">[],
  ): Rule["find"] =>
  (sources) =>
    sources
      .filter(({ path }) => applies(path))
      .flatMap((source) => look(source).map((finding) => ({ path: source.path, ...finding })));
