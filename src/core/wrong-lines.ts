// Why: what is wrong with a run is told in the same order and by the same words in terminal and page.
import { howMany } from "./how-many.ts";
import { isOver } from "./over.ts";
import type { Life } from "./row.ts";
import type { Shade } from "./state-words.ts";
import { moneyText } from "./usage-text.ts";
import type { View } from "./view.ts";

/** `node`: the unit that it is about, its id; not said: the whole run. */
export type WrongLine = { readonly shade: Shade; readonly what: string; readonly text: string; readonly node?: string };

type Looked = Pick<View, "nodes" | "evidence" | "bypasses" | "warnings" | "refused"> & {
  readonly life: Life;
  readonly good: boolean | null;
  readonly unproved?: string | undefined;
  readonly jobs: readonly { readonly is: string; readonly subject: string; readonly role: string; readonly why: string | null }[];
  readonly usage?:
    | { readonly cost: number | null; readonly subjects: Readonly<Record<string, { readonly cost: number | null }>> }
    | undefined;
};

const worded = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== "").join(": ");

/** Attempts that were returned, of what isn't done. */
const returned = ({ nodes }: Looked): readonly WrongLine[] =>
  nodes
    .filter(({ status }) => status !== "done" && status !== "failed")
    .flatMap(({ id, label, note, returned: times = 0, last = false }) =>
      times === 0 && !last
        ? []
        : [
            {
              shade: "bad" as const,
              what: last ? "last try" : "returned",
              text: worded(label, times === 0 ? null : `${howMany(times, "attempt")} returned`, note),
              node: id,
            },
          ],
    );

/** What was paid for work of which nothing is proved, by units that were returned or failed, or at the end by the whole. */
const spent = (run: Looked): readonly WrongLine[] => {
  const { usage, nodes, evidence, life } = run;
  if (usage === undefined) return [];
  const line = (text: string, node?: string): WrongLine => ({ shade: "bad", what: "spent", text, ...(node === undefined ? {} : { node }) });
  if (isOver(life) && evidence.of > 0 && evidence.have === 0)
    return (usage.cost ?? 0) > 0 ? [line(`${moneyText(usage.cost ?? 0)}, and nothing is proved`)] : [];
  return nodes.flatMap(({ id, status, done, returned: times = 0 }) => {
    const cost = usage.subjects[id]?.cost ?? 0;
    return cost > 0 && done === 0 && (status === "failed" || times > 0)
      ? [line(`${moneyText(cost)} on ${id}, and nothing of it is proved`, id)]
      : [];
  });
};

const unproved = ({ life, good, evidence: { have, of }, unproved: words }: Looked): readonly WrongLine[] => {
  if (!isOver(life)) return [];
  if (words !== undefined) return [{ shade: "bad", what: "proofs", text: words }];
  return good === true && have < of
    ? [{ shade: "bad", what: "proofs", text: `${of - have} of ${howMany(of, "criterion", "criteria")} not proved` }]
    : [];
};

/** The worst first. */
export const wrongLines = (run: Looked): readonly WrongLine[] => [
  ...(run.refused === null ? [] : [{ shade: "bad" as const, what: "refused", text: run.refused }]),
  ...run.jobs
    .filter(({ is }) => is === "doubt")
    .map(({ subject, role, why }) => ({
      shade: "doubt" as const,
      what: "in doubt",
      text: `${role}: ${why ?? "nobody knows how it ended"}`,
      node: subject,
    })),
  ...run.nodes
    .filter(({ status }) => status === "failed")
    .map(({ id, label, why, note }) => ({ shade: "bad" as const, what: "failed", text: worded(label, note, why), node: id })),
  ...returned(run),
  ...unproved(run),
  ...spent(run),
  ...run.warnings.map((text) => ({ shade: "strong" as const, what: "warning", text })),
  ...run.bypasses.map((text) => ({ shade: "strong" as const, what: "bypass", text })),
];
