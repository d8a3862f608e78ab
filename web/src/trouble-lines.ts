// Why: what is wrong with a run is told in the same order and by the same words in the list of runs and on its own page.
import type { Tone } from "./style/mark.tsx";

export type Line = {
  readonly tone: Tone;
  readonly what: string;
  readonly text: string;
  /** A node that it is about. */ readonly node?: string;
};

type About = { readonly text: string; readonly node?: string };

/** The worst first. `refused`: the hand edit that stands refused. */
export const troubleLines = ({
  refused,
  doubts,
  failed,
  warnings,
}: {
  readonly refused: string | null;
  readonly doubts: readonly About[];
  readonly failed: readonly About[];
  readonly warnings: readonly string[];
}): readonly Line[] => [
  ...(refused === null ? [] : [{ tone: "bad" as const, what: "hand edit refused", text: refused }]),
  ...doubts.map((one) => ({ tone: "bad" as const, what: "in doubt", ...one })),
  ...failed.map((one) => ({ tone: "bad" as const, what: "failed", ...one })),
  ...warnings.map((text) => ({ tone: "wait" as const, what: "warning", text })),
];
