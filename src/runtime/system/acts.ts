// Part of the System: actions on runs: start, send, decide, drive, stop, deliver.
import type { Command, Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Delivery } from "../delivery/delivery.ts";
import type { Due } from "../jobs/due.ts";
import type { AdoptedRun, Sent, Started, StopHow } from "../results.ts";
import type { RunOptions, RunResult } from "../run-options.ts";
import type { Driven } from "../start/start.ts";
import { configNow } from "../engine.ts";
import { type Parts, rootOf } from "./parts.ts";
import type { Project } from "./project.ts";

export type Acts = {
  /** The only entry for commands: all or none; a repeated id returns the first result. Durable when it resolves; files follow (`settle`). */
  send(run: string, commands: readonly Command[], by: Sender, id?: string): Promise<Sent | Refusal>;
  /** `dry`: decides and projects in memory, writes nothing. `then`: commands sent with the start, all or none. `driven`: it is to be driven at once; a fault, without a run, if this machine or repository can't. `from`: its base commit, and the branch where this was found. `id`: of the run, must be unique; random by default. */
  start(
    protocol: string,
    data: unknown,
    by: Sender,
    dry?: boolean,
    then?: readonly Command[],
    driven?: Driven,
    from?: { readonly commit: string; readonly branch: string },
    id?: string,
  ): Promise<Started | Refusal>;
  /** Takes over an existing folder, storing its originals first. `dry`: the same without writing anything. */
  adopt(
    folder: string,
    ask: {
      readonly dry: boolean;
      readonly options: Readonly<Record<string, unknown>>;
      readonly by: Sender;
    },
  ): Promise<AdoptedRun | Refusal>;
  /** Answers a decision. A repeated id returns the first result. */
  decide(
    run: string,
    decision: string,
    option: string,
    note: string,
    data: unknown,
    by: Sender,
    id?: string,
  ): Promise<Sent | Refusal>;
  /** Drives the run until it ends, waits or is interrupted. */
  drive(run: string, options: RunOptions): Promise<RunResult | Refusal>;
  /** Stops all jobs of the run and its child runs on this machine, recording each as interrupted; returns their keys. */
  interrupt(run: string, progress: NonNullable<RunOptions["progress"]>): Promise<readonly string[]>;
  /**
   * Stops one job on this machine, by key or unit, and records it as interrupted, so that it is due again. Refused: JOB_UNKNOWN, JOB_IDLE,
   * JOB_ELSEWHERE. `fence`: selects one attempt, default any; `note`: for the next attempt.
   */
  stop(
    run: string,
    job: string,
    how?: StopHow,
  ): Promise<{ readonly run: string; readonly job: string } | Refusal>;
  /** Delivers runs' work into their user's branches. */
  delivery(): Promise<Delivery>;
};

export const createActs = (
  parts: Parts,
  { protocol }: Pick<Project, "protocol">,
  { job }: Pick<Due, "job">,
): Acts => {
  const { engine, folds, door, projector, past } = parts;
  const root = rootOf(engine);
  /** Applies a run's change to its child runs at once, without waiting for a runner. */
  const down = async (run: string, sent: Sent | Refusal): Promise<Sent | Refusal> => {
    if (!isRefusal(sent) && sent.events.length > 0 && folds.known(run)?.protocol.nests === true)
      await (await import("../send/children.ts")).followDown(parts, run);
    return sent;
  };
  const misnamed = async (commands: readonly Command[]): Promise<Refusal | null> =>
    commands.some(({ type }) => type === "AssignRoles")
      ? (await import("../agents/unknown-agent.ts")).unknownAgent(await configNow(engine), commands)
      : null;
  const send: Acts["send"] = async (run, commands, by, id) => {
    const said = commands.map((command) => ({ command, by }));
    return (
      (await misnamed(commands)) ??
      down(run, await door({ run, said, ...(id === undefined ? {} : { id }) }))
    );
  };
  return {
    send,
    async start(name, data, by, dry = false, then = [], driven, from, id) {
      const found = await protocol(name);
      if (isRefusal(found)) return found;
      const unknown = await misnamed(then);
      if (unknown !== null) return unknown;
      const start = { protocol: found, data, by, origin: null, root, dry, then, driven, from, id };
      const ask = { ...start, scan: projector.scan };
      return (await import("../start/start.ts")).startRun(engine, door, ask);
    },
    adopt: async (folder, ask) =>
      (await import("../adoption/adopt.ts")).adoptFolder(engine, door, { folder, root, ...ask }),
    decide: async (run, ...answer) =>
      down(run, await (await import("../send/decide.ts")).decide(parts, run, ...answer)),
    drive: async (run, options) => (await import("../runner/drive.ts")).drive(parts, run, options),
    interrupt: async (run, progress) =>
      (await import("../runner/interrupt.ts")).interrupt(parts, run, progress),
    stop: async (...asked) =>
      (await import("../jobs/stop-job.ts")).stopJob(parts, { job, send }, ...asked),
    delivery: async () =>
      (await import("../delivery/delivery.ts")).deliveryOf({
        engine,
        root,
        folds,
        door,
        log: past.log,
      }),
  };
};
