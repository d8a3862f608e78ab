// Why: what passes between two machines is tried with two clones of one repository, and one ledger with a run of theirs.
import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Protocol } from "../../src/core/protocol.ts";
import { Fault } from "../../src/core/refusal.ts";
import { openMemory } from "../../src/ledger/memory.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import type { Engine } from "../../src/runtime/engine.ts";
import type { Later } from "../../src/runtime/later.ts";
import { type Checkout, createCheckout } from "../../src/runtime/runner/checkout.ts";
import { createRoom, type Room } from "../../src/runtime/runner/room.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { type Clock, clockAt, testEngine } from "../fixtures/engine.ts";

/** Its events name commits by their text. */
const stones: Protocol = {
  ...ultrawork,
  refers: { types: ["StoneLaid"], of: (event) => ({ commits: [/[0-9a-f]{40}|HEAD~1/.exec(JSON.stringify(event.data))?.[0] ?? ""] }) },
};
const author = ["-c", "user.email=a@b", "-c", "user.name=a"];
export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", [...author, ...args], { cwd, encoding: "utf8" }).trim();

const atOnce: Later = (_ms, then) => {
  setImmediate(then);
  return () => undefined;
};
export const coming = "what others did is being brought here";

export type Place = {
  readonly root: string;
  readonly checkout: Checkout;
  readonly room: Room;
  readonly warned: string[];
  readonly clock: Clock;
  readonly fails: (now: boolean) => void;
};

/** A bare repository that two machines clone, and one ledger with a run of theirs. */
export const scene = async (t: TestContext, runner: Partial<Engine["config"]["runner"]>, shared = true) => {
  const top = await realpath(await mkdtemp(join(tmpdir(), "cairn-checkout-")));
  t.after(() => rm(top, { recursive: true }));
  git(top, "init", "-q", "--bare", "origin");
  git(top, "clone", "-q", "origin", "seed");
  git(join(top, "seed"), "commit", "-q", "--allow-empty", "-m", "seed");
  git(join(top, "seed"), "push", "-q", "origin", "HEAD");
  const ledger = openMemory();
  const place = async (name: string): Promise<Place> => {
    const root = join(top, name);
    git(top, "clone", "-q", "origin", name);
    const warned: string[] = [];
    const clock = clockAt(Date.UTC(2026, 0, 8, 12));
    const disk = await openWorkspace({ home: join(root, ".cairn") });
    let broken = false;
    const tree: typeof disk.tree = () => Promise.reject(new Error("a tree was measured"));
    const room = createRoom(4);
    const facts: typeof disk.facts = (...asked) =>
      broken ? Promise.reject(new Fault("GIT_FAILED", "git is gone", "bring it back")) : disk.facts(...asked);
    const engine: Engine = {
      ...testEngine(stones, { ledger, clock, workspace: { ...disk, facts, tree } }),
      root,
      base: root,
      shared,
      config: { ...emptyConfig, runner: { ...emptyConfig.runner, ...runner } },
    };
    return {
      root,
      warned,
      clock,
      fails: (now) => void (broken = now),
      room,
      checkout: createCheckout({ engine, run: "a", room, warn: (text) => void warned.push(text), later: atOnce }),
    };
  };
  const told = async (commit: string): Promise<void> => {
    const rows = drafts("a", null, 1, "c1", commit);
    await ledger.append("a", 0, rows, cardOf(rows));
  };
  return { a: await place("a"), b: await place("b"), told };
};
export const at = (version: number) => ({ protocol: stones, state: null, root: ".", version });
/** What it comes to once what is under way has ended. */
export const ready = async ({ checkout }: Place, folded: ReturnType<typeof at>, busy: boolean): Promise<string | null> => {
  const why = await checkout.ready(folded, busy);
  if (why !== coming) return why;
  await checkout.idle();
  return checkout.ready(folded, busy);
};
export const share = async ({ checkout }: Place, folded: ReturnType<typeof at>): Promise<void> => {
  checkout.share(folded);
  await checkout.idle();
};
export const retry = async ({ checkout }: Place, folded: ReturnType<typeof at>, busy: boolean): Promise<void> => {
  checkout.retry(folded, busy);
  await checkout.idle();
};
export const work = async (root: string): Promise<string> => {
  await writeFile(join(root, "made"), "by a\n");
  git(root, "add", "made");
  git(root, "commit", "-q", "-m", "made");
  return git(root, "rev-parse", "HEAD");
};
