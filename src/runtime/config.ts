// Validated configuration, and the single rule by which a role finds its agent.
import type { Command, Protocol } from "../core/protocol.ts";
import { steeringOf } from "../steering/steering.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Ready } from "../work/site.ts";
import { type Agents, type Drivers, readAgents, readNeeds, readRoles } from "./config-agents.ts";
import { type Budgets, type Prices, readBudgets } from "./config-budget.ts";
import {
  type Fields,
  isText,
  isWhole,
  onlyKeys,
  readFields,
  section,
  type Wrong,
} from "./config-fields.ts";
import { type FenceConfig, readFence, usualFence } from "./config-fence.ts";
import { type GitConfig, readGit } from "./config-git.ts";
import type { GivenNotify } from "./config-notify.ts";
import { readReady } from "./config-ready.ts";

export type Config = {
  readonly ledger: string | null;
  /** The protocol of runs that name none; null: unset. */
  readonly protocol: string | null;
  readonly runner: { readonly agents: number };
  readonly git: GitConfig;
  readonly agents: Agents;
  /** "protocol/role", "role" or "*" → the name of an agent, or `hand`. */
  readonly roles: Readonly<Record<string, string>>;
  /** "protocol/role", "role" or "*" → labels that a runner needs for its jobs. */
  /** The personal file: its path, the names of its agents, and its roles, which apply where `roles` has no entry; null: not read. */
  readonly personal: {
    readonly path: string;
    readonly agents: readonly string[];
    readonly roles: Readonly<Record<string, string>>;
  } | null;
  /** Role assignments of one run; absent: no run given, or no assignments. */
  readonly assigned?: Readonly<Record<string, string>>;
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Writing jobs work in places of their own, and land on proof. */
  readonly places: boolean;
  readonly fence: FenceConfig;
  /** The checks for all work of the repository, and the setup of checkouts. */
  readonly ready: Ready;
  /** From the personal file only, unparsed; null: unset. */
  readonly notify: GivenNotify | null;
  readonly budget: Budgets;
  readonly prices: Prices;
  /** Options of protocols, by name. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export const emptyConfig: Config = {
  ledger: null,
  protocol: null,
  runner: { agents: 4 },
  git: { remote: null },
  agents: {},
  roles: {},
  personal: null,
  needs: {},
  places: true,
  fence: usualFence,
  ready: { checks: [], setup: null, copy: [] },
  notify: null,
  budget: { run: null, day: null },
  prices: {},
  options: {},
};

/** Maximum of concurrent agents per runner. */
const agentsLimit = 64;

const ownKeys = [
  "ledger",
  "protocol",
  "runner",
  "git",
  "agents",
  "roles",
  "needs",
  "places",
  "fence",
  "checks",
  "setup",
  "place",
  "budget",
  "prices",
];

export type KnownNames = { readonly drivers: Drivers; readonly protocols: readonly string[] };

/** Defaults for values that a configuration doesn't set. */
export type Under = { readonly path: string; readonly config: Config };

const readTop = (top: Fields, { protocols }: KnownNames, under: Under | null, wrong: Wrong) => {
  // Ignored in the repository's file: agents can change it, and notices run outside their sandbox.
  const { notify, ...others } = top;
  if (notify !== undefined)
    wrong(
      "/notify",
      `belongs in ${under?.path ?? "your own file"}: webhooks are secrets, commands run as you`,
    );
  onlyKeys(others, [...ownKeys, ...protocols], "", "it", wrong);
  const { ledger = null, protocol = null, places = emptyConfig.places } = top;
  if (ledger !== null && !isText(ledger))
    wrong(
      "/ledger",
      "must be a text such as sqlite:PATH or postgres://USER@HOST/DATABASE?project=NAME",
    );
  const known = isText(protocol) && protocols.includes(protocol) ? protocol : null;
  if (protocol !== null && known === null)
    wrong("/protocol", `must be one of ${protocols.join(", ")}`);
  if (places !== null && typeof places !== "boolean") wrong("/places", "must be true or false");
  const { agents = emptyConfig.runner.agents } = section(top["runner"], "/runner", wrong);
  if (!isWhole(agents ?? emptyConfig.runner.agents, agentsLimit))
    wrong("/runner/agents", `must be a whole number from 1 to ${agentsLimit}`);
  return {
    ledger: isText(ledger) ? ledger : null,
    protocol: known,
    places: (places ?? emptyConfig.places) === true,
    runner: { agents: isWhole(agents, agentsLimit) ? agents : emptyConfig.runner.agents },
  };
};

/** Reads a whole configuration, or refuses it with every finding: CONFIG_INVALID. */
export const readConfig = (
  value: unknown,
  path: string,
  known: KnownNames,
  under: Under | null = null,
): Config | Refusal =>
  readFields(path, (wrong) => {
    const top = section(value, "", wrong);
    const plain = readTop(top, known, under, wrong);
    const own = readAgents(top, known.drivers, wrong);
    const agents = { ...under?.config.agents, ...own };
    const inherited = ({ path, config }: Under): Config["personal"] => ({
      path,
      agents: Object.keys(config.agents).filter((name) => !Object.hasOwn(own, name)),
      roles: config.roles,
    });
    return {
      ...plain,
      agents,
      roles: readRoles(top, agents, wrong),
      personal: under === null ? null : inherited(under),
      needs: readNeeds(top, wrong),
      fence: readFence(top["fence"], wrong, under?.config.fence),
      git: readGit(top, wrong),
      ready: readReady(top, wrong),
      notify: under?.config.notify ?? null,
      ...readBudgets(top, wrong),
      options: Object.fromEntries(
        known.protocols.map((name) => [name, section(top[name], `/${name}`, wrong)]),
      ),
    };
  });

/** Lookup keys of a role: exact, then the part before `:`, then `*`; each with the protocol first. */
const roleNames = (protocol: string, role: string): readonly string[] => {
  const stem = role.split(":")[0] ?? role;
  return [`${protocol}/${role}`, role, `${protocol}/${stem}`, stem, `${protocol}/*`, "*"];
};
const ofRole = <T>(
  table: Readonly<Record<string, T>>,
  protocol: string,
  role: string,
): T | null => {
  const name = roleNames(protocol, role).find((one) => Object.hasOwn(table, one));
  return name === undefined ? null : (table[name] ?? null);
};

/** The agent's name for a role; "hand": an external worker; null: none. */
export const agentFor = (
  { assigned = {}, roles, personal }: Config,
  protocol: string,
  role: string,
): string | null =>
  ofRole(assigned, protocol, role) ??
  ofRole(roles, protocol, role) ??
  ofRole(personal?.roles ?? {}, protocol, role);

/** The labels that a runner needs for jobs of a role. */
export const needsOf = ({ needs }: Config, protocol: string, role: string): readonly string[] =>
  ofRole(needs, protocol, role) ?? [];

/** Whether one of a runner's words selects a role. */
export const meansRole = (words: ReadonlySet<string>, protocol: string, role: string): boolean =>
  roleNames(protocol, role).some((name) => words.has(name));

/** @param state the run's */
export const configOfRun = (config: Config, state: unknown): Config => {
  const roles = steeringOf(state)?.roles ?? {};
  return Object.keys(roles).length === 0 ? config : { ...config, assigned: roles };
};

/** Assignments passed first to child runs, so that the same agents do their roles. */
export const assignedBy = (state: unknown): readonly Command[] => {
  const roles = steeringOf(state)?.roles ?? {};
  return Object.keys(roles).length === 0 ? [] : [{ type: "AssignRoles", data: { roles } }];
};

/** All protocols share one list of checks: a protocol with checks uses it unless its options set others. */
export const optionsOf = (
  { options, ready }: Config,
  { name, checksOption }: Pick<Protocol, "name" | "checksOption">,
): Readonly<Record<string, unknown>> => {
  const own = options[name] ?? {};
  if (checksOption === undefined || ready.checks.length === 0 || own[checksOption] !== undefined)
    return own;
  const checks = ready.checks.map(({ name: check, argv, cwd, ms }) => ({
    name: check,
    argv,
    cwd,
    timeout_s: ms / 1_000,
  }));
  return { ...own, [checksOption]: checks };
};
