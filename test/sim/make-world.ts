// Assembly of a simulated world: machine, disk, ledger and the real runtime over them.
import { posix } from "node:path";
import type { Driver } from "../../src/agents/agent.ts";
import { openMemory } from "../fixtures/memory-ledger.ts";
import { digest } from "../../src/core/hash.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import type { Engine } from "../../src/runtime/engine.ts";
import { partsOf, systemOf } from "../../src/runtime/system/make.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import { withBudget } from "../../src/budget/with-budget.ts";
import { withSteering } from "../../src/steering/with-steering.ts";
import { withWork } from "../../src/landing/with-work.ts";
import { chanceOf } from "./chance.ts";
import { makeClockwork } from "./clockwork.ts";
import { makeDisk } from "./disk.ts";
import { makeGit } from "./git.ts";
import { makeLandingWatch, soundCheck } from "./landing-watch.ts";
import { hostJob } from "./hosting.ts";
import { hurried } from "./hurried.ts";
import { makeInk } from "./ink.ts";
import { ledgerFor, makeHints } from "./ledger.ts";
import { makeMachine } from "./machine.ts";
import type { Call, Mishap } from "./machine.ts";
import { makeProjecting } from "./projecting.ts";
import type { Roughness } from "./roughness.ts";
import type { RunWatch } from "./run-watch.ts";
import { insist } from "./watch.ts";
import { workspaceFor } from "./workspace.ts";
import { root } from "./world.ts";
import type { Hands, World } from "./world.ts";

const driver: Driver = {
  name: "command",
  find: () => Promise.resolve({ path: "/bin/agent", version: null }),
  start: (job, brief) => ({ argv: ["agent", job.key], env: {}, stdin: brief, cwd: "." }),
  read: (out) => ({ message: out, conversation: null, fault: null }),
};
const agent = { driver: "command", argv: ["agent"], done: "report", env: {} } as const;

export type WorldParts<R extends Roughness> = {
  readonly seed: number;
  readonly story: R;
  readonly steady: boolean;
  readonly mishap: (call: Call, world: World) => Mishap;
  /** Called with every line of what happens. */
  readonly told?: (line: string) => void;
};

export const makeWorld = <W extends RunWatch<object>, R extends Roughness>(
  { seed, story, steady, mishap, told }: WorldParts<R>,
  watch: W,
  hands: Hands,
): World<W, R> => {
  const { protocol: rules } = hands;
  const chance = chanceOf(seed);
  const clockwork = makeClockwork();
  const trail: string[] = [];
  const note = (text: string): void => {
    const line = `${clockwork.now().toFixed(1)} ${text}`;
    trail.push(line);
    told?.(line);
  };
  const machine = makeMachine({
    clockwork,
    chance: chance.fork("calls"),
    mishap: (call) => mishap(call, world),
    note,
    steady,
    slow: story.slow,
  });
  const wall = (): number => world.clock + clockwork.now();
  const disk = makeDisk(wall, digest("begin").slice(0, 40));
  const git = makeGit(disk);
  const landing = makeLandingWatch(git);
  const hintChance = chance.fork("hints");
  const delay = (): number | null =>
    steady ? 1 : hintChance.is(0.15) ? null : hintChance.next() * 30;
  const secrets = chance.fork("secrets");
  const ids = chance.fork("ids");
  const jsonParses = (path: string, text: string): boolean => {
    try {
      return !path.endsWith(".json") || JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  };

  const world: World<W, R> = {
    story,
    hands,
    chance,
    clockwork,
    machine,
    disk,
    git,
    landing,
    projecting: makeProjecting({
      disk,
      machine,
      now: wall,
      written: (path, text) =>
        world.guard(() => {
          insist(jsonParses(path, text), () => `${path} was written and doesn't parse`);
          hands.written?.(path, text);
        }),
    }),
    spool: {
      folders: new Map(),
      held: new Map(),
      claims: new Map(),
      ...makeHints(machine, delay),
      exited: ({ job, out, exit }) =>
        void (
          job.agent !== null &&
          watch.finished(
            job.run,
            job.job.key,
            job.lease.fence,
            exit?.exit === 0 && out.includes('"outcome":"done"'),
          )
        ),
    },
    store: {
      memory: openMemory({ now: wall, secret: () => secrets.letters(20) }),
      snapshots: new Map(),
      ...makeHints(machine, delay),
      appended: (rows, fences, proc, card) =>
        world.guard(() => {
          watch.appended(rows, fences, proc, card);
          landing.appended(rows);
        }),
      leased: (lease) => watch.leased(lease),
      ended: (run, token) => watch.ended(run, token),
    },
    watch,
    get ink() {
      return ink;
    },
    trail,
    note,
    focus: null,
    run: () => world.focus ?? watch.roots().at(-1) ?? null,
    clock: Date.parse("2026-01-08T12:00:00.000Z"),
    calm: false,
    steady,
    broken: null,
    guard(act) {
      try {
        act();
      } catch (error) {
        world.broken ??= error;
      }
    },
    open(proc) {
      const workspace = workspaceFor(
        {
          machine,
          disk,
          projecting: world.projecting,
          spool: world.spool,
          git,
          moves: (run, to) => world.guard(() => landing.moves(run, to)),
          host: (place) => hostJob(world, place),
        },
        proc,
      );
      const engine: Engine = {
        ledger: ledgerFor(machine, world.store, proc),
        url: "memory:",
        shared: false,
        workspace,
        config: {
          ...emptyConfig,
          fence: { ...emptyConfig.fence, use: "off" },
          runner: { agents: story.agents },
          agents: { bot: agent, judge: agent },
          roles: hands.roles,
          options: { [rules.name]: hands.options ?? {} },
          // Large enough for any story: that all is counted must disturb nothing.
          budget: { run: "9999jobs", day: { jobs: 9_999 } },
          ready: { ...emptyConfig.ready, checks: [soundCheck] },
        },
        storeOf: () => "/store",
        root,
        base: root,
        protocols: [rules.name],
        edition: () => "test",
        protocol: (name) =>
          Promise.resolve(
            name === rules.name ? withSteering(withBudget(withWork(hurried(rules)))) : undefined,
          ),
        driver: (name) => Promise.resolve(name === "command" ? driver : undefined),
        now: world.now,
        snapshotEvery: story.snapshotEvery,
        chance: (length) => ids.letters(length),
        machine: () => "here",
        isHere: (machine) => machine === "here",
        user: () => "ana",
        resolve: (from, place) => posix.resolve(from, place),
        git: null,
        program: () => [],
      };
      const clocks = {
        elapsed: clockwork.now,
        later: (ms: number, then: () => void) => machine.later(proc, ms, then),
      };
      const parts = partsOf(engine, clocks);
      return {
        ...systemOf(parts),
        drive(run, options) {
          world.driving.set(proc, parts);
          return drive(parts, run, options);
        },
      };
    },
    driving: new Map(),
    now: () => new Date(wall()).toISOString(),
  };
  const ink = makeInk(world, (event) => hands.entries?.(event) ?? []);
  for (const [path, text] of Object.entries(story.before)) disk.write(`${root}/${path}`, text);
  disk.write(`${root}/README.md`, "a shop");
  return world;
};
