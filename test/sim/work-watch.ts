// Invariants of a run of the model of work, checked throughout its simulation.
import type { Protocol } from "../../src/core/protocol.ts";
import type { Recorded } from "../../src/core/row.ts";
import { jobBegun } from "../../src/work/events/jobs.ts";
import { unitDone, unitReopened } from "../../src/work/events/units.ts";
import { find, type Work } from "../../src/work/work.ts";
import { isShown } from "../../src/work/unit.ts";
import { ownDone, workDone } from "./placed.ts";
import { insist, makeWatch } from "./watch.ts";
import type { Around, Rules, Watch } from "./watch.ts";

export type WorkWatch = Watch & {
  readonly log: readonly Recorded[];
  /** How many events there are, those of the run's work and budget included. */
  readonly seen: () => number;
  state(): Work | null;
};
/** @param kind of the units whose tries are limited */
const judging = (kind: string): ((event: Recorded, state: Work, around: Around) => void) => {
  const begun = new Set<string>();
  const done = new Set<string>();
  return (event, state, { isEdit, isFinished }) => {
    if (jobBegun.is(event)) {
      const { unit, job, stage } = event.data;
      if (stage === "work")
        insist(!done.has(unit), () => `${unit} was begun again after it was done`);
      insist(!begun.has(job), () => `${job} began twice`);
      begun.add(job);
    }
    const { kind: how, digest, path } = Object(event.data);
    if (how === "lost") {
      const key = event.cause.split("/")[1] ?? "";
      insist(
        !isFinished(key),
        () => `${key} was told as lost, though its host had written how it ended`,
      );
    }
    if (event.type === "EditRefused")
      insist(isEdit(digest), () => `${path} was refused as an edit, and nobody edited it`);
    if (unitReopened.is(event)) done.delete(event.data.unit);
    if (event.type === "PlanReturned" || event.type === "RoundOpened") done.clear();
    if (unitDone.is(event)) {
      const unit = find(state, event.data.unit);
      done.add(event.data.unit);
      const open = (unit?.criteria ?? []).filter(
        (one) => !isShown(one) && !(unit?.begun === 0 && one.before?.passed === true),
      );
      insist(
        open.length === 0,
        () => `${unit?.id} was done without proof of: ${open.map(({ text }) => text).join(", ")}`,
      );
    }
    for (const { id, kind: of, tries, allowance } of state.units) {
      const most = allowance ?? state.options.max_attempts;
      insist(of !== kind || tries <= most, () => `${id} has ${tries} tries of ${most}`);
    }
  };
};

export type Watched = {
  readonly protocol: Protocol<Work>;
  /** Of the units whose tries are limited. */
  readonly kind: string;
  readonly laws: Awaited<ReturnType<NonNullable<Protocol<Work>["invariants"]>>> | undefined;
};

export const makeWorkWatch = (
  { protocol, kind, laws }: Watched,
  note: (text: string) => void,
): WorkWatch => {
  const log: Recorded[] = [];
  const states: Work[] = [];
  const judge = judging(kind);
  const rulesOf = (name: string, _run: string, around: Around): Rules => ({
    protocol: name,
    states,
    add(event) {
      const landed = workDone(protocol, states.at(-1) ?? null, event);
      if (landed !== null) {
        states.push(landed);
        return;
      }
      const before = states.at(-1);
      const ill = before === undefined ? null : (laws?.broken(before, event) ?? null);
      insist(ill === null, () => `${event.type} breaks a rule: ${ill}`);
      const state = ownDone(protocol, states.at(-1) ?? null, event);
      log.push(event);
      states.push(state);
      judge(event, state, around);
    },
  });
  const watch = makeWatch(note, rulesOf);
  return { ...watch, log, seen: () => states.length, state: () => states.at(-1) ?? null };
};
