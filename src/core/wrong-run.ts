// Problems of a run as a whole: missing proofs, cost without proof, warnings; units have their own lines.
import { firstOf, howMany } from "./how-many.ts";
import { isOver } from "./over.ts";
import type { Life } from "./row.ts";
import type { Shade } from "./state-words.ts";
import { moneyText } from "./usage-text.ts";
import type { View } from "./view.ts";

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
  readonly usage?:
    | {
        readonly cost: number | null;
        readonly subjects: Readonly<Record<string, { readonly cost: number | null }>>;
      }
    | undefined;
};

/** Cost of work without any proof: for returned or failed units, or at the end for the whole run. */
const spent = (run: Looked): readonly WrongLine[] => {
  const { usage, nodes, evidence, life } = run;
  if (usage === undefined) return [];
  const line = (text: string, node?: string): WrongLine => ({
    shade: "bad",
    what: "used",
    text,
    ...(node === undefined ? {} : { node }),
  });
  if (isOver(life) && evidence.of > 0 && evidence.have === 0)
    return (usage.cost ?? 0) > 0
      ? [line(`${moneyText(usage.cost ?? 0)}, and nothing is proved`)]
      : [];
  return nodes.flatMap(({ id, status, done, of, returned: times = 0 }) => {
    const cost = usage.subjects[id]?.cost ?? 0;
    // Exploring and planning have no criteria: there is nothing of them to prove.
    return cost > 0 && of > 0 && done === 0 && (status === "failed" || times > 0)
      ? [line(`${moneyText(cost)} on ${id}, and nothing of it is proved`, id)]
      : [];
  });
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
  ...spent(run),
  ...run.warnings.map((text) => ({ shade: "strong" as const, what: "warning", text })),
  ...run.bypasses.map((text) => ({ shade: "strong" as const, what: "bypassed", text })),
];
