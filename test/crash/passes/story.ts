// Crash story of an iterative run from first pass to archive, with kills at counted writes and instants.
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../../../src/core/record.ts";
import type { Chance } from "../../sim/chance.ts";
import { kept, standing } from "../after-kill.ts";
import { leftRunning } from "../after-run.ts";
import { answered, killRunner, type Runner, startRunner, typed } from "../crew.ts";
import type { Ground } from "../ground.ts";
import { remains } from "../remains.ts";
import type { Tale } from "../story.ts";
import { killAll, strike } from "../strike.ts";
import { type Entry, hear, type Told } from "../told.ts";
import { type Parts } from "./agent.ts";
import { type PassFruit, fruitDifferences, fruitOf } from "./fruit.ts";
import { fated, giveKey, slug } from "./ground.ts";
import { passFindings } from "./pass-findings.ts";

export const parts: Parts = {
  T1: { gap: true, blocked: false, review: false },
  T2: { gap: false, blocked: true, review: true },
  T3: { gap: false, blocked: false, review: false },
};
export type PassTale = Omit<Tale, "fruit"> & { readonly fruit: PassFruit | null };

/** A run that takes longer has stalled. */
const longest = 600_000;
/** Agents append to it whenever they like. */
const isLetter = (path: string): boolean => path.endsWith("/progress.md");
/** A runner that lives undisturbed makes about as many changes of the disk between two passes. */
const mostWrites = 260;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Plays the work to its end; `kills` 0: undisturbed. What is found wrong is told, not thrown. */
export const playPasses = async (
  ground: Ground,
  chance: Chance,
  kills: number,
  expected: PassFruit | null,
): Promise<PassTale> => {
  const counts = { start: 0, ledger: 0, spool: 0, file: 0, write: 0 };
  const began = performance.now();
  const told: Told = new Map();
  const trail: string[] = [];
  const findings: string[] = [];
  const hit = new Set<string>();
  let crew: readonly Runner[] = [];
  let ledger: readonly Entry[] = [];
  let beside = 0;
  let hosts = 0;
  const killed = (): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
  const note = (text: string): void =>
    void trail.push(
      `${((performance.now() - began) / 1000).toFixed(2)} s  #${ledger.length}  ${text}`,
    );

  const look = async (): Promise<void> => {
    findings.push(...standing(ground));
    const now = await kept(ground, slug, told, ledger, isLetter);
    ledger = now.ledger;
    findings.push(...now.findings);
  };
  const mourn = (gone: readonly Runner[]): void => {
    crew = crew.filter((one) => !gone.includes(one));
    for (const { printed } of gone) hear(told, printed);
  };
  /** As a person does, who may die over it, too. */
  const answer = async (): Promise<void> => {
    const status = await answered(ground, ["status", slug]);
    const [first] = listOf(isRecord(status) ? status["decisions"] : null);
    const key = isRecord(first) ? String(first["key"]) : "";
    if (key === "") return;
    if (!key.startsWith("unit-T2")) throw new Error(`the run waits for ${key}`);
    giveKey(ground);
    const person = typed(ground, [
      "decide",
      slug,
      key,
      "unblock",
      "--note",
      "it lies there",
      "--json",
    ]);
    const fate =
      kills > 0 && chance.is(0.4) ? setTimeout(person.kill, chance.between(20, 300)) : undefined;
    const { exit, signal, out, err } = await person.ended;
    clearTimeout(fate);
    note(`answered ${key}: ${exit ?? signal ?? "nothing"}`);
    if (exit !== 0 && signal === null)
      throw new Error(`cairn decide ended with ${exit}: ${[...out, ...err].join("\n")}`);
    await look();
  };
  /** true: one of those who ended by themselves saw the run's end. */
  const isOver = async (): Promise<boolean> => {
    const gone = crew.filter(({ ended }) => ended !== null);
    mourn(gone);
    const dead = gone.filter(({ ended }) => ended?.signal === "SIGKILL");
    for (const { child } of dead) {
      counts.write += 1;
      note(`runner ${child.pid} died of a write`);
    }
    if (crew.length > 0) beside += dead.length;
    if (dead.length > 0) await look();
    const others = gone.filter((one) => !dead.includes(one)).map(({ ended }) => ended);
    const wrong = others.find((ended) => ended?.exit !== 0 && ended?.exit !== 3);
    if (wrong)
      throw new Error(
        `cairn run ended with ${wrong.exit ?? wrong.signal}: ${[...wrong.out, ...wrong.err].slice(-12).join("\n")}`,
      );
    if (others.some((ended) => ended?.exit === 0)) return true;
    if (others.length > 0) await answer();
    return false;
  };
  const take = (): void => {
    const ends = kills > killed() && chance.is(0.6);
    const fate = ends
      ? fated({ at: "write", word: "", nth: chance.between(1, mostWrites) })
      : undefined;
    crew = [...crew, startRunner(ground, ["run", slug, "--verbose"], fate)];
  };
  const disturb = async (): Promise<void> => {
    const { moment, runners, jobs, note: what } = await strike(ground, crew, chance, hit);
    counts[moment.after] += runners.filter(({ ended }) => ended?.signal === "SIGKILL").length;
    hosts += jobs.length;
    note(what);
    mourn(runners);
    if (crew.length > 0) beside += runners.length;
    await look();
    if (chance.is(0.3)) await sleep(chance.between(0, 800));
  };
  const finish = async (): Promise<PassFruit> => {
    await Promise.all(crew.map(({ child }) => child.ended));
    await isOver();
    await look();
    const again = await typed(ground, ["run", slug]).ended;
    if (again.exit !== 0)
      findings.push(`cairn run of the ended run ended with ${again.exit}: ${again.err.join("\n")}`);
    const running = await leftRunning(ground);
    const run = String(ledger[0]?.data["run"]);
    const { fruit, findings: wrong } = await fruitOf(ground, run);
    findings.push(
      ...running,
      ...(await remains(ground, run)),
      ...wrong,
      ...passFindings(ground, ledger, hosts > 0),
    );
    if (expected !== null) findings.push(...fruitDifferences(expected, fruit, hosts > 0));
    return fruit;
  };

  let fruit: PassFruit | null = null;
  try {
    do {
      if (performance.now() - began > longest)
        throw new Error(`the run didn't end within ${longest / 1000} s`);
      if (crew.length === 0) take();
      if (crew.length === 1 && kills > killed() && chance.is(0.15)) take();
      if (killed() < kills && chance.is(0.4)) await disturb();
      else await Promise.race([...crew.map(({ child }) => child.ended), sleep(1_000)]);
    } while (findings.length === 0 && !(await isOver()));
    if (findings.length === 0) fruit = await finish();
  } catch (error) {
    findings.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (findings.length > 0) {
    for (const one of crew) await killRunner(one);
    killAll(ground);
  }
  return {
    kills: counts,
    hosts,
    beside,
    agents: 0,
    edits: 0,
    events: ledger.length,
    ms: performance.now() - began,
    trail,
    findings,
    fruit,
  };
};
