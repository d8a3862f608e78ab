// What the graph and the list of a run's nodes are drawn from.
import type { WorkCountsAnswer } from "../../../src/http/answers.ts";
import type { AtWork } from "./node-words.ts";
import type { OpenSections } from "./open-sections.ts";
import type { Section } from "./sections.ts";

export type NodesProps = {
  readonly sections: readonly Section[];
  readonly openSections: OpenSections;
  readonly work: ReadonlyMap<string, AtWork>;
  readonly lines: WorkCountsAnswer["units"];
  /** The node that is open. */
  readonly node: string | null;
  /** What a search found, shown whatever is folded; null: nothing is searched. */
  readonly found: ReadonlySet<string> | null;
};
