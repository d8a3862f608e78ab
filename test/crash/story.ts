// Why: one run of the demo's work from goal to verdict, whose runners die again and again; after each death all that must hold is looked at.
import { setTimeout as sleep } from "node:timers/promises";
import { goal } from "../../src/cli/demo/project.ts";
import type { Chance } from "../sim/chance.ts";
import { type Fruit, ended as endedFindings } from "./after-run.ts";
import { kept, standing } from "./after-kill.ts";
import { type Runner, answered, hostsOf, killHost, killRunner, startRunner, typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import { drawMoment, momentText, reach } from "./moments.ts";
import { type Entry, type Told, hear } from "./told.ts";

export type Kill = "time" | "ledger" | "spool" | "file";
export type Tale = {
  /** Runners killed, by what the instant was drawn from. */
  readonly kills: Readonly<Record<"start" | "ledger" | "spool" | "file", number>>;
  readonly hosts: number;
  /** Deaths while another runner was at work on the same run. */
  readonly beside: number;
  readonly events: number;
  readonly ms: number;
  readonly trail: readonly string[];
  readonly findings: readonly string[];
  readonly fruit: Fruit | null;
};

/** A run that takes longer has stalled. */
const longest = 240_000;
const mostHosts = 2;

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** The run of this ground; null: none was started yet. */
const runOf = async (ground: Ground): Promise<string | null> => {
  const status = await answered(ground, ["status"]);
  const runs = part(status, "runs");
  const first: unknown = Array.isArray(runs) ? runs[0] : status;
  if (Array.isArray(runs) && runs.length > 1) throw new Error("a second run was started");
  const run = part(first, "run");
  return typeof run === "string" ? run : null;
};

/** Plays the work to its end; `kills` 0: undisturbed. What is found wrong is told, not thrown. */
export const play = async (ground: Ground, chance: Chance, kills: number, expected: Fruit | null): Promise<Tale> => {
  const counts = { start: 0, ledger: 0, spool: 0, file: 0 };
  const [began, told, trail, hit] = [performance.now(), new Map<number, string>() satisfies Told, new Array<string>(), new Set<string>()];
  let [crew, ledger, findings, beside]: [readonly Runner[], readonly Entry[], readonly string[], number] = [[], [], [], 0];
  let run: string | null = null;
  const note = (text: string): void => void trail.push(`${((performance.now() - began) / 1000).toFixed(2)} s  #${ledger.length}  ${text}`);
  const killed = (): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

  const take = (): void => {
    const argv = run === null ? ["run", "ultrawork", goal, "--home", ground.home, "--max-workers", "3"] : ["run", run];
    crew = [...crew, startRunner(ground, argv)];
  };
  const look = async (): Promise<void> => {
    findings = standing(ground);
    run ??= await runOf(ground);
    if (run === null || findings.length > 0) return;
    const now = await kept(ground, run, told, ledger);
    [ledger, findings] = [now.ledger, now.findings];
  };
  const approve = async (id: string): Promise<void> => {
    const keys = part(await answered(ground, ["status", id]), "decisions");
    if (!Array.isArray(keys) || keys.length === 0) return;
    const key = part(keys[0], "key");
    if (key !== "approve-1") throw new Error(`the run waits for ${String(key)}`);
    const person = typed(ground, ["decide", id, key, "approve", "--json"]);
    const patience = chance.is(0.4) && kills > 0 ? setTimeout(person.kill, chance.between(20, 200)) : undefined;
    const { exit, signal, out, err } = await person.ended;
    clearTimeout(patience);
    note(`approved: ${exit ?? signal ?? "nothing"}`);
    if (signal === null && exit !== 0) throw new Error(`cairn decide ended with ${exit}: ${err.join("\n")}`);
    if (exit !== 0) return;
    const answer: unknown = JSON.parse(out.join("\n"));
    const events = part(answer, "events");
    for (const event of Array.isArray(events) ? events : []) told.set(Number(part(event, "version")), String(part(event, "type")));
  };
  /** true: one of them saw the run's end. */
  const hearEnded = async (): Promise<boolean> => {
    const gone = crew.filter(({ ended }) => ended !== null);
    crew = crew.filter(({ ended }) => ended === null);
    for (const { ended, printed } of gone) {
      hear(told, printed);
      if (ended?.exit !== 0 && ended?.exit !== 3)
        throw new Error(`cairn run ended with ${ended?.exit ?? ended?.signal}: ${ended?.err.slice(-8).join("\n")}`);
    }
    if (gone.length > 0) run ??= await runOf(ground);
    if (gone.some(({ ended }) => ended?.exit === 0)) return true;
    if (gone.length > 0 && run !== null) await approve(run);
    return false;
  };

  const strike = async (): Promise<void> => {
    const moment = drawMoment(chance);
    const whom = chance.weighed([
      [80, "one"],
      [8, "all"],
      [6, "host"],
      [6, "host and one"],
    ] as const);
    const called = new AbortController();
    await Promise.race([reach(moment, ground, called.signal), ...crew.map(({ child }) => child.ended)]);
    called.abort();
    if (whom.startsWith("host") && hit.size < mostHosts) {
      const hosts = (await hostsOf(ground)).filter(({ job }) => !hit.has(job.job.subject));
      const victim = hosts.length === 0 ? undefined : chance.pick(hosts);
      if (victim !== undefined && killHost(victim)) {
        hit.add(victim.job.job.subject);
        note(`killed the host of ${victim.job.job.key}, ${momentText(moment)}`);
      }
    }
    if (whom === "host") return;
    const alive = crew.filter(({ ended }) => ended === null);
    const victims = whom === "all" ? alive : alive.slice(0, 1);
    for (const victim of victims) {
      if (!(await killRunner(victim))) continue;
      crew = crew.filter((runner) => runner !== victim);
      hear(told, victim.printed);
      counts[moment.after] += 1;
      if (crew.length > 0) beside += 1;
      note(`killed runner ${victim.child.pid}, ${momentText(moment)}, ${crew.length} beside it`);
    }
    await look();
    if (chance.is(0.3)) await sleep(chance.between(0, 1_500));
  };

  try {
    for (;;) {
      if (performance.now() - began > longest) throw new Error(`the run didn't end within ${longest / 1000} s`);
      if (crew.length === 0) take();
      if (run !== null && crew.length === 1 && kills > 0 && chance.is(0.2)) take();
      if (killed() < kills) await strike();
      else await Promise.race([...crew.map(({ child }) => child.ended), sleep(1_000)]);
      if (findings.length > 0 || (await hearEnded())) break;
    }
    for (const { child } of crew) await child.ended;
    await hearEnded();
    if (findings.length === 0) await look();
    if (findings.length > 0 || run === null)
      return { kills: counts, hosts: hit.size, beside, events: ledger.length, ms: performance.now() - began, trail, findings, fruit: null };
    const again = await typed(ground, ["run", run]).ended;
    const over = again.exit === 0 ? [] : [`cairn run of the ended run ended with ${again.exit}: ${again.err.join("\n")}`];
    const end = await endedFindings(ground, run, ledger, hit.size > 0, expected);
    return {
      kills: counts,
      hosts: hit.size,
      beside,
      events: ledger.length,
      ms: performance.now() - began,
      trail,
      findings: [...over, ...end.findings],
      fruit: end.fruit,
    };
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      kills: counts,
      hosts: hit.size,
      beside,
      events: ledger.length,
      ms: performance.now() - began,
      trail,
      findings: [...findings, told],
      fruit: null,
    };
  } finally {
    for (const runner of crew) await killRunner(runner);
  }
};
