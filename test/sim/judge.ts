// Checks at the end of any simulated run: rows, leases, files and a fresh process agree.
import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { verifyChain } from "../../src/core/chain.ts";
import { digest, genesis } from "../../src/core/hash.ts";
import type { Protocol } from "../../src/core/protocol.ts";
import { shortly } from "./person.ts";
import { pump, through } from "./pump.ts";
import type { Account } from "./watch.ts";
import { insist } from "./watch.ts";
import type { World } from "./world.ts";
import { root } from "./world.ts";

const judgeLedger = async (
  { store }: World,
  { run, rows: told, rules }: Account,
  good: boolean,
): Promise<void> => {
  const rows = await store.memory.read({ run });
  insist(
    isDeepStrictEqual(
      rows.map(({ hash }) => hash),
      told.map(({ hash }) => hash),
    ),
    () => "the ledger holds other rows than were appended",
  );
  insist(
    verifyChain({ version: 0, hash: genesis(rules.protocol, run) }, rows).length === 0,
    () => "the chain is broken at the end",
  );
  // A claim from outside is its holder's to end; what a dead runner took in a run that was cancelled stands in nobody's way.
  const leases = (await store.memory.leases(run)).filter(({ holder }) => holder.agent !== "hand");
  insist(
    leases.length === 0 || !good,
    () => `these leases were never ended: ${leases.map(({ job }) => job).join(", ")}`,
  );
};

const judgeFresh = async (world: World, { run, rules }: Account): Promise<void> => {
  // By then nobody comes any more to fill an emptied file.
  world.clock += 61_000;
  const verified = await through(
    world,
    shortly(world, "person", "verify", async (system) => {
      await system.scan(run);
      await system.settle();
      const loaded = await system.load(run);
      return { ...(await system.verify(run)), loaded };
    }),
  );
  // Clocks are set back in a story: what was stamped before lies ahead then, and that is told rightly.
  const wrong = verified?.findings.filter(({ code }) => code !== "TIME_AHEAD");
  insist(wrong?.length === 0, () => `verify finds: ${JSON.stringify(wrong)}`);
  insist(
    verified !== null &&
      "state" in verified.loaded &&
      isDeepStrictEqual(verified.loaded.state, rules.states[verified.loaded.version - 1]),
    () => "a fresh process folds another state",
  );
};

/** Its files that are where they belong. `isFree`: a file of the run's folder that is nobody's projection. */
const judgeFiles = (
  { disk }: World,
  { rules, log }: Account,
  protocol: Protocol,
  isFree: (path: string) => boolean,
): readonly string[] => {
  const state = rules.states.at(-1);
  const wanted = protocol.write(state, log);
  const place = posix.resolve(root, protocol.place(state));
  for (const [path, text] of Object.entries(wanted))
    insist(
      disk.files.get(`${place}/${path}`)?.text === text,
      () => `${path} isn't what the ledger says`,
    );
  return [...disk.files.keys()].filter((path) => {
    const inner = path.startsWith(`${place}/`) ? path.slice(place.length + 1) : null;
    return inner !== null && (wanted[inner] !== undefined || isFree(inner));
  });
};

/** Runs that were started by others go where these go, and what was written is somewhere. */
const judgeRuns = async ({ watch, hands, ink }: World): Promise<void> => {
  const states = [...watch.states].flatMap(([run, all]) => {
    const state = all.at(-1);
    return state === undefined ? [] : [[run, state] as const];
  });
  const once = (what: string, names: readonly unknown[]): void =>
    insist(new Set(names).size === names.length, () => `${what}: ${names.join(", ")}`);
  once(
    "two runs came of one node",
    [...watch.accounts.values()].flatMap(({ origin }) => origin ?? []),
  );
  once(
    "two runs were put away in one place",
    states.flatMap(([, state]) => Object(state).archive ?? []),
  );
  for (const [run, state] of states) {
    const life = hands.protocol.life(state);
    insist(life === "over" || life === "archived", () => `${run} is ${life} in the end`);
    await hands.ends?.(state, run);
  }
  const lost = ink.lost();
  insist(lost.length === 0, () => `what was written into files is gone: ${lost.join(", ")}`);
  const twice = ink.twice();
  insist(twice.length === 0, () => `these entries were taken in twice: ${twice.join(", ")}`);
};

/** Of every run of the story. */
export const judgeAll = async (world: World): Promise<void> => {
  const { protocol } = world.hands;
  const isFree = (path: string): boolean => world.hands.isFree(path);
  const good = ({ run }: Account): boolean => {
    const state = world.watch.state(run);
    return state !== null && world.hands.isGood(state);
  };
  const { watch, disk, machine, clockwork, spool } = world;
  world.landing.judge();
  const left = [...machine.procs.values()].map(({ name }) => name);
  insist(left.length === 0, () => `these go on though the run is over: ${left.join(", ")}`);
  for (const account of watch.accounts.values()) await judgeLedger(world, account, good(account));
  // Bytes that don't parse are left alone for as long as somebody may be writing them.
  const settled = clockwork.now() + 2_500;
  clockwork.at(2_500, () => undefined);
  await pump(world, () => clockwork.now() >= settled);
  for (const account of watch.accounts.values()) await judgeFresh(world, account);
  const known = new Set(
    [...watch.accounts.values()].flatMap((account) => judgeFiles(world, account, protocol, isFree)),
  );
  // With the cache lost, an edited file that is no more cannot be told from any other.
  const unedited = [...disk.files].flatMap(([path, { text }]) =>
    watch.isEdit(digest(text)) ? [] : [path],
  );
  const { files } = world.hands;
  const odd = unedited.filter(
    (path) => path.startsWith(files) && !known.has(path) && !isFree(path.slice(files.length)),
  );
  insist(odd.length === 0, () => `files that nobody knows: ${odd.join(", ")}`);
  // A late report that nobody takes stays for whoever asks for it.
  const refused = [...spool.folders.values()].filter(
    ({ exit, host }) => exit === null && host === null,
  );
  insist(
    refused.length === 0,
    () => `left in the spool without an end: ${refused.map(({ job }) => job.job.key).join(", ")}`,
  );
  await judgeRuns(world);
};
