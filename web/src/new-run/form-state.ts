// State of the form of a new run, and the request that it becomes.
import type { Startable } from "../../../src/http/answers.ts";
import { pointerTo } from "../act/schema.ts";
import { isRecord } from "../api/guards.ts";

export type Protocol = Startable["protocols"][number];
export type FormState = {
  readonly protocol: string;
  readonly goal: string;
  readonly switches: readonly string[];
  /** By role; `*` for all; empty: as configured. */
  readonly agents: Readonly<Record<string, string>>;
  readonly budget: string;
  /** The name or path of a document to play; empty: none chosen. */
  readonly template: string;
  /** Values of the template's variables. */
  readonly context: Readonly<Record<string, string>>;
  /** What else an earlier run was started with, which stays as it was. */
  readonly rest: Readonly<Record<string, unknown>>;
};
export type StartRequest = {
  readonly protocol: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly switches: readonly string[];
  readonly agents: Readonly<Record<string, string>>;
  readonly budget: string;
  readonly follows?: string;
};

const textAt = (data: Readonly<Record<string, unknown>>, path: readonly string[]): string => {
  const found = path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), data);
  return typeof found === "string" ? found : "";
};

/** The values of an earlier run, else those in the address. */
export const initialState = (
  options: Startable,
  named: { readonly protocol: string | null; readonly goal: string | null },
): FormState => {
  const { again, usual } = options;
  const names = options.protocols.map(({ name }) => name);
  const name =
    again?.protocol ??
    (named.protocol !== null && names.includes(named.protocol) ? named.protocol : usual);
  const protocol = options.protocols.find((one) => one.name === name);
  const data = again?.data ?? {};
  const context = isRecord(data["context"]) ? data["context"] : {};
  return {
    protocol: name,
    goal:
      protocol === undefined || again === null ? (named.goal ?? "") : textAt(data, protocol.goal),
    switches: again?.switches ?? [],
    agents: again?.agents ?? {},
    budget: again?.budget ?? "",
    template: textAt(data, ["template"]),
    context: Object.fromEntries(
      Object.entries(context).map(([name, value]) => [name, String(value)]),
    ),
    rest: data,
  };
};

/** Another protocol has other fields. */
export const withProtocol = (state: FormState, name: string): FormState =>
  state.protocol === name ? state : { ...state, protocol: name, switches: [], rest: {} };

/** The chosen template, by name or path. */
export const templateOf = ({ templates }: Startable, { template }: FormState) =>
  templates.find(({ slug, path }) => template !== "" && (slug === template || path === template));

/** Whether a goal is needed: a template states its own variables. */
export const takesGoal = (options: Startable, protocol: Protocol, state: FormState): boolean =>
  !protocol.plays || templateOf(options, state)?.needs.some(({ name }) => name === "goal") === true;

/** The place for an error of a template's variable. */
export const contextPlace = (name: string): string => pointerTo("/context", name);
export const contextPlaces = (options: Startable, state: FormState): readonly string[] =>
  (templateOf(options, state)?.needs ?? []).map(({ name }) => contextPlace(name));

const isFilled = ([, value]: readonly [string, string]): boolean => value.trim() !== "";

const valueOf = ({ goal, context }: FormState, name: string): string =>
  name === "goal" ? goal : (context[name] ?? "");

const dataOf = (
  options: Startable,
  protocol: Protocol,
  state: FormState,
): Readonly<Record<string, unknown>> => {
  if (!protocol.plays) return { [protocol.goal[0] ?? "goal"]: state.goal };
  const context = (templateOf(options, state)?.needs ?? [])
    .map(({ name }) => [name, valueOf(state, name)] as const)
    .filter(isFilled);
  return { template: state.template, context: Object.fromEntries(context) };
};

export const requestOf = (
  options: Startable,
  protocol: Protocol,
  state: FormState,
): StartRequest => ({
  protocol: protocol.name,
  data: { ...state.rest, ...dataOf(options, protocol, state) },
  switches: state.switches,
  agents: Object.fromEntries(Object.entries(state.agents).filter(isFilled)),
  budget: state.budget.trim(),
});

/** Places in the form for the server's pointer to the goal. */
export const goalPlaces = ({ goal }: Protocol): readonly string[] => [
  goal.map((name) => `/${name}`).join(""),
  "/goal",
];
