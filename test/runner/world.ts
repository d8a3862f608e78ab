// Helper of runner tests: a machine of plain values with processes that live and die on demand.
import type { Protocol } from "../../src/core/protocol.ts";
import { digest } from "../../src/core/hash.ts";
import type { AgentConfig } from "../../src/agents/agent.ts";
import { openMemory } from "../fixtures/memory-ledger.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import { withWork } from "../../src/landing/with-work.ts";
import { type Engine } from "../../src/runtime/engine.ts";
import { createFolds } from "../../src/runtime/fold.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { createDoor } from "../../src/runtime/send.ts";
import type { ProcessId, SpoolExit, Workspace } from "../../src/workspace/workspace.ts";
import { type Caches, cachesOf } from "./caches.ts";
import { factsOf, stillPlaces, untouched } from "./disk.ts";
import { changeIn, type Spooled, spoolOf } from "./spool.ts";
import { toyDriver, proofOf } from "./toy-agent.ts";
import { toy } from "./toy.ts";
import { claimsIn } from "../fixtures/claims-in.ts";
import { noAnchors } from "../fixtures/no-anchors.ts";

export type World = Caches &
  Spooled & {
    readonly ledger: Ledger;
    readonly alive: Set<number>;
    /** Marks that were swept, pids that were asked to stop, folders whose host was started. */
    readonly swept: string[];
    readonly stopped: number[];
    readonly started: string[];
    /** Keys of the jobs whose host came up in time. */
    readonly launched: string[];
    /** What a started host does; the default comes up and does its job well at once. */
    onStart: (folder: string) => void;
    now: number;
    /** Key of each job that was launched, and the conversation that it went on with. */
    readonly resumed: string[];
    /** Files that facts tell: path → text. */
    disk: Readonly<Record<string, string>>;
    /** Protocols besides the toy, or in its place. */
    protocols: Readonly<Record<string, Protocol>>;
    hostUp(folder: string): void;
    finish(
      folder: string,
      how?: {
        readonly out?: string;
        readonly exit?: number | null;
        readonly reason?: SpoolExit["reason"];
        readonly unstarted?: string;
        readonly checkExit?: number;
      },
    ): void;
    die(pid: number): void;
    /** The parts of a runner process of its own. */
    runner(config?: {
      readonly agents?: number;
      readonly role?: string | null;
    }): DriveParts & { readonly pid: number };
  };

export const reportText = (report: unknown): string =>
  `\`\`\`cairn-report\n${JSON.stringify(report)}\n\`\`\`\n`;
const processOf = (pid: number): ProcessId => ({ pid, start: `s${pid}` });

/** Wrapped once: what is known of a protocol goes by its value. */
const wrapped = new WeakMap<Protocol, Protocol>();
export const landing = (protocol: Protocol): Protocol => {
  const known = wrapped.get(protocol) ?? withWork(protocol);
  wrapped.set(protocol, known);
  return known;
};

export const makeWorld = (): World => {
  let pids = 100;
  const hints = new Set<() => void>();
  const time = (): string => new Date(world.now).toISOString();
  const claims = claimsIn(new Map());
  const places = stillPlaces();
  const workspace = (pid: number): Workspace => ({
    home: "/home/.cairn",
    facts: (ground, ask, at) => Promise.resolve(factsOf(world.disk, ground, ask, at)),
    bytes: () => Promise.resolve(null),
    ...untouched,
    places: () => Promise.resolve(places),
    claims: () => Promise.resolve(claims),
    projected: () => Promise.resolve(null),
    drift: () => Promise.resolve([]),
    last: () => Promise.resolve({}),
    settle: () => Promise.resolve(),
    watch: () => () => undefined,
    project: () => Promise.resolve({ written: [], older: false, drift: [] }),
    aside: () => Promise.resolve(""),
    setAside: () => Promise.resolve(""),
    found: () => Promise.resolve(null),
    beside: () => Promise.resolve(null),
    move: () => Promise.resolve(),
    keep: (bytes) => Promise.resolve(digest(bytes)),
    kept: () => Promise.resolve(null),
    ...noAnchors,
    ...cachesOf(world),
    spool: spoolOf(world, hints),
    foldersWith: () => Promise.reject(new Error("not here")),
    ownFiles: () => Promise.reject(new Error("not here")),
    close: () => Promise.resolve(),
    processes: {
      self: processOf(pid),
      kin: () => [{ process: processOf(pid), mark: null, ofCairn: false }],
      alive: ({ pid: asked }) => world.alive.has(asked),
      stop({ pid: asked }) {
        world.stopped.push(asked);
        return world.alive.has(asked);
      },
      detach() {
        const tell = (folder: string): Promise<void> => {
          world.started.push(folder);
          world.onStart(folder);
          return Promise.resolve();
        };
        return Promise.resolve({ pid: 0, tell, drop: () => undefined });
      },
      sweep(mark) {
        world.swept.push(mark);
        return Promise.resolve(0);
      },
    },
  });

  const driver = toyDriver((line) => void world.resumed.push(line));

  const world: World = {
    disk: {},
    protocols: {},
    now: Date.parse("2026-01-08T12:00:00.000Z"),
    ledger: openMemory({ now: () => world.now }),
    folders: new Map(),
    held: new Map(),
    conversations: new Map(),
    used: new Map(),
    parked: new Map(),
    resumed: [],
    alive: new Set(),
    swept: [],
    stopped: [],
    started: [],
    launched: [],
    onStart(folder) {
      world.hostUp(folder);
      world.finish(folder);
    },
    hint() {
      for (const hint of hints) hint();
    },
    hostUp(folder) {
      pids += 1;
      const pid = pids;
      changeIn(world, folder, (found) => {
        if (found.host !== null) return;
        world.alive.add(pid);
        world.launched.push(found.job.job.key);
        found.host = { is: "host", process: processOf(pid) };
      });
    },
    finish(folder, how = {}) {
      changeIn(world, folder, (found) => {
        if (found.host?.is !== "host") return;
        world.alive.delete(found.host.process.pid);
        found.out = how.out ?? reportText({ is: "good" });
        const check = found.job.job.kind === "check";
        const { exit = 0, reason = "exit", unstarted = null } = how;
        found.exit = {
          exit,
          reason,
          unstarted,
          ms: 1,
          bytes: 1,
          proofs: check && reason === "exit" ? [proofOf(how.checkExit ?? 0)] : null,
          at: time(),
        };
      });
    },
    die: (pid) => void world.alive.delete(pid),
    runner({ agents = 4, role = "bot" } = {}) {
      pids += 1;
      const pid = pids;
      world.alive.add(pid);
      const bot: AgentConfig = { driver: "command", argv: ["agent"], done: "report", env: {} };
      const engine: Engine = {
        ledger: world.ledger,
        url: "memory:",
        shared: false,
        workspace: workspace(pid),
        config: {
          ...emptyConfig,
          fence: { ...emptyConfig.fence, use: "off" },
          runner: { agents },
          agents: { bot, [role ?? "bot"]: bot },
          roles: role === null ? {} : { "*": role },
        },
        root: "/home",
        base: "/home",
        protocols: ["toy", ...Object.keys(world.protocols)],
        edition: () => "test",
        protocol(name) {
          const found = world.protocols[name] ?? (name === "toy" ? toy : undefined);
          return Promise.resolve(found === undefined ? undefined : landing(found));
        },
        driver: (name) => Promise.resolve(name === "command" ? driver : undefined),
        now: time,
        chance: () => `c${(chances += 1)}`,
        machine: () => "here",
        isHere: (machine) => machine === "here",
        user: () => "ana",
        resolve: (root, place) => `${root}/${place}`,
        git: null,
        storeOf: () => "/store",
        program: () => [],
      };
      const folds = createFolds(engine);
      const nothing = (): Promise<void> => Promise.resolve();
      const door = createDoor(engine, folds, () => undefined);
      return { pid, engine, folds, door, scan: nothing, edited: nothing };
    },
  };
  let chances = 0;
  return world;
};
