// What is wrong with a run, in the same order and words for terminal, page and agents: failed and returned units, missing proofs, changed checks, warnings.
import { firstOf, howMany } from "./how-many.ts";
import { isOver } from "../over.ts";
import type { Life } from "../row.ts";
import type { Shade } from "./states.ts";
import type { View, ViewNode } from "../view.ts";
import { nodeName } from "./work-nodes.ts";

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

type Looked = Pick<View, "nodes" | "evidence" | "bypasses" | "warnings" | "refused"> & {
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

/** Units that can't start before `failed` is settled, in run order; empty if its dependants have started anyway. */
const heldUp = (nodes: readonly ViewNode[], failed: string): readonly ViewNode[] => {
  const isOpen = ({ status }: ViewNode): boolean => status === "open" || status === "waiting";
  const direct = nodes.filter(({ after }) => after.includes(failed));
  if (!direct.every(isOpen)) return [];
  const held = new Set([failed]);
  // Indirect dependants count, too, wherever the protocol lists them.
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

/** The cause comes before the name, which may be long. */
const caused = ({ cause, note, why, label }: ViewNode): string => {
  const known = cause ?? note ?? why;
  return known === null || known === ""
    ? `${label}.`
    : `${known.replace(/[.\s]+$/u, "")} – ${label}.`;
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

const worded = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join(": ");

/** Returned attempts of unfinished units. */
const returned = ({ nodes }: Looked): readonly WrongLine[] =>
  nodes
    .filter(({ status }) => status !== "done" && status !== "failed")
    .flatMap((node) => {
      const { id, label, note, cause, returned: times = 0, last = false } = node;
      if (times === 0 && !last) return [];
      const text = worded(
        times === 0 ? null : `${howMany(times, "attempt")} returned`,
        cause ?? note,
      );
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

const doubted = ({ jobs, nodes }: Looked): readonly WrongLine[] =>
  jobs
    .filter(({ is }) => is === "doubt")
    .map(({ subject, role, why }) => {
      const node = nodes.find(({ id }) => id === subject);
      return {
        shade: "doubt" as const,
        what: "in doubt",
        text: "how its last attempt ended is unknown",
        ...(why === null ? {} : { full: `${role}: ${why}` }),
        node: subject,
        name: node === undefined ? subject : nodeName(node),
      };
    });

/** The most costly problems first. */
export const wrongLines = (run: Looked): readonly WrongLine[] => [
  ...failures(run),
  ...doubted(run),
  ...refusal(run),
  ...returned(run),
  ...closingLines(run),
];
