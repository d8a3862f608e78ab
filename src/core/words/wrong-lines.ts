// Lines about a run's troubles, in the same order and words for terminal and page.
import { howMany } from "./how-many.ts";
import type { ViewNode } from "../view.ts";
import { nodeName } from "./work-nodes.ts";
import { closingLines, type Looked, type WrongLine } from "./wrong-run.ts";

export { isToMerge, type WrongLine } from "./wrong-run.ts";

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
