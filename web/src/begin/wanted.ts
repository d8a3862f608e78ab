// What stands in the form of a new run, and the request that it becomes.
import type { Startable } from "../../../src/http/answers.ts";
import { isRecord } from "../api/guards.ts";
import { blank, type Draft, filled, pointerTo, readDraft, type Wrong } from "../act/draft.ts";
import { type Field, formOf, type Whole } from "../act/schema.ts";

export type Way = Startable["protocols"][number];
export type Wanted = {
  readonly protocol: string;
  readonly goal: string;
  readonly switches: readonly string[];
  /** By role; `*` for all; none: as configured. */
  readonly agents: Readonly<Record<string, string>>;
  readonly budget: string;
  /** The name or path of a document to be played; empty: none is chosen. */
  readonly template: string;
  /** Values of the template's variables. */
  readonly context: Readonly<Record<string, string>>;
  readonly rest: Draft;
};
export type StartRequest = {
  readonly protocol: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly switches: readonly string[];
  readonly agents: Readonly<Record<string, string>>;
  readonly budget: string;
  readonly follows?: string;
};

/** Fields that have a place of their own in the form, or name another run. */
const apart: readonly string[] = ["template", "context", "again"];

export const playsTemplates = ({ fields }: Way): boolean =>
  isRecord(fields["properties"]) && "template" in fields["properties"];

/** Everything that has no place of its own in the form. */
export const restOf = ({ fields, goal }: Way): Whole => {
  const shape = formOf(fields);
  const isOwn = ({ name }: Field): boolean => apart.includes(name) || name === goal[0];
  return {
    is: "object",
    fields: shape.is === "object" ? shape.fields.filter((field) => !isOwn(field)) : [],
  };
};

const textAt = (data: Readonly<Record<string, unknown>>, path: readonly string[]): string => {
  const found = path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), data);
  return typeof found === "string" ? found : "";
};

/** What a new form says: what a run was begun with, else what the address names. */
export const firstWanted = (
  options: Startable,
  named: { readonly protocol: string | null; readonly goal: string | null },
): Wanted => {
  const { again, usual } = options;
  const names = options.protocols.map(({ name }) => name);
  const protocol =
    again?.protocol ??
    (named.protocol !== null && names.includes(named.protocol) ? named.protocol : usual);
  const way = options.protocols.find(({ name }) => name === protocol);
  const data = again?.data ?? {};
  const context = isRecord(data["context"]) ? data["context"] : {};
  return {
    protocol,
    goal: way === undefined || again === null ? (named.goal ?? "") : textAt(data, way.goal),
    switches: again?.switches ?? [],
    agents: again?.agents ?? {},
    budget: again?.budget ?? "",
    template: textAt(data, ["template"]),
    context: Object.fromEntries(
      Object.entries(context).map(([name, value]) => [name, String(value)]),
    ),
    rest: way === undefined || again === null ? {} : filled(restOf(way), data),
  };
};

/** Another way of working asks for other things. */
export const wantedBy = (wanted: Wanted, protocol: string): Wanted =>
  wanted.protocol === protocol
    ? wanted
    : { ...wanted, protocol, switches: [], rest: blank({ is: "object", fields: [] }) };

/** The document that is chosen, by its name or its path. */
export const templateOf = ({ templates }: Startable, { template }: Wanted) =>
  templates.find(({ slug, path }) => template !== "" && (slug === template || path === template));

/** Whether a goal is asked for: a document says itself what it needs. */
export const takesGoal = (options: Startable, way: Way, wanted: Wanted): boolean =>
  !playsTemplates(way) ||
  templateOf(options, wanted)?.needs.some(({ name }) => name === "goal") === true;

/** Where what is wrong with a template's variable is told. */
export const contextPlace = (name: string): string => pointerTo("/context", name);
export const contextPlaces = (options: Startable, wanted: Wanted): readonly string[] =>
  (templateOf(options, wanted)?.needs ?? []).map(({ name }) => contextPlace(name));

const isSaid = ([, value]: readonly [string, string]): boolean => value.trim() !== "";

const dataOf = (
  options: Startable,
  way: Way,
  wanted: Wanted,
): Readonly<Record<string, unknown>> => {
  if (!playsTemplates(way)) return { [way.goal[0] ?? "goal"]: wanted.goal };
  const names = templateOf(options, wanted)?.needs.map(({ name }) => name) ?? [];
  const given = Object.entries({ ...wanted.context, goal: wanted.goal }).filter(
    (pair) => names.includes(pair[0]) && isSaid(pair),
  );
  return { template: wanted.template, context: Object.fromEntries(given) };
};

/** What is wrong with it stands beside its fields. */
export const requestOf = (
  options: Startable,
  way: Way,
  wanted: Wanted,
): { readonly request: StartRequest; readonly wrong: readonly Wrong[] } => {
  const { value, wrong } = readDraft(restOf(way), wanted.rest);
  const missing: readonly Wrong[] = [
    ...(playsTemplates(way) && wanted.template === ""
      ? [{ at: "/template", text: "Choose a template." }]
      : []),
    ...(!playsTemplates(way) && wanted.goal.trim() === ""
      ? [{ at: "/goal", text: "Say what you want." }]
      : []),
    ...(playsTemplates(way) ? (templateOf(options, wanted)?.needs ?? []) : []).flatMap(
      ({ name, required, otherwise }) =>
        required &&
        otherwise === null &&
        (name === "goal" ? wanted.goal : (wanted.context[name] ?? "")).trim() === ""
          ? [
              {
                at: name === "goal" ? "/goal" : contextPlace(name),
                text: "The template needs this.",
              },
            ]
          : [],
    ),
  ];
  return {
    request: {
      protocol: way.name,
      data: { ...(isRecord(value) ? value : {}), ...dataOf(options, way, wanted) },
      switches: wanted.switches,
      agents: Object.fromEntries(Object.entries(wanted.agents).filter(isSaid)),
      budget: wanted.budget.trim(),
    },
    wrong: [...missing, ...wrong],
  };
};

/** Where the server's pointer to the goal stands in the form. */
export const goalPlaces = ({ goal }: Way): readonly string[] => [
  goal.map((name) => `/${name}`).join(""),
  "/goal",
];
