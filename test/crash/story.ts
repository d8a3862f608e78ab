// Crash story of the demo's work from goal to verdict, with checks after each death.
import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, chanceOf } from "../sim/chance.ts";
import { kept, standing, standingAmongHands } from "./after-kill.ts";
import { type Fruit, ended as endedFindings } from "./after-run.ts";
import { type Runner, answered, fated, killRunner, startRunner, typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import type { Moment } from "./moments.ts";
import { killAll, strike } from "./strike.ts";
import { type Entry, type Told, hear } from "./told.ts";
import type { Work } from "./work.ts";

export type Tale = {
  /** Runners killed, by what the instant was drawn from. */
  readonly kills: Readonly<Record<Moment["after"] | "write", number>>;
  readonly hosts: number;
  /** Runners killed while another was at work on the same run. */
  readonly beside: number;
  /** How often somebody beside wrote into the run's files. */
  readonly edits: number;
  readonly events: number;
  readonly ms: number;
  readonly trail: readonly string[];
  /** What is wrong; none: all held. */
  readonly findings: readonly string[];
  readonly fruit: Fruit | null;
};

/** A run that takes longer has stalled. */
const longest = 240_000;

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The run of this ground; null: none was started yet. */
const runOf = async (ground: Ground): Promise<string | null> => {
  const status = await answered(ground, ["status"]);
  const runs = list(part(status, "runs"));
  if (runs.length > 1) throw new Error("a second run was started");
  const run = part(status, "run") ?? part(runs[0], "run");
  return typeof run === "string" ? run : null;
};

/** Plays the work to its end; `kills` 0: undisturbed. What is found wrong is told, not thrown. */
export const play = async (
  work: Work,
  ground: Ground,
  chance: Chance,
  kills: number,
  expected: Fruit | null,
): Promise<Tale> => {
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
  let edits = 0;
  let run: string | null = null;
  const note = (text: string): void =>
    void trail.push(
      `${((performance.now() - began) / 1000).toFixed(2)} s  #${ledger.length}  ${text}`,
    );

  const killed = (): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
  const other =
    kills > 0 && work.beside ? work.beside(ground, chanceOf(chance.between(1, 1_000_000))) : null;

  const take = (): void => {
    const argv = [...(run === null ? work.begin(ground) : ["run", run]), "--verbose"];
    const ends = work.mostWrites !== undefined && killed() < kills && chance.is(0.4);
    const fate = ends ? fated(chance.between(1, work.mostWrites ?? 1)) : undefined;
    crew = [...crew, startRunner(ground, argv, fate)];
  };
  /** Takes up what those who are gone had said. */
  const mourn = async (gone: readonly Runner[]): Promise<void> => {
    crew = crew.filter((runner) => !gone.includes(runner));
    for (const { printed } of gone) hear(told, printed);
    if (gone.length === 0 || run !== null) return;
    run = await runOf(ground);
    const promised = gone.some(
      ({ ended }) => ended?.err.some((line) => / is started in /.test(line)) === true,
    );
    if (promised && run === null) findings.push("the run that was said to be started isn't there");
  };
  const look = async (): Promise<void> => {
    findings.push(...(work.beside ? await standingAmongHands(ground) : standing(ground)));
    other?.look();
    if (run === null) return;
    const now = await kept(ground, run, told, ledger, work.isOutput);
    ledger = now.ledger;
    findings.push(...now.findings);
  };
  /** As a person does, who may die over it, too. */
  const respond = async (id: string): Promise<void> => {
    const status = await answered(ground, ["status", id]);
    const [first] = list(part(status, "decisions"));
    const isPaused = part(status, "life") === "paused";
    if (first === undefined && !isPaused) return;
    const person = typed(ground, [
      ...(isPaused ? ["resume", id] : work.answer(id, String(part(first, "key")))),
      "--json",
    ]);
    const fate =
      kills > 0 && chance.is(0.4) ? setTimeout(person.kill, chance.between(20, 200)) : undefined;
    const { exit, signal, out, err } = await person.ended;
    clearTimeout(fate);
    note(`${isPaused ? "resumed" : "answered"}: ${exit ?? signal ?? "nothing"}`);
    if (signal !== null) return look();
    if (exit !== 0)
      throw new Error(`the answer ended with ${exit}: ${[...out, ...err].join("\n")}`);
    const answer: unknown = JSON.parse(out.join("\n"));
    for (const event of list(part(answer, "events")))
      told.set(Number(part(event, "version")), String(part(event, "type")));
  };
  /** true: one of those who ended by themselves saw the run's end. */
  const isOver = async (): Promise<boolean> => {
    const gone = crew.filter(({ ended }) => ended !== null);
    const dead = gone.filter(({ ended }) => ended?.signal === "SIGKILL");
    for (const { child } of dead) {
      counts.write += 1;
      note(`runner ${child.pid} died of a write`);
    }
    await mourn(gone);
    if (crew.length > 0) beside += dead.length;
    if (dead.length > 0) await look();
    const rested = gone.filter((one) => !dead.includes(one));
    const wrong = rested.find(({ ended }) => ended?.exit !== 0 && ended?.exit !== 3)?.ended;
    if (wrong)
      throw new Error(
        `cairn run ended with ${wrong.exit ?? wrong.signal}: ${wrong.err.slice(-8).join("\n")}`,
      );
    if (rested.some(({ ended }) => ended?.exit === 0)) return true;
    if (rested.length > 0 && run !== null) await respond(run);
    return false;
  };
  const disturb = async (): Promise<void> => {
    const { moment, runners, jobs, note: what } = await strike(ground, crew, chance, hit);
    counts[moment.after] += runners.length;
    hosts += jobs.length;
    note(what);
    await mourn(runners);
    if (crew.length > 0) beside += runners.length;
    await look();
    if (chance.is(0.3)) await sleep(chance.between(0, 1_500));
  };
  const finish = async (): Promise<Fruit | null> => {
    edits = (await other?.close()) ?? 0;
    await Promise.all(crew.map(({ child }) => child.ended));
    await isOver();
    await look();
    if (run === null || findings.length > 0) return null;
    const again = await typed(ground, ["run", run]).ended;
    if (again.exit !== 0)
      findings.push(`cairn run of the ended run ended with ${again.exit}: ${again.err.join("\n")}`);
    // What was written behind the last runner's back is read by then.
    const last = await kept(ground, run, told, ledger);
    const end = await endedFindings(work, ground, run, last.ledger, hosts, expected);
    findings.push(...last.findings, ...end.findings, ...(other?.findings() ?? []));
    return end.fruit;
  };

  let fruit: Fruit | null = null;
  try {
    do {
      if (performance.now() - began > longest)
        throw new Error(`the run didn't end within ${longest / 1000} s`);
      if (crew.length === 0) take();
      if (run !== null && crew.length === 1 && kills > 0 && chance.is(0.2)) take();
      if (killed() < kills) await disturb();
      else await Promise.race([...crew.map(({ child }) => child.ended), sleep(1_000)]);
    } while (findings.length === 0 && !(await isOver()));
    if (findings.length === 0) fruit = await finish();
  } catch (error) {
    findings.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  await other?.close();
  if (findings.length > 0) {
    for (const runner of crew) await killRunner(runner);
    killAll(ground);
  }
  return {
    kills: counts,
    hosts,
    beside,
    edits,
    events: ledger.length,
    ms: performance.now() - began,
    trail,
    findings,
    fruit,
  };
};
