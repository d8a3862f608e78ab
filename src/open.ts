// Composition root of a System: its ledger, workspace, configuration and protocols.
import { randomBytes } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { ownOf } from "./core/json/own.ts";
import type { Protocol } from "./core/protocol.ts";
import { Fault } from "./core/refusal.ts";
import { driverIn, driversKnown, programsUsual } from "./drivers.ts";
import { editionOf } from "./edition.ts";
import type { Outage } from "./ledger/ledger.ts";
import {
  findLedger,
  type LedgerOptions,
  isMachineOf,
  machineOf,
  namedLedger,
} from "./open-ledger.ts";
import type { Checked } from "./runtime/adoption/check.ts";
import { clock } from "./runtime/clock.ts";
import { type ConfigReader, configReader, lenient, personalPath } from "./runtime/config/file.ts";
import type { Engine } from "./runtime/engine.ts";
import { realLater } from "./runtime/later.ts";
import { ledgerClock } from "./runtime/ledger-clock.ts";
import { makeSystem } from "./runtime/system/make.ts";
import { programArgv } from "./runtime/program-argv.ts";
import type { System } from "./runtime/system.ts";
import { isThere, locate } from "./workspace/locate.ts";
import { storeOf } from "./workspace/places/folder.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";
import type { Kin, Processes } from "./workspace/workspace.ts";

export { programArgv } from "./runtime/program-argv.ts";
export { isProject } from "./workspace/locate.ts";

export type Views = true | "first";
export type OpenOptions = {
  readonly cwd: string;
  /** The working tree for jobs; found from cwd by default. */
  readonly root?: string;
  /** `sqlite:PATH` or `postgres://…`; defaults to cairn.config.json, then `ledger.db` in Cairn's folder. */
  readonly ledger?: string;
  /** How long to wait for an unreachable ledger server, in ms, and its callbacks. */
  readonly away?: LedgerOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The launcher (`bin/cairn.cjs`) that starts job hosts; defaults to this installation's own. */
  readonly launcher?: string;
  /** false: stores no snapshots of folded runs, so that reading writes nothing. */
  readonly keeps?: false;
  /** A configuration that can't be used counts as none; `config.unread` says why. "first": only when opening; what acts reads it again, and refuses. */
  readonly views?: Views;
  /** The ancestors of this process; asks the system by default. */
  readonly kin?: () => readonly Kin[];
};

export const protocols = {
  ultrawork: async () => (await import("./protocols/ultrawork/index.ts")).ultrawork,
  player: async () => (await import("./protocols/player/index.ts")).player,
  iterative: async () => (await import("./protocols/iterative/index.ts")).iterative,
  stigmergy: async () => (await import("./protocols/stigmergy/index.ts")).stigmergy,
  ralph: async () => (await import("./protocols/ralph/index.ts")).ralph,
} satisfies Record<string, () => Promise<Protocol>>;

/** The configuration that applies in these folders, nearest first. */
const readerOf = (folders: readonly string[], env: OpenOptions["env"]): ConfigReader =>
  configReader(
    { folders, personal: personalPath(env), env, isThere },
    { drivers: programsUsual, protocols: Object.keys(protocols) },
  );

const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const chance = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return "somebody";
  }
};

/** Resolves a place that is relative to the root, absolute, or starts at home. */
const resolvePlace = (root: string, place: string): string =>
  place === "~" || place.startsWith("~/") ? join(homedir(), place.slice(2)) : resolve(root, place);

const protocolOf = async (name: string): Promise<Protocol | undefined> => {
  const found = await ownOf(protocols, name)?.();
  if (found === undefined) return undefined;
  const [{ withBudget }, { withSteering }, { withWork }] = await Promise.all([
    import("./budget/with-budget.ts"),
    import("./steering/with-steering.ts"),
    import("./landing/with-work.ts"),
  ]);
  return withSteering(withBudget(withWork(found)));
};

/** Finds the matching folders, configuration and ledger. */
const locateAll = async (options: OpenOptions) => {
  // Without it, home paths would resolve to the current directory.
  if (options.env["HOME"] === "")
    throw new Fault(
      "HOME_EMPTY",
      "the environment variable HOME is empty",
      "set it to your home folder, or unset it",
    );
  const { root, base, git, home } = locate(options.cwd, options.root ?? options.env["CAIRN_ROOT"]);
  const reader = readerOf([root, base], options.env);
  const shown = lenient(reader);
  const configNow = options.views === true ? shown : reader;
  const config = await (options.views === undefined ? reader : shown)();
  const named = await namedLedger(options.ledger, options.env["CAIRN_LEDGER"], config.ledger);
  const from = options.ledger === undefined ? base : options.cwd;
  const found = await findLedger(named ?? `sqlite:${home}/ledger.db`, from, home);
  return { root, base, git: git?.common ?? null, home, configNow, config, found };
};

/** Opens the ledger and workspace of a folder. `detach`: starts job hosts; by default each is a process in a session of its own. Faults: those of configuration, ledger and disk. */
export const open = async (options: OpenOptions, detach?: Processes["detach"]): Promise<System> => {
  const { home, found, ...places } = await locateAll(options);
  const disk = await openWorkspace({ home, detach });
  let outage: Outage | null = null;
  const told = (now: Outage | null): void => {
    outage = now;
    options.away?.outage?.(now);
  };
  const ledger = await found.open({ env: options.env, ...options.away, outage: told });
  const { workspace, shelve } =
    ledger.shelf === undefined
      ? { workspace: disk, shelve: undefined }
      : (await import("./runtime/shelf/kept.ts")).openShelving(disk, ledger.shelf);
  // Closes the ledger if its server refuses the first query.
  const refused = (error: unknown) => ledger.close().then(() => Promise.reject(error));
  const now = found.shared ? await ledgerClock(ledger).catch(refused) : clock();
  const engine: Engine = {
    ledger,
    url: found.url,
    ledgerEnv: found.env,
    shared: found.shared,
    outage: () => outage,
    workspace,
    shelve,
    ...places,
    protocols: Object.keys(protocols),
    protocol: protocolOf,
    edition: editionOf,
    driver: driverIn(places.root, options.env),
    drivers: driversKnown,
    now,
    chance,
    machine: () => machineOf(found, home),
    isHere: (machine) => isMachineOf(found, home, machine),
    user: userName,
    resolve: resolvePlace,
    kin: options.kin,
    ...(options.keeps === false ? { snapshotEvery: Number.POSITIVE_INFINITY } : {}),
    storeOf,
    program: () => programArgv(options.launcher),
  };
  // Avoids performance.now, whose module would load for every `status`.
  const elapsed = (): number => Number(process.hrtime.bigint()) / 1e6;
  return makeSystem(engine, { elapsed, later: realLater });
};

/** Validates documents without ledger or configuration: each absolute path in its place; null: no file. */
export const check = async (paths: readonly string[]): Promise<readonly (Checked | null)[]> => {
  const [{ checkPath }, { findFile, findFolder }] = await Promise.all([
    import("./runtime/adoption/check.ts"),
    import("./workspace/found.ts"),
  ]);
  const known = await Promise.all(Object.values(protocols).map((load) => load()));
  const checked: (Checked | null)[] = [];
  // Sequential: each check holds a whole folder in memory.
  for (const path of paths)
    checked.push(await checkPath(path, (at) => findFolder(at) ?? findFile(at), known));
  return checked;
};
