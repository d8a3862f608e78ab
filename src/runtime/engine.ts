// Types of the runtime's dependencies, handed in by the composition root.
import type { Driver } from "../agents/agent.ts";
import type { Message } from "../core/message.ts";
import type { Protocol } from "../core/protocol.ts";
import type { Time } from "../core/row.ts";
import type { Ledger, Outage } from "../ledger/ledger.ts";
import type { Ground, Kin, Workspace } from "../workspace/workspace.ts";
import { aboutOf } from "../work/about.ts";
import { commitOf, siteOf, unitOf } from "../work/site.ts";
import type { Config } from "./config.ts";
import type { Shelve } from "./shelf/kept.ts";

export type Known = { readonly program: string; readonly tried: string };
export type Engine = {
  readonly ledger: Ledger;
  /** The ledger's address, for processes that we start and to be written down: it holds no password. */
  readonly url: string;
  /** What they need beside it in their environment, a password; nothing if not said. */
  readonly ledgerEnv?: Readonly<Record<string, string>>;
  /** Other machines work on its runs, too, each with a working tree of its own. */
  readonly shared: boolean;
  /** That its server doesn't answer, while that lasts; not said: it is never away. */
  readonly outage?: () => Outage | null;
  readonly workspace: Workspace;
  /** Puts what events name where machines with another disk find it; absent: all that use the ledger have this disk. */
  readonly shelve?: Shelve | undefined;
  readonly config: Config;
  /** As its file says now, the same value while that is the same; not said: it never changes. Faults: CONFIG_UNREADABLE, CONFIG_INVALID. */
  readonly configNow?: () => Config;
  /** Absolute: the working tree that this process looks at. */
  readonly root: string;
  /** Absolute: the folder that the roots of runs are relative to, one for all worktrees of a repository. */
  readonly base: string;
  /** That Cairn's own folder isn't where it belongs, and what to do; null: it is. */
  readonly unmoved?: () => Promise<string | null>;
  /** Absolute: the git directory that all worktrees share; null: no repository. */
  readonly git: string | null;
  readonly protocols: readonly string[];
  /** Undefined: no such protocol. */
  protocol(name: string): Promise<Protocol | undefined>;
  driver(name: string): Promise<Driver | undefined>;
  /** Every driver: the agent program that it knows by itself and with which version of it it was tried; null: it knows none. None if not said. */
  readonly drivers?: Readonly<Record<string, Known | null>>;
  now(): Time;
  /** How many events apart snapshots are kept; 1,000 if not said. */
  readonly snapshotEvery?: number;
  /** Chance, for the ids of commands and runs: lower-case, `0-9a-z` without `ilou`. */
  chance(length: number): string;
  /** This machine, as leases name it; a checkout that shares its ledger is given its name by whoever asks first. */
  readonly machine: string;
  /** Whether leases mean this machine by that. Asking names nothing: who only looks leaves no trace. */
  isHere(machine: string): boolean;
  /** The system's user. */
  readonly user: string;
  /** Absolute form of a place that may begin with `~` or `/`, or lie below the root. */
  resolve(root: string, place: string): string;
  /** Of whom this process descends, where somebody says it; else the system is asked. */
  readonly kin?: (() => readonly Kin[]) | undefined;
  /** The git directory that has a checkout's landed commits, and where there are places also what hasn't landed; not said: nothing works in places. */
  readonly storeOf?: (root: string) => string;
  /** How to start a host: the words before the folder. */
  readonly hostArgv: readonly string[];
  /** How to start the MCP server, all of it. */
  readonly mcpArgv: readonly string[];
};

const messages = new WeakMap<Protocol, ReadonlyMap<string, Message>>();
/** A protocol's commands by their type. */
export const messagesOf = (protocol: Protocol): ReadonlyMap<string, Message> => {
  const known = messages.get(protocol);
  if (known !== undefined) return known;
  const made = new Map(protocol.messages.map((message) => [message.type, message]));
  messages.set(protocol, made);
  return made;
};

/**
 * The tree that a run's jobs work in, and its own folder, which never counts in it; a run that isn't yet has no folder. Where it works in
 * places, what is read is the commit on which a unit's work stands.
 * @param job whose unit is meant; null: the run's head, or the one unit of a protocol that gathers its work
 */
export const groundOf = (
  engine: Engine,
  {
    protocol,
    state,
    ...run
  }: { readonly protocol: Protocol; readonly state: unknown; readonly root: string },
  job: string | null = null,
): Ground => {
  const root = engine.resolve(engine.base, run.root);
  if (state === null) return { root, place: null, ignores: [] };
  const ground = {
    root,
    place: engine.resolve(root, protocol.place(state)),
    ignores: protocol.ignores(state),
  };
  const site = siteOf(state);
  if (site === null || engine.storeOf === undefined) return ground;
  const found = job === null ? undefined : protocol.jobs(state).find(({ key }) => key === job);
  const unit = found === undefined ? (protocol.gathers ?? null) : unitOf(protocol, found);
  const tried = found !== undefined && aboutOf(found)?.work === "trial";
  return {
    ...ground,
    at: {
      git: engine.storeOf(root),
      commit: commitOf(site, unit, tried).commit,
      branch: site.base.branch,
    },
  };
};
