// A repository of a user with work in places beside it: a run that agents do, or one whose work lands without any.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { open } from "../../src/open.ts";
import type { System } from "../../src/runtime/system.ts";
import type { Places, PlaceSite } from "../../src/workspace/workspace.ts";
import { atEnd } from "../fixtures/at-end.ts";
import type { Desk } from "./desk.ts";
import { git as gitIn, type Rooted } from "./ground.ts";
import { auto, criterion, report, shop as shopOf } from "./places-shop.ts";

export const git = (here: Rooted, ...words: readonly string[]): string =>
  gitIn(here, ...words).trim();

const tasks = [
  criterion("1", "grep -rq 1 . --include=one*.txt"),
  criterion("2", "test -e two.txt"),
];
const workers = {
  "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")],
  "2": [{ write: { path: "two.txt", text: "2\n2\n" } }, report("2")],
};

/** Two tasks, a file each. */
export const shop = (t: TestContext): Desk => shopOf(t, workers, tasks, { "price.txt": "1\n" });
export const asked = auto.slice(1);

export const engine = { kind: "engine", name: "engine" } as const;
export const ana = { name: "ana", email: "ana@cairn.invalid" };
type Landing = Readonly<Record<string, string>>;
type Scene = Desk & {
  readonly run: string;
  readonly land: (files: Landing) => Promise<void>;
  readonly places: Places;
  readonly site: PlaceSite;
  readonly system: System;
};

const passed = {
  cwd: ".",
  exit: 0,
  why: null,
  ms: 1,
  digest: `sha256:${"0".repeat(64)}`,
  bytes: 0,
  text: "",
  tree: null,
};

/** A run whose work was taken, and landed but for `waits`, without an agent: what each job writes. */
export const landed = async (
  t: TestContext,
  landings: readonly Landing[],
  waits: Landing | null = null,
  first: (here: Desk) => void = () => {},
  check: readonly string[] | null = null,
): Promise<Scene> => {
  const here = shop(t);
  first(here);
  await here.cairn(["run", "--later", ...asked]);
  const system = await open({
    cwd: here.root,
    env: { HOME: here.folder, CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions") },
    kin: () => [],
  });
  atEnd(t, () => system.close());
  const [card] = await system.runs();
  assert.ok(card !== undefined);
  const { run } = card;
  const say = async (type: string, data: unknown): Promise<void> => {
    const sent = await system.send(run, [{ type, data }], engine);
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
  };
  const places = await system.workspace.places();
  const site = { root: here.root, run, documents: [] };
  const { commit, tree, branch } = await places.base(site, { changes: false });
  await say("SetBase", {
    base: { commit, tree },
    branch,
    name: "cairn/two-files",
    ready: {
      checks: check === null ? [] : [{ name: "own", argv: [...check], cwd: ".", ms: 60_000 }],
      setup: null,
      copy: [],
    },
  });
  let [head, before, count]: [string, string | null, number] = [commit, null, 0];
  const work = async (files: Landing, from: string) => {
    count += 1;
    const [unit, job] = [`${count}`, `task-${count}-1`];
    const folder = await places.open(site, unit, from, true);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const taken = await places.take(site, unit, from, ana, "work\n");
    assert.ok(taken.is === "taken");
    await say("TakeWork", {
      unit,
      doer: { job, role: "worker", thread: null, agent: "scripted" },
      work: taken.work,
    });
    return { unit, work: taken.work };
  };
  const land = async (files: Landing): Promise<void> => {
    const { unit, work: left } = await work(files, head);
    const made = await places.merge(site, head, left.commit, `Land ${unit}\n`);
    assert.ok(made.is === "merged");
    await say("MergeWork", { unit, onto: head, merged: made.merged });
    if (check !== null)
      await say("TryLanding", {
        unit,
        commit: made.merged.commit,
        proofs: [{ ...passed, argv: [...check], head: made.merged.commit }],
      });
    await places.keep(site, count, made.merged.commit);
    await say("LandWork", { unit, commit: made.merged.commit });
    await places.moveBranch(site, "cairn/two-files", made.merged.commit, before);
    before = head = made.merged.commit;
  };
  for (const files of landings) await land(files);
  if (waits !== null) await work(waits, commit);
  return { ...here, run, places, site, system, land };
};
