// Validated configuration, and the single rule by which a role finds its agent.
import type { Command } from "../core/protocol.ts";
import { steeringOf } from "../steering/steering.ts";
import type { AgentConfig } from "../agents/agent.ts";
import type { Limits } from "../budget/limits.ts";
import type { Price } from "../budget/spent.ts";
import type { Ready } from "../landing/site.ts";

export type FenceConfig = {
  /** required: nothing runs without a sandbox. auto: used if the system supports one. */
  readonly use: "required" | "auto" | "off";
  /** Checks have network access, too. */
  readonly network: boolean;
  /** Folders that jobs may write besides their places: absolute, or below `~/`. */
  readonly writes: readonly string[];
  /** Keys and logins that jobs may read although they are hidden: absolute, or below `~/`. */
  readonly shows: readonly string[];
  /** Variables that look like secrets and that jobs get all the same, fenced or not. */
  readonly passes: readonly string[];
};
export const usualFence: FenceConfig = {
  use: "auto",
  network: false,
  writes: [],
  shows: [],
  passes: [],
};

/** The raw value from the file; parsed on demand by the few senders of notices. */
export type GivenNotify = { readonly value: unknown; readonly path: string };
/** `run`: for each new run, as written; `day`: for all runs of the project together. null: no limit. */
export type Budgets = { readonly run: string | null; readonly day: Limits | null };

/** `prefix`, `signOff`: null: as the repository's last commits have it. */
export type CommitStyle = {
  readonly prefix: string | null;
  readonly author: "user" | "agent";
  readonly signOff: boolean | null;
};
export type Config = {
  /** Why the files can't be used, so that the rest is empty; absent: they can. */
  readonly unread?: string;
  readonly ledger: string | null;
  /** The protocol of runs that name none; null: unset. */
  readonly protocol: string | null;
  readonly runner: { readonly agents: number };
  /** `remote` null: no exchange of commits between machines. */
  readonly git: { readonly remote: string | null };
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** "protocol/role", "role" or "*" → the name of an agent, or `hand`. */
  readonly roles: Readonly<Record<string, string>>;
  /** The personal file: its path, the names of its agents, and its roles, which apply where `roles` has no entry; null: not read. */
  readonly personal: {
    readonly path: string;
    readonly agents: readonly string[];
    readonly roles: Readonly<Record<string, string>>;
  } | null;
  /** Role assignments of one run; absent: no run given, or no assignments. */
  readonly assigned?: Readonly<Record<string, string>>;
  /** "protocol/role", "role" or "*" → labels that a runner needs for its jobs. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly commit: CommitStyle;
  /** merge: what agents committed is the second parent of their landing. */
  readonly history: "squash" | "merge";
  readonly fence: FenceConfig;
  /** The checks for all work of the repository, and the setup of checkouts. */
  readonly ready: Ready;
  /** From the personal file only, unparsed; null: unset. */
  readonly notify: GivenNotify | null;
  readonly budget: Budgets;
  /** By name of a model or agent. */
  readonly prices: Readonly<Record<string, Price>>;
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
  commit: { prefix: null, author: "user", signOff: null },
  history: "squash",
  fence: usualFence,
  ready: { checks: [], setup: null, copy: [] },
  notify: null,
  budget: { run: null, day: null },
  prices: {},
  options: {},
};

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
