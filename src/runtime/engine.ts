// Types of the runtime's dependencies, passed in by the composition root.
import type { Driver } from "../agents/agent.ts";
import type { Message } from "../core/message.ts";
import type { Protocol } from "../core/protocol.ts";
import type { Time } from "../core/row.ts";
import type { Ledger, Outage } from "../ledger/ledger.ts";
import type { Ground, Kin, Workspace } from "../workspace/workspace.ts";
import { aboutOf } from "../landing/about.ts";
import { commitOf, siteOf, unitOf } from "../landing/site.ts";
import type { Config } from "./config.ts";
import type { Shelve } from "./shelf/kept.ts";

export type TriedVersion = { readonly program: string; readonly tried: string };
export type Engine = {
  readonly ledger: Ledger;
  /** The ledger's address for child processes and records, without a password. */
  readonly url: string;
  /** Environment variables that they need with it, such as a password; default: none. */
  readonly ledgerEnv?: Readonly<Record<string, string>>;
  /** Whether other machines work on its runs, each with its own working tree. */
  readonly shared: boolean;
  /** The current outage of its server, if any; absent: it has no server. */
  readonly outage?: () => Outage | null;
  readonly workspace: Workspace;
  /** Stores contents that events name where other machines find them; absent: all users of the ledger share this disk. */
  readonly shelve?: Shelve | undefined;
  readonly config: Config;
  /** Reads the file's current configuration, the same value while unchanged; absent: it never changes. Faults: CONFIG_UNREADABLE, CONFIG_INVALID. */
  readonly configNow?: () => Config | Promise<Config>;
  /** Absolute: this process's working tree. */
  readonly root: string;
  /** Absolute: the base of runs' relative roots, shared by all worktrees of a repository. */
  readonly base: string;
  /** Absolute: the git directory shared by all worktrees; null: no repository. */
  readonly git: string | null;
  readonly protocols: readonly string[];
  /** Undefined: no such protocol. */
  protocol(name: string): Promise<Protocol | undefined>;
  /** Digest of the code that folds a protocol. */
  readonly edition: (protocol: string) => string;
  driver(name: string): Promise<Driver | undefined>;
  /** All drivers, with their default program and tested version; null: no default. Empty if absent. */
  readonly drivers?: Readonly<Record<string, TriedVersion | null>>;
  now(): Time;
  /** Number of events between snapshots; default 1,000. */
  readonly snapshotEvery?: number;
  /** Random text for ids of commands and runs: `0-9a-z` without `ilou`. */
  chance(length: number): string;
  /** This machine's name in leases; a checkout with a shared ledger gets its name on first access. */
  machine(): string;
  /** Whether the name means this machine. Assigns no name: reading leaves no trace. */
  isHere(machine: string): boolean;
  /** The system's user. */
  user(): string;
  /** The absolute form of a place that begins with `~` or `/`, or is below the root. */
  resolve(root: string, place: string): string;
  /** The ancestors of this process, if given; otherwise asked from the system. */
  readonly kin?: (() => readonly Kin[]) | undefined;
  /** The git directory with a checkout's landed and pending commits. */
  readonly storeOf: (root: string) => string;
  /** The command that starts this program, before the verb. */
  program(): readonly string[];
};

const messages = new WeakMap<Protocol, ReadonlyMap<string, Message>>();
/** The configuration as its files are now. Faults: CONFIG_UNREADABLE, CONFIG_INVALID. */
export const configNow = async (engine: Pick<Engine, "config" | "configNow">): Promise<Config> =>
  (await engine.configNow?.()) ?? engine.config;

/** A protocol's commands by type. */
export const messagesOf = (protocol: Protocol): ReadonlyMap<string, Message> => {
  const known = messages.get(protocol);
  if (known !== undefined) return known;
  const made = new Map(protocol.messages.map((message) => [message.type, message]));
  messages.set(protocol, made);
  return made;
};

/**
 * The commit of a unit's work, and the run's own folder, which is excluded. A new run has no folder,
 * and one without a base no commit: its documents are read from the disk.
 * @param job selects the unit
 * @param named the unit if there is no such job; null: the run's head, or the single unit of a gathering protocol
 */
export const groundOf = (
  engine: Engine,
  {
    protocol,
    state,
    ...run
  }: { readonly protocol: Protocol; readonly state: unknown; readonly root: string },
  job: string | null = null,
  named: string | null = null,
): Ground => {
  const root = engine.resolve(engine.base, run.root);
  if (state === null) return { root, place: null, ignores: [] };
  const ground = {
    root,
    place: engine.resolve(root, protocol.place(state)),
    ignores: protocol.ignores(state),
  };
  const site = siteOf(state);
  if (site === null) return ground;
  const found = job === null ? undefined : protocol.jobs(state).find(({ key }) => key === job);
  const unit = found === undefined ? (protocol.gathers ?? named) : unitOf(protocol, found);
  const tried = found !== undefined && aboutOf(found)?.work === "trial";
  return {
    ...ground,
    at: {
      git: engine.storeOf(root),
      commit: commitOf(site, unit, tried).commit,
    },
  };
};
