// Invariants of an ultrawork run, checked throughout its simulation.
import type { Recorded } from "../../src/core/row.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { UltraworkEvent } from "../../src/protocols/ultrawork/events.ts";
import type { State } from "../../src/protocols/ultrawork/state.ts";
import { ownDone, workDone } from "./placed.ts";
import { isUltraworkEvent } from "./read.ts";
import { Broken, insist, makeWatch } from "./watch.ts";
import type { Around, Rules, Watch } from "./watch.ts";

export type UltraworkWatch = Watch & {
  readonly log: readonly Recorded<UltraworkEvent>[];
  /** How many events there are, those of the run's work and budget included. */
  readonly seen: () => number;
  state(): State | null;
};

const judging = (): ((event: Recorded<UltraworkEvent>, state: State, around: Around) => void) => {
  const begun = new Set<string>();
  const resolved = new Set<string>();
  return (event, state, { isEdit, isFinished }) => {
    if (event.type === "TaskStarted") {
      const { task, attempt } = event.data;
      insist(!resolved.has(task), () => `task ${task} was started again after it was resolved`);
      insist(
        !begun.has(`${task} ${attempt}`),
        () => `attempt ${attempt} of task ${task} began twice`,
      );
      begun.add(`${task} ${attempt}`);
    }
    if ("data" in event && "kind" in event.data && event.data.kind === "lost") {
      const key = event.cause.split("/")[1] ?? "";
      insist(
        !isFinished(key),
        () => `${key} was told as lost, though its host had written how it ended`,
      );
    }
    if (event.type === "EditRefused")
      insist(
        isEdit(event.data.digest),
        () => `${event.data.path} was refused as an edit, and nobody edited it`,
      );
    if (event.type === "TaskResolved") {
      resolved.add(event.data.task);
      const open =
        state.tasks[event.data.task]?.criteria.filter(
          ({ proof, waived }) =>
            waived === null && proof?.passed !== true && proof?.captured !== true,
        ) ?? [];
      insist(
        open.length === 0,
        () =>
          `task ${event.data.task} was resolved without proof of: ${open.map(({ text }) => text).join(", ")}`,
      );
    }
    for (const [id, { attempts, allowance }] of Object.entries(state.tasks)) {
      insist(attempts <= allowance, () => `task ${id} has ${attempts} attempts of ${allowance}`);
    }
  };
};

export const makeUltraworkWatch = (note: (text: string) => void): UltraworkWatch => {
  const log: Recorded<UltraworkEvent>[] = [];
  const states: State[] = [];
  const judge = judging();
  const rulesOf = (_protocol: string, _run: string, around: Around): Rules => ({
    protocol: "ultrawork",
    states,
    add(event) {
      const landed = workDone(ultrawork, states.at(-1) ?? null, event);
      if (landed !== null) {
        states.push(landed);
        return;
      }
      if (!isUltraworkEvent(event)) throw new Broken(`${event.type} is no event of ultrawork`);
      const state = ownDone(ultrawork, states.at(-1) ?? null, event);
      log.push(event);
      states.push(state);
      judge(event, state, around);
    },
  });
  const watch = makeWatch(note, rulesOf);
  return { ...watch, log, seen: () => states.length, state: () => states.at(-1) ?? null };
};
