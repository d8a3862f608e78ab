// Simulated troubles of a machine: deaths, stalls, reboots, clocks, editors, lost caches.
import { digest } from "../../src/core/hash.ts";
import type { Chance } from "./chance.ts";
import { claim, straggle } from "./outsider.ts";
import { answer } from "./person.ts";
import type { Proc } from "./machine.ts";
import { branchRef } from "./places.ts";
import type { Hands, World } from "./world.ts";
import { root } from "./world.ts";

const anyone = (world: World, chance: Chance): Proc | null => {
  const alive = [...world.machine.procs.values()];
  return alive.length === 0 ? null : chance.pick(alive);
};

export type Edits = {
  /** An editor writes one of the run's files. */
  edit(chance: Chance): void;
  /** Whatever an editor wrote was taken in, or must be somewhere still, unless he wrote over it himself. */
  lost(): readonly string[];
  /** Caches and projections are deleted; all of them or some. */
  wipe(chance: Chance, all?: boolean): void;
};

export const makeEdits = (world: World): Edits => {
  const { disk } = world;
  const open = new Map<string, { readonly text: string; readonly number: number }>();
  /** Each edit bears a number in a key of its own, which the run keeps once it takes the edit. */
  const took: NonNullable<Hands["took"]> =
    world.hands.took ??
    (({ type, data }, number) =>
      type === "ExtrasKept" && JSON.stringify(data).includes(`["edit","${number}"]`));
  const taken = (number: number): boolean =>
    [...world.watch.accounts.values()].some(({ log }) => log.some((event) => took(event, number)));
  /** It is the same file, in the archive or not. */
  const fileOf = (path: string): string =>
    path
      .replace(/\/iterative\/archive\/([a-z]+)-[\d-]+\//u, "/iterative/$1/")
      .replace(/\/ralph\/archive\/[^/]+\//u, "/ralph/")
      .replace("/archive/", "/");
  let number = 0;
  const projected = (): readonly string[] =>
    [...disk.files.keys()].filter(
      (path) => path.startsWith(world.hands.files) && path.endsWith(".json"),
    );
  return {
    edit(chance) {
      if (world.hands.edit !== undefined) return world.hands.edit(chance);
      const paths = projected();
      if (paths.length === 0) return;
      const path = chance.pick(paths);
      const now = disk.files.get(path)?.text ?? "";
      number += 1;
      const text = chance.weighed([
        [5, world.hands.change(now, number, chance)],
        [2, `{ "half": ${number},`],
        [2, `{ "edit": ${number} }\n`],
        [1, ""],
      ]);
      if (text === now) return;
      world.note(`  ${path} is edited by hand (${number})`);
      disk.write(path, text);
      world.watch.edited(digest(text));
      if (text.trim() === "") open.delete(fileOf(path));
      else open.set(fileOf(path), { text, number });
    },
    lost() {
      const kept = new Set([
        ...disk.refused.values(),
        ...[...disk.files.values()].map(({ text }) => text),
      ]);
      return [...open]
        .filter(([, edit]) => !kept.has(edit.text) && !taken(edit.number))
        .map(([path]) => path);
    },
    wipe(chance, all = chance.is(0.5)) {
      world.projecting.alone(() => {
        world.note(`  caches are deleted${all ? ", and every projected file" : ""}`);
        world.projecting.wipe();
        world.store.snapshots.clear();
        if (!all) return;
        for (const path of projected()) {
          world.ink.gone(path);
          disk.files.delete(path);
          open.delete(fileOf(path));
        }
      });
    },
  };
};

/** Plays all troubles of the story until its rough time is over. */
export const trouble = (world: World, edits: Edits): void => {
  const { story, clockwork, machine, disk } = world;
  const { troubles } = story;
  const often = (name: string, seconds: number, act: (chance: Chance) => void): void => {
    if (seconds <= 0) return;
    const chance = world.chance.fork(name);
    const again = (): void =>
      void clockwork.at(-Math.log(1 - chance.next()) * seconds * 1_000, () => {
        if (world.calm) return;
        act(chance);
        again();
      });
    again();
  };
  often("deaths", troubles.deaths, (chance) => {
    const proc = anyone(world, chance);
    if (proc !== null) machine.kill(proc, "is killed from outside");
  });
  often("interrupts", troubles.deaths * 2, (chance) => {
    const proc = anyone(world, chance);
    if (proc !== null && proc.kind !== "agent") proc.stop.abort();
  });
  often("stalls", troubles.stalls, (chance) => {
    const proc = anyone(world, chance);
    if (proc === null) return;
    const ms = chance.pick([500, 5_000, 30_000, 70_000, 130_000]) * chance.next();
    world.note(`  ${proc.name} is frozen for ${ms.toFixed(0)} ms`);
    proc.frozenUntil = clockwork.now() + ms;
  });
  often("reboots", troubles.reboots, () => {
    world.note("  the machine goes down");
    for (const proc of machine.procs.values().toArray()) machine.kill(proc, "goes down with it");
  });
  often("jumps", troubles.jumps, (chance) => {
    const ms = chance.pick([-7_200_000, -60_000, -3_000, 3_000, 61_000, 7_200_000]) * chance.next();
    world.note(`  the clock jumps by ${ms.toFixed(0)} ms`);
    world.clock += ms;
  });
  often("edits", troubles.edits, (chance) => edits.edit(chance));
  often("wipes", troubles.wipes, (chance) => edits.wipe(chance));
  often("meddlings", troubles.meddlings, (chance) =>
    disk.write(
      `${root}/src/${chance.between(1, 8)}.ts`,
      chance.pick(["good elsewhere", "bad elsewhere"]),
    ),
  );
  // Somebody checks a run's branch out, leaves it again, or puts a commit of his own on it.
  often("branches", 30, (chance) => {
    const { git, landing } = world;
    const branches = landing.branches();
    if (branches.length === 0) return;
    const branch = chance.pick(branches);
    const stands = git.refs.get(branchRef(branch));
    landing.touched.add(branch);
    world.note(`  somebody touches the branch ${branch}`);
    if (git.out.delete(branch)) return;
    if (stands === undefined || chance.is(0.6)) git.out.add(branch);
    else git.refs.set(branchRef(branch), git.commit(git.of(stands).content, [stands]).commit);
  });
  often("answers", world.hands.answers, (chance) => void answer(world, chance));
  often("acts", story.acts, (chance) => void world.hands.act(chance));
  often("claims", story.claims, (chance) => void claim(world, chance));
  often("stragglers", story.claims > 0 ? 10 : 40, (chance) => void straggle(world, chance));
};
