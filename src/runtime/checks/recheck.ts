// Repeated run of a proof's check on request; records nothing.
import type { Engine } from "../engine.ts";
import { type Folded, readLog } from "../fold.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { placeNone } from "../../landing/commands.ts";
import { siteOf } from "../../landing/site.ts";

/** A repeated check of a criterion. */
export type Rechecked = {
  readonly unit: string;
  readonly number: number;
  readonly exit: number | null;
  readonly passed: boolean;
  /** Whether its result equals the recorded proof's. */
  readonly agrees: boolean;
  readonly why: string;
  /** The end of its output. */
  readonly text: string;
};

export const recheck = async (
  engine: Engine,
  run: string,
  folded: Folded,
  unit?: string,
): Promise<readonly Rechecked[] | Refusal> => {
  const { protocol, state } = folded;
  const site = siteOf(state);
  if (site?.dropped === true)
    return refuse(
      "PLACES_DROPPED",
      `${site.branch} and the run's places were dropped: the commits that were proved are gone`,
      { fits: `\`cairn evidence ${run}\` shows what was recorded of them` },
    );
  const dues = protocol.rechecks(state, unit);
  if (site === null) return dues.length === 0 ? [] : placeNone;
  const { checkoutsOf } = await import("./clean-checkouts.ts");
  const { checkHere } = await import("./check-here.ts");
  const checkouts = checkoutsOf(engine, run, folded);
  const recorded = protocol.evidence(state, await readLog(engine, run, folded.version), unit);
  const done: Rechecked[] = [];
  try {
    for (const due of dues) {
      const proof = await checkHere(engine, await checkouts.of(due.unit), due.check);
      const { passed, why } = due.judge(proof);
      const { exit, text } = proof;
      const before = recorded.find(
        (criterion) => criterion.unit === due.unit && criterion.number === due.number,
      );
      const held =
        before?.status === "proved" || before?.status === "captured" || before?.status === "stale";
      const of = { unit: due.unit, number: due.number };
      done.push({ ...of, exit, passed, agrees: held === passed, why, text });
    }
    return done;
  } finally {
    await checkouts.free();
  }
};
