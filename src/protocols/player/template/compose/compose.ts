// Composer of templates: turns a list of steps into a template, deterministically.
import { withoutNulls } from "../../../../core/json/record.ts";
import { type Refusal, refuse, refuseAll } from "../../../../core/refusal.ts";
import type { Path } from "../../../../core/row.ts";
import { placeholders } from "../placeholders.ts";
import { slugOf } from "../slug.ts";
import {
  type Edge,
  isWork,
  type Template,
  type TemplateNode,
  type Variable,
  type WorkNode,
} from "../template.ts";
import { validate } from "../validate.ts";
import { type Link, linksOf } from "./gates.ts";
import { templateText } from "./print.ts";
import { orderNotes, type Step } from "./steps.ts";
import { type Complexity, complexityOf, grouped, unitsOf } from "./units.ts";

/** Maximum work nodes in one list; more would be hard to follow. */
const most = 20;
const longest = 120;

export type TemplateRequest = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Variables declared up front; other variables that the steps use become required texts. */
  readonly variables: readonly Variable[];
  /** Defaults to `custom`. */
  readonly type: string | null;
  readonly description: string | null;
  /** Adds gates to those in the list. */
  readonly checkpoints: boolean;
  /** All gates pass automatically, except pauses in the list. */
  readonly auto: boolean;
};

/** Date and time, both from one clock. */
export type Dated = { readonly day: string; readonly time: string };

const minutes = ({ type }: WorkNode): readonly [number, number] =>
  type === "cli" ? [2, 5] : type === "agent" ? [5, 15] : [7, 13];

/** Sum of the estimates, rounded outward to multiples of five. */
export const durationOf = (nodes: readonly WorkNode[]): string => {
  const [least, longest] = nodes.map(minutes).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  return `${Math.floor((least ?? 0) / 5) * 5}-${Math.ceil((longest ?? 0) / 5) * 5} min`;
};

const ids = (link: Link | undefined): readonly string[] =>
  link === undefined ? [] : link.is === "gate" ? [link.node.id] : link.nodes.map(({ id }) => id);
const edgesOf = (links: readonly Link[]): readonly Edge[] =>
  links.flatMap((link, index) =>
    ids(links[index - 1]).flatMap((from) => ids(link).map((to) => ({ from, to }))),
  );

const asked = (nodes: readonly WorkNode[]): readonly string[] =>
  nodes.flatMap(({ args }) =>
    placeholders(args).flatMap(({ asks }) => (asks.is === "variable" ? [asks.name] : [])),
  );

const contextOf = (
  nodes: readonly WorkNode[],
  declared: readonly Variable[],
): readonly Variable[] => {
  const known = new Set(declared.map(({ name }) => name));
  const more = [...new Set(asked(nodes))].filter((name) => !known.has(name));
  const described = (name: string): Variable => ({
    name,
    type: "string",
    required: true,
    description: name === "goal" ? "What is wanted" : "",
    default: null,
  });
  return [...declared, ...more.map(described)];
};

/** The list in one line: `planning → execution → review + analysis`. */
const summary = (steps: readonly Step[]): string => {
  const line = grouped(steps.filter(({ word }) => word.type !== "checkpoint"))
    .map((together) => together.map(({ word }) => word.word).join(" + "))
    .join(" → ");
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join("")}…`;
};

const refusals = (steps: readonly Step[]): Refusal | null => {
  const work = steps.filter(({ word }) => word.type !== "checkpoint").length;
  return refuseAll([
    ...(work === 0
      ? [
          refuse("STEPS_EMPTY", "no step does any work", {
            fits: "at least one step besides checkpoints, such as plan",
          }),
        ]
      : []),
    ...(work > most
      ? [
          refuse("NODES_MANY", `${work} steps work, and ${most} are the most`, {
            fits: "a step run:player plays another template",
          }),
        ]
      : []),
    ...orderNotes(steps),
  ]);
};

const templateOf = (wanted: TemplateRequest, slug: string, dated: Dated): Template => {
  const complexity: Complexity = complexityOf(wanted.steps);
  const links = linksOf(unitsOf(wanted.steps, complexity), {
    inject: wanted.checkpoints,
    auto: wanted.auto,
  });
  const nodes = links.flatMap((link): readonly TemplateNode[] =>
    link.is === "gate" ? [link.node] : link.nodes,
  );
  const work = nodes.filter(isWork);
  const gates = nodes.flatMap((node) => (isWork(node) ? [] : [node.id]));
  return {
    id: `wft-${slug}-${dated.day}`,
    name: wanted.name,
    description: wanted.description ?? summary(wanted.steps),
    version: "1.0",
    createdAt: dated.time,
    sourceSession: `WFD-${slug}-${dated.day}`,
    tags: [wanted.type ?? "custom", complexity],
    context: contextOf(work, wanted.variables),
    nodes,
    edges: edgesOf(links),
    checkpoints: gates,
    atomicGroups: [],
    metadata: {
      nodeCount: work.length,
      checkpointCount: gates.length,
      estimatedDuration: durationOf(work),
    },
  };
};

/** Makes a slug of a name. Refusal: NAME_MALFORMED. */
export const slugFor = (name: string): string | Refusal =>
  slugOf(name) ??
  refuse("NAME_MALFORMED", "nothing of this name can be a file's", {
    fits: "a name with some of the letters a to z, or digits",
  });

/** Text of the template with this slug. Refusals: those of the list, and TEMPLATE_INVALID for bad references in the steps' texts. */
export const composed = (
  wanted: TemplateRequest,
  slug: string,
  dated: Dated,
  path: Path,
): { readonly template: Template; readonly text: string } | Refusal => {
  const no = refusals(wanted.steps);
  if (no !== null) return no;
  const template = templateOf(wanted, slug, dated);
  const text = templateText(template);
  const errors = validate(text, path).filter(({ severity }) => severity === "error");
  const wrong = refuseAll(
    errors.map(({ code, message, hint, pointer }) =>
      refuse(code, message, { pointer, ...(hint === undefined ? {} : { fits: hint }) }),
    ),
  );
  if (wrong === null) return { template, text };
  const { code, text: said, fits, more } = wrong;
  return refuse(
    "TEMPLATE_INVALID",
    `these steps give no template that can be played: ${code} ${said}`,
    {
      ...withoutNulls({ fits, more }),
    },
  );
};
