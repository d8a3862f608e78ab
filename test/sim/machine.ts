// Simulated machine: processes that live, freeze and die between any two calls.
import { Fault } from "../../src/core/refusal.ts";
import type { ProcessId } from "../../src/workspace/workspace.ts";
import type { Chance } from "./chance.ts";
import type { Clockwork } from "./clockwork.ts";

export type Kind = "runner" | "person" | "host" | "agent" | "hand";

export type Proc = {
  readonly id: ProcessId;
  readonly kind: Kind;
  readonly name: string;
  /** CAIRN_MARK in its environment; "": none. */
  readonly mark: string;
  /** Takes no notice of being asked to end. */
  readonly stubborn: boolean;
  alive: boolean;
  /** It does nothing until then, as if stopped or starved. */
  frozenUntil: number;
  /** Aborted when it is asked to stop. */
  readonly stop: AbortController;
  readonly gone: (() => void)[];
};

export type Call = { readonly proc: Proc; readonly what: string; readonly number: number };
/** before: the call never happens. after: it happens, and nobody hears its answer. kill: its process dies. fault: it goes on with an error. */
export type Mishap = { readonly is: "kill" | "fault"; readonly when: "before" | "after" } | null;

export type Machine = {
  readonly procs: ReadonlyMap<number, Proc>;
  spawn(
    kind: Kind,
    name: string,
    more?: { readonly mark?: string; readonly stubborn?: boolean },
  ): Proc;
  /** At once, whatever it was doing. Without it nothing of it happens any more. */
  kill(proc: Proc, why: string): void;
  isAlive(id: ProcessId): boolean;
  /** One call of a port: it takes its time, happens in one instant, and is answered a little later. */
  call<T>(proc: Proc, what: string, effect: () => T | Promise<T>): Promise<T>;
  /** A call that has its answer at once; `none`: what a dead process is told. */
  touch<T>(proc: Proc, what: string, effect: () => T, none: T): T;
  later(proc: Proc, ms: number, then: () => void): () => void;
  sleep(proc: Proc, ms: number): Promise<void>;
  calls(): number;
};

export type MachineParts = {
  readonly clockwork: Clockwork;
  readonly chance: Chance;
  readonly mishap: (call: Call) => Mishap;
  readonly note: (text: string) => void;
  /** Every call takes a millisecond. */
  readonly steady: boolean;
  /** How much longer calls take than usual. */
  readonly slow: number;
};

/** Numbers of processes come again, as they do. */
const firstPid = 100;
const pidCount = 90;

const mishapFault = (what: string): Fault =>
  new Fault("DISK_FAILED", `${what}: it didn't answer`, "repeat the command");

export const makeMachine = ({
  clockwork,
  chance,
  mishap,
  note,
  steady,
  slow,
}: MachineParts): Machine => {
  const procs = new Map<number, Proc>();
  let spawned = 0;
  let calls = 0;

  const latency = (): number => {
    if (steady) return 1;
    const kind = chance.next();
    return (
      slow * (kind < 0.7 ? chance.next() : kind < 0.95 ? chance.next() * 20 : chance.next() * 300)
    );
  };
  /** When its process is awake; never, if it died. */
  const when = (proc: Proc, ms: number, then: () => void): (() => void) => {
    let cancel = clockwork.at(ms, () => {
      if (!proc.alive) return;
      const frozen = proc.frozenUntil - clockwork.now();
      if (frozen > 0) cancel = when(proc, frozen, then);
      else then();
    });
    return () => cancel();
  };

  const machine: Machine = {
    procs,
    calls: () => calls,
    spawn(kind, name, { mark = "", stubborn = false } = {}) {
      do spawned += 1;
      while (procs.has(firstPid + (spawned % pidCount)));
      const pid = firstPid + (spawned % pidCount);
      const id = { pid, start: `s${spawned}` };
      const proc: Proc = {
        id,
        kind,
        name: `${name}#${spawned}`,
        mark,
        stubborn,
        alive: true,
        frozenUntil: 0,
        stop: new AbortController(),
        gone: [],
      };
      procs.set(pid, proc);
      note(`${proc.name} begins`);
      return proc;
    },
    kill(proc, why) {
      if (!proc.alive) return;
      proc.alive = false;
      procs.delete(proc.id.pid);
      note(`${proc.name} ${why}`);
      for (const gone of proc.gone) gone();
    },
    isAlive: (id) => procs.get(id.pid)?.id.start === id.start,
    call(proc, what, effect) {
      return new Promise((resolve, reject) => {
        if (!proc.alive) return;
        when(proc, latency(), () => {
          calls += 1;
          const harm = mishap({ proc, what, number: calls });
          note(`${proc.name} ${what}${harm === null ? "" : ` [${harm.is} ${harm.when}]`}`);
          const answer = (then: () => void): void =>
            void (steady || chance.is(0.6) ? proc.alive && then() : when(proc, latency(), then));
          const fail = (): void => reject(mishapFault(what));
          if (harm?.when === "before") {
            if (harm.is === "kill") machine.kill(proc, `dies before ${what}`);
            else fail();
            return;
          }
          const done = (): void => {
            if (harm?.is === "kill") machine.kill(proc, `dies after ${what}`);
            else if (harm?.is === "fault") fail();
          };
          try {
            const result = effect();
            if (result instanceof Promise) {
              result.then(
                (value) => (harm === null ? answer(() => resolve(value)) : undefined),
                (error: unknown) => (harm === null ? answer(() => reject(error)) : undefined),
              );
            } else if (harm === null) answer(() => resolve(result));
          } catch (error) {
            if (harm === null) answer(() => reject(error));
          }
          done();
        });
      });
    },
    touch(proc, what, effect, none) {
      if (!proc.alive) return none;
      calls += 1;
      const harm = mishap({ proc, what, number: calls });
      note(`${proc.name} ${what}${harm === null ? "" : ` [${harm.is} ${harm.when}]`}`);
      if (harm?.is === "kill" && harm.when === "before") {
        machine.kill(proc, `dies before ${what}`);
        return none;
      }
      const result = effect();
      if (harm?.is === "kill") machine.kill(proc, `dies after ${what}`);
      return result;
    },
    later: when,
    sleep: (proc, ms) => new Promise((resolve) => void when(proc, ms, resolve)),
  };
  return machine;
};
