// Problems of a run as a whole: missing proofs, changed checks, warnings; units have their own lines.
import { firstOf, howMany } from "./how-many.ts";
import { isOver } from "../over.ts";
import type { Life } from "../row.ts";
import type { Shade } from "./states.ts";
import type { View } from "../view.ts";

/**
 * `node`: id of the unit in question, `name`: what to call it; missing for the whole run. `file`: file of the run with details.
 * `full`: what `text` omits to stay a plain sentence.
 */
export type WrongLine = {
  readonly shade: Shade;
  readonly what: string;
  readonly text: string;
  readonly node?: string;
  readonly name?: string;
  readonly file?: string;
  readonly full?: string;
};

export type Looked = Pick<View, "nodes" | "evidence" | "bypasses" | "warnings" | "refused"> & {
  readonly life: Life;
  readonly good: boolean | null;
  readonly unproved?: string | undefined;
  readonly bent?: readonly string[] | undefined;
  readonly work?:
    | {
        readonly landed: number;
        readonly merged: { readonly whole: boolean } | null;
        readonly dropped: boolean;
      }
    | undefined;
  readonly jobs: readonly {
    readonly is: string;
    readonly subject: string;
    readonly role: string;
    readonly why: string | null;
  }[];
};

const unproved = ({
  life,
  good,
  evidence: { have, of },
  unproved: words,
}: Looked): readonly WrongLine[] => {
  if (!isOver(life)) return [];
  if (words !== undefined) return [{ shade: "bad", what: "proofs", text: words }];
  return good === true && have < of
    ? [
        {
          shade: "bad",
          what: "proofs",
          text: `${of - have} of ${howMany(of, "criterion", "criteria")} not proved`,
        },
      ]
    : [];
};

/** It landed, and its work isn't merged yet, or only partly. */
export const isToMerge = ({ work }: Pick<Looked, "work">): boolean =>
  work !== undefined && work.landed > 0 && !work.dropped && work.merged?.whole !== true;

const mostBent = 3;
/** A run that changes its own checks may have made them pass. */
const bentChecks = (run: Looked): readonly WrongLine[] => {
  const { bent = [] } = run;
  if (bent.length === 0) return [];
  const [one, them] = bent.length === 1 ? ["a file", "it"] : ["files", "them"];
  const text = `The run changed ${one} that its checks go by: ${firstOf(bent, mostBent)}.`;
  return [
    {
      shade: "wait",
      what: "checks",
      text: isToMerge(run) ? `${text} Read ${them} before you merge.` : text,
    },
  ];
};

/** Lines after those of the units. */
export const closingLines = (run: Looked): readonly WrongLine[] => [
  ...unproved(run),
  ...bentChecks(run),
  ...run.warnings.map((text) => ({ shade: "strong" as const, what: "warning", text })),
  ...run.bypasses.map((text) => ({ shade: "strong" as const, what: "bypassed", text })),
];
