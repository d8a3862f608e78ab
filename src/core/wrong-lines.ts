// Why: what is wrong with a run is told in the same order and by the same words in terminal and page.
import { firstOf, howMany } from "./how-many.ts";
import { isOver } from "./over.ts";
import type { Life } from "./row.ts";
import type { Shade } from "./state-words.ts";
import { moneyText } from "./usage-text.ts";
import type { View, ViewNode } from "./view.ts";
import { nodeName } from "./wrong-words.ts";

/**
 * `node`: the unit that it is about, its id, and `name` what to call it; not said: the whole run. `file`: of the run's files, where more of it stands.
 * `full`: what `text` leaves out for the sake of a plain sentence.
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

type Looked = Pick<View, "nodes" | "evidence" | "bypasses" | "warnings" | "refused"> & {
  readonly life: Life;
  readonly good: boolean | null;
  readonly unproved?: string | undefined;
  readonly bent?: readonly string[] | undefined;
  readonly work?: { readonly landed: number; readonly merged: { readonly whole: boolean } | null; readonly dropped: boolean } | undefined;
  readonly jobs: readonly { readonly is: string; readonly subject: string; readonly role: string; readonly why: string | null }[];
  readonly usage?:
    | { readonly cost: number | null; readonly subjects: Readonly<Record<string, { readonly cost: number | null }>> }
    | undefined;
};

/** What can't start before `failed` is settled, in the order of the run; nothing where what comes after it has begun all the same. */
const heldUp = (nodes: readonly ViewNode[], failed: string): readonly ViewNode[] => {
  const isOpen = ({ status }: ViewNode): boolean => status === "open" || status === "waiting";
  const direct = nodes.filter(({ after }) => after.includes(failed));
  if (!direct.every(isOpen)) return [];
  const held = new Set([failed]);
  // What comes after stands behind it, wherever its protocol lists it.
  for (let before = 0; before < held.size;) {
    before = held.size;
    for (const { id, after } of nodes) if (after.some((one) => held.has(one))) held.add(id);
  }
  return nodes.filter((node) => node.id !== failed && held.has(node.id) && isOpen(node));
};

const mostHeld = 3;
const heldWords = (held: readonly ViewNode[]): string => {
  const [names, more] = [held.slice(0, mostHeld).map(nodeName), held.length - mostHeld];
  if (names.length === 0) return "";
  const last = more > 0 ? `${more} more` : names.pop();
  const all = [...(names.length === 0 ? [] : [names.join(", ")]), last].join(" and ");
  return ` ${all.slice(0, 1).toUpperCase()}${all.slice(1)} can't start.`;
};

/** The cause before the name, which may be long. */
const caused = ({ cause, note, why, label }: ViewNode): string => {
  const known = cause ?? note ?? why;
  return known === null || known === "" ? `${label}.` : `${known.replace(/[.\s]+$/u, "")} – ${label}.`;
};

const failures = ({ nodes, life }: Looked): readonly WrongLine[] =>
  nodes
    .filter(({ status }) => status === "failed")
    .map((node) => ({
      shade: "bad" as const,
      what: "failed",
      text: `${caused(node)}${life === "live" ? heldWords(heldUp(nodes, node.id)) : ""}`,
      node: node.id,
      name: nodeName(node),
    }));

const refusal = ({ refused }: Looked): readonly WrongLine[] =>
  refused === null
    ? []
    : [
        {
          shade: "bad",
          what: "refused",
          text: `An edit of ${refused.split(": ", 1)[0]} by hand was not taken, and undone.`,
          file: "refused.md",
          full: refused,
        },
      ];

const worded = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== "").join(": ");

/** Attempts that were returned, of what isn't done. */
const returned = ({ nodes }: Looked): readonly WrongLine[] =>
  nodes
    .filter(({ status }) => status !== "done" && status !== "failed")
    .flatMap((node) => {
      const { id, label, note, cause, returned: times = 0, last = false } = node;
      if (times === 0 && !last) return [];
      const text = worded(times === 0 ? null : `${howMany(times, "attempt")} returned`, cause ?? note);
      return [
        {
          shade: "bad" as const,
          what: last ? "last try" : "returned",
          text: text === "" ? label : `${text} – ${label}`,
          node: id,
          name: nodeName(node),
        },
      ];
    });

/** What was paid for work of which nothing is proved, by units that were returned or failed, or at the end by the whole. */
const spent = (run: Looked): readonly WrongLine[] => {
  const { usage, nodes, evidence, life } = run;
  if (usage === undefined) return [];
  const line = (text: string, node?: ViewNode): WrongLine => ({
    shade: "bad",
    what: "spent",
    text,
    ...(node === undefined ? {} : { node: node.id, name: nodeName(node) }),
  });
  if (isOver(life) && evidence.of > 0 && evidence.have === 0)
    return (usage.cost ?? 0) > 0 ? [line(`${moneyText(usage.cost ?? 0)}, and nothing is proved`)] : [];
  return nodes.flatMap((node) => {
    const { id, status, done, returned: times = 0 } = node;
    const cost = usage.subjects[id]?.cost ?? 0;
    return cost > 0 && done === 0 && (status === "failed" || times > 0)
      ? [line(`${moneyText(cost)} on ${id}, and nothing of it is proved`, node)]
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

/** It landed, and nothing of it is merged yet, or not all. */
export const isToMerge = ({ work }: Pick<Looked, "work">): boolean =>
  work !== undefined && work.landed > 0 && !work.dropped && work.merged?.whole !== true;

const mostBent = 3;
/** A run that changes what judges it may have made that say what it wanted. */
const bentChecks = (run: Looked): readonly WrongLine[] => {
  const { bent = [] } = run;
  if (bent.length === 0) return [];
  const [one, them] = bent.length === 1 ? ["a file", "it"] : ["files", "them"];
  const text = `The run changed ${one} that its checks go by: ${firstOf(bent, mostBent)}.`;
  return [{ shade: "wait", what: "checks", text: isToMerge(run) ? `${text} Read ${them} before you merge.` : text }];
};

const doubted = ({ jobs, nodes }: Looked): readonly WrongLine[] =>
  jobs
    .filter(({ is }) => is === "doubt")
    .map(({ subject, role, why }) => {
      const node = nodes.find(({ id }) => id === subject);
      const text = `${role}: ${why ?? "nobody knows how it ended"}`;
      return { shade: "doubt" as const, what: "in doubt", text, node: subject, name: node === undefined ? subject : nodeName(node) };
    });

/** What costs most first. */
export const wrongLines = (run: Looked): readonly WrongLine[] => [
  ...failures(run),
  ...doubted(run),
  ...refusal(run),
  ...returned(run),
  ...unproved(run),
  ...bentChecks(run),
  ...spent(run),
  ...run.warnings.map((text) => ({ shade: "strong" as const, what: "warning", text })),
  ...run.bypasses.map((text) => ({ shade: "strong" as const, what: "bypass", text })),
];
