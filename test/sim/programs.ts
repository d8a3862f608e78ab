// Simulated programs under a host: run, print, hang and die in the machine's time.
import { agentRun } from "./agents.ts";
import { soundCheck } from "./landing-watch.ts";
import { mendRun, soundRun } from "./mending.ts";
import { jobOf } from "./scene.ts";
import { insist } from "./watch.ts";
import type { Ran, runProgram } from "../../src/runtime/host/child.ts";
import type { Proc } from "./machine.ts";
import type { Scene } from "./scene.ts";
import type { World } from "./world.ts";

type Run = typeof runProgram;
type End = readonly [code: number | null, signal: "SIGKILL" | null];

/** How long a program that was interrupted is given before it is swept. */
const interruptMs = 1_500;

/** A job's program begins once, and never beside what an earlier attempt at the same left running. */
const launching = (world: World, mark: string, key: string): void => {
  const mine = jobOf(world, mark);
  const { role, subject } = mine.job;
  world.watch.launched(mine.run, key, Number(mark.split(".")[1]));
  for (const other of world.machine.procs.values()) {
    if (other.mark === "" || other.mark === mark) continue;
    const { job, run } = jobOf(world, other.mark);
    insist(
      run !== mine.run || job.role !== role || job.subject !== subject,
      () => `${key} begins while ${other.name} is still at it`,
    );
  }
};

/** What mends work that can't land, and the repository's own check, are the same in every protocol. */
const played = (scene: Scene, argv: readonly string[]): Promise<number> => {
  if (argv[0] === soundCheck.argv[0]) return soundRun(scene);
  if (argv[0] !== "agent") return scene.world.hands.check(scene, argv);
  return scene.job.job.key.startsWith("mend-") ? mendRun(scene) : agentRun(scene);
};

export const runProgramIn =
  (world: World, host: Proc): Run =>
  async (program, processes, stop, wait) => {
    const { machine, clockwork } = world;
    const began = clockwork.now();
    if (stop.aborted)
      return {
        exit: null,
        reason: "killed",
        why: "stopped before it began",
        started: false,
        ms: 0,
        bytes: 0,
      };
    const job = program.env["CAIRN_JOB"] ?? null;
    const chance = world.chance.fork(
      `program ${program.mark} ${program.argv.join(" ")} ${machine.calls()}`,
    );
    const stubborn = !world.calm && !world.steady && chance.is(0.15);

    let end: (ended: End) => void = () => undefined;
    const exited = new Promise<End>((resolve) => {
      end = resolve;
    });
    let bytes = 0;
    let reason: Ran["reason"] = "exit";
    let ending: Promise<unknown> | null = null;
    const interrupted = new AbortController();
    const stopFor = (because: Exclude<Ran["reason"], "exit">): void => {
      if (ending !== null) return;
      reason = because;
      interrupted.abort();
      ending = Promise.race([exited, machine.sleep(host, interruptMs)]).then(() =>
        processes.sweep(program.mark, wait?.killMs ?? 2_000),
      );
      // What nobody catches ends a process.
      ending.catch((error: unknown) => machine.kill(host, `ends by ${String(error)}`));
    };
    await machine.call(host, `launches ${program.argv.slice(0, 2).join(" ")}`, () => {
      const proc = machine.spawn("agent", program.argv.slice(0, 2).join(" "), {
        mark: program.mark,
        stubborn,
      });
      if (job !== null) world.guard(() => launching(world, program.mark, job));
      proc.gone.push(() => end([null, "SIGKILL"]));
      const mine = jobOf(world, program.mark);
      const folder = mine.ground.root;
      const scene: Scene = {
        world,
        proc,
        chance,
        job: mine,
        folder,
        brief: program.stdin ?? "",
        print(text) {
          // Its pipe is broken: nobody hears it.
          if (!host.alive) return;
          const chunk = Buffer.from(text);
          const room = program.bytes - bytes;
          bytes += chunk.length;
          if (room > 0) program.output("out", chunk.subarray(0, room));
          if (bytes > program.bytes) stopFor("flooded");
        },
        read: (path) => world.disk.files.get(`${folder}/${path}`)?.text ?? null,
        write: (path, text) =>
          machine.call(proc, `edits ${path}`, () =>
            world.disk.write(path.startsWith("/") ? path : `${folder}/${path}`, text, program.mark),
          ),
        sleep: (ms) => machine.sleep(proc, ms),
      };
      const leave = (code: number): void => {
        end([code, null]);
        machine.kill(proc, `exits with ${code}`);
      };
      const signals = AbortSignal.any([interrupted.signal, proc.stop.signal]);
      if (!stubborn) signals.addEventListener("abort", () => machine.kill(proc, "is interrupted"));
      const begin = (): void =>
        void played(scene, program.argv).then(leave, (error: unknown) => {
          world.broken ??= error;
        });
      machine.later(proc, 0, begin);
    });

    const cancel = machine.later(host, program.ms, () => stopFor("timeout"));
    const stopped = (): void => stopFor("killed");
    stop.addEventListener("abort", stopped, { once: true });
    if (stop.aborted) stopped();
    const [code, signal] = await exited;
    // The host hears of it when it is awake.
    await machine.sleep(host, 0);
    cancel();
    stop.removeEventListener("abort", stopped);
    await (ending ?? processes.sweep(program.mark, wait?.killMs ?? 2_000));
    const why = {
      exit: signal === null ? null : `killed by ${signal}`,
      timeout: "timed out",
      killed: "stopped",
      flooded: "flooded",
    }[reason];
    const ms = Math.round(clockwork.now() - began);
    return {
      exit: reason === "exit" ? code : null,
      reason: reason === "exit" && code === null ? "killed" : reason,
      why,
      started: true,
      ms,
      bytes,
    };
  };
