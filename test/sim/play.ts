// Why: one story from its start, through its rough time, to an end that must come, and the questions asked of it then.
import { isDeepStrictEqual } from "node:util";
import { digest, genesis } from "../../src/core/hash.ts";
import { verifyChain } from "../../src/core/chain.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { State } from "../../src/protocols/ultrawork/state.ts";
import { passes } from "./checks.ts";
import { pump, through } from "./pump.ts";
import { answer, say, shortly } from "./person.ts";
import { driveOnce, keepDriving } from "./runners.ts";
import { makeEdits, trouble } from "./troubles.ts";
import { insist } from "./watch.ts";
import { startRun } from "./whims.ts";
import type { UltraworkWorld } from "./ultrawork-world.ts";

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 120;

export type Ending = { readonly state: State; readonly steps: number; readonly calls: number; readonly events: number };

const life = (world: UltraworkWorld): string => {
  const state = world.watch.state();
  return state === null ? "none" : ultrawork.life(state);
};

const stateOf = (world: UltraworkWorld): State => {
  const state = world.watch.state();
  if (state === null) throw new Error("the run never began");
  return state;
};

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: UltraworkWorld): Promise<void> => {
  world.calm = true;
  for (const proc of world.machine.procs.values()) proc.frozenUntil = 0;
  const chance = world.chance.fork("end");
  for (let round = 0; ; round += 1) {
    insist(
      round < rounds,
      () =>
        `after ${rounds} rounds it still isn't over: ${JSON.stringify(ultrawork.view(stateOf(world)).nodes.map(({ id, status, why }) => [id, status, why]))}`,
    );
    if (world.run() === null) {
      await through(world, startRun(world));
      continue;
    }
    const drove = await through(world, driveOnce(world, "last runner"));
    if (drove === null || "fault" in drove) continue;
    const { status, waiting } = drove.result;
    if (status === "ended") return;
    if (status === "paused") await through(world, say(world, { type: "Resume", data: {} }));
    else if (status === "outside") world.clock += 31 * 60_000;
    else {
      insist(waiting.length > 0, () => `it waits, and doesn't say for what (${drove.result.summary})`);
      await through(world, answer(world, chance, round > rounds / 2));
    }
  }
};

/** What must hold of a story that is over. */
const judge = async (world: UltraworkWorld): Promise<void> => {
  const { watch, store, disk, machine, spool } = world;
  const run = world.run() ?? "";
  const left = [...machine.procs.values()].map(({ name }) => name);
  insist(left.length === 0, () => `these go on though the run is over: ${left.join(", ")}`);

  const rows = await store.memory.read({ run });
  insist(
    isDeepStrictEqual(
      rows.map(({ hash }) => hash),
      watch.rows().map(({ hash }) => hash),
    ),
    () => "the ledger holds other rows than were appended",
  );
  insist(verifyChain({ version: 0, hash: genesis("ultrawork", run) }, rows).length === 0, () => "the chain is broken at the end");
  // A claim from outside is its holder's to end; what a dead runner took in a run that was cancelled stands in nobody's way.
  const leases = (await store.memory.leases(run)).filter(({ holder }) => holder.agent !== "hand");
  insist(
    leases.length === 0 || stateOf(world).phase !== "COMPLETE",
    () => `these leases were never ended: ${leases.map(({ job }) => job).join(", ")}`,
  );

  // Bytes that don't parse are left alone for as long as somebody may be writing them.
  const settled = world.clockwork.now() + 2_500;
  world.clockwork.at(2_500, () => undefined);
  await pump(world, () => world.clockwork.now() >= settled);
  const verified = await through(
    world,
    shortly(world, "person", "verify", async (system) => {
      await system.scan(run);
      await system.settle();
      const loaded = await system.load(run);
      return { ...(await system.verify(run)), loaded };
    }),
  );
  insist(verified !== null && verified.findings.length === 0, () => `verify finds: ${JSON.stringify(verified?.findings)}`);
  insist(
    verified !== null && "state" in verified.loaded && isDeepStrictEqual(verified.loaded.state, watch.state()),
    () => "a fresh process folds another state",
  );

  const state = stateOf(world);
  const wanted = ultrawork.write(state, watch.log);
  const place = ultrawork.place(state);
  for (const [path, text] of Object.entries(wanted))
    insist(disk.files.get(`${place}/${path}`)?.text === text, () => `${path} isn't what the ledger says`);
  const known = (path: string): boolean => wanted[path] !== undefined || path === "design.md" || path.startsWith("exploration/");
  // With the cache lost, an edited file that is no more cannot be told from any other.
  const unedited = [...disk.files].flatMap(([path, { text }]) => (watch.isEdit(digest(text)) ? [] : [path]));
  const odd = unedited.filter((path) => path.startsWith("/uw/") && !(path.startsWith(`${place}/`) && known(path.slice(place.length + 1))));
  insist(odd.length === 0, () => `files that nobody knows: ${odd.join(", ")}`);

  if (state.phase === "COMPLETE") {
    const sealed = watch.log.findLast((event) => event.type === "RunCompleted");
    const tree = disk.treeOf(sealed?.data.tree ?? "");
    insist(tree.size > 0, () => "it was sealed on a tree that was never measured");
    for (const id of state.order) {
      for (const { text, check, waived } of state.tasks[id]?.criteria ?? []) {
        if (waived !== null || state.tasks[id]?.waived !== null || check?.command === undefined) continue;
        insist(passes(check.command.split(" "), tree), () => `it was sealed, though ${id}: ${text} doesn't hold on its tree`);
      }
    }
  }
  // A late report that nobody takes stays for whoever asks for it.
  const refused = [...spool.folders.values()].filter(({ exit, host }) => exit === null && host === null);
  insist(refused.length === 0, () => `left in the spool without an end: ${refused.map(({ job }) => job.job.key).join(", ")}`);
};

/** Throws what must not be. */
export const play = async (world: UltraworkWorld): Promise<Ending> => {
  const { story, clockwork, machine } = world;
  const edits = makeEdits(world);
  const start = (): void => void startRun(world).then(() => (world.run() === null && !world.calm ? clockwork.at(1_000, start) : undefined));
  start();
  for (let slot = 1; slot <= story.runners; slot += 1) keepDriving(world, slot, world.chance.fork(`runner ${slot}`));
  trouble(world, edits);
  await pump(
    world,
    () => clockwork.now() >= story.roughMs || (!world.steady && life(world) === "archived") || (life(world) === "over" && story.acts === 0),
  );
  // What people did last may come in late, and take the run up once more.
  do {
    await settleDown(world);
    await pump(world, () => machine.procs.size === 0);
  } while (life(world) === "live" || life(world) === "paused");
  await judge(world);
  const lost = edits.lost();
  insist(lost.length === 0, () => `edits by hand were lost: ${lost.join(", ")}`);
  return { state: stateOf(world), steps: clockwork.steps(), calls: world.machine.calls(), events: world.watch.log.length };
};
