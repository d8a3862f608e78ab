// Props of the graph and the list of a run's nodes.
import type { WorkCountsAnswer } from "../../../src/http/answers.ts";
import type { AtWork } from "./node-words.ts";
import type { OpenSections } from "./open-sections.ts";
import type { Section } from "./sections.ts";

export type NodesProps = {
  readonly sections: readonly Section[];
  readonly openSections: OpenSections;
  readonly work: ReadonlyMap<string, AtWork>;
  readonly lines: WorkCountsAnswer["units"];
  /** The open node. */
  readonly node: string | null;
};
