// Whether programs check a run's work, and whether everything checkable is proved: at its start, its end and each view.
import { howMany } from "../../core/words/how-many.ts";
import { isCheckedWhole } from "../../core/rules/site-key.ts";
import type { Recorded } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { bentBy } from "../../landing/bent.ts";
import { isWorkEvent } from "../../landing/events.ts";
import { siteOf } from "../../landing/site.ts";
import { agentFor, configOfRun } from "../config.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";

type Log = readonly Recorded[];
type Run = Pick<Folded, "protocol" | "state">;
type At = Pick<Criterion, "unit" | "number">;

/**
 * `unproved`: what is missing, in words; null: nothing. `good` false: some of it was checkable, or a
 * check is still red as on the base, so the run is no success. `bent`: files that affect its checks and that its own work changed.
 */
type Proofs = {
  readonly good: boolean;
  readonly unproved: string | null;
  readonly bent: readonly string[];
};

const keyOf = ({ unit, number }: At): string => JSON.stringify([unit, number]);

/** The engine itself observed the result. */
const isSeen = ({ check, proof }: Criterion): boolean => check !== null && proof?.by === "engine";

/** A program or a child run will determine the result of a part. */
const hasPrograms = (engine: Pick<Engine, "config">, { protocol, state }: Run): boolean => {
  const config = configOfRun(engine.config, state);
  return (protocol.roles?.(state) ?? []).some(({ name, protocol: child }) => {
    const agent = agentFor(config, protocol.name, name);
    return child !== undefined || (agent !== null && config.agents[agent]?.done === "exit");
  });
};

const isChecked = (
  engine: Pick<Engine, "config">,
  folded: Run,
  rows: readonly Criterion[],
): boolean =>
  isCheckedWhole(folded.state) ||
  folded.protocol.rechecks(folded.state).length > 0 ||
  rows.some(
    (row) => isSeen(row) || folded.protocol.endsByProgram?.(folded.state, row.unit) === true,
  ) ||
  hasPrograms(engine, folded);

/** A notice before the first agent starts; null: it has checks, or isn't planned yet. */
export const uncheckedWords = (engine: Pick<Engine, "config">, folded: Run): string | null => {
  // What programs proved before, they prove again: none of it is in the log alone.
  const rows = folded.protocol.evidence(folded.state, []);
  if (rows.length === 0 || isChecked(engine, folded, rows)) return null;
  return engine.config.ready.checks.length > 0
    ? "this run has no checks: it keeps those that it first ran with, and `checks` of cairn.config.json came later; a new run has them"
    : "this run has no checks: only what agents name as checks is run. Name programs that must pass as `checks` in cairn.config.json: runs that begin then have them";
};

/** Whether a program can prove it: its own check, the one that ends its unit, or an uncounted one for the whole unit. */
const checkable = (
  { protocol, state }: Run,
  rows: readonly Criterion[],
): ((row: Criterion) => boolean) => {
  const counted = new Set(rows.filter(({ counts }) => counts).map(keyOf));
  return (row) =>
    isSeen(row) ||
    protocol.endsByProgram?.(state, row.unit) === true ||
    protocol
      .rechecks(state, row.unit)
      .some((due) => keyOf(due) === keyOf(row) || !counted.has(keyOf(due)));
};

/** The repository's checks passed on the unit's landing after it ended. */
const checkedAsLanded = (log: Log, { unit, proof }: Criterion): boolean => {
  const own = log.filter(isWorkEvent);
  const landed = own.findLastIndex(
    (event) =>
      event.type === "WorkLanded" && event.data.unit === unit && event.at >= (proof?.at ?? ""),
  );
  const tried = own
    .slice(0, landed + 1)
    .findLast((event) => event.type === "LandingTried" && event.data.unit === unit);
  return tried?.type === "LandingTried" && tried.data.passed && tried.data.green.length > 0;
};

const uncheckedOf = ({ protocol }: Run, some: number, of: number): string => {
  const [is, them] = some === 1 ? ["was", "it"] : ["were", "them"];
  return protocol.endsByProgram === undefined
    ? `${some} of ${howMany(of, "criterion", "criteria")} ${is} not proved, nothing checked ${them}`
    : `${some} of ${howMany(of, "step")} ${is} reported, nothing checked ${them}`;
};

/** For a run successful by its protocol's rules. */
export const proofsOf = (engine: Pick<Engine, "config">, folded: Run, log: Log): Proofs => {
  const rows = folded.protocol.evidence(folded.state, log);
  const counted = rows.filter(({ counts }) => counts);
  const open = counted.filter(({ status }) => !["proved", "captured", "waived"].includes(status));
  const isCheckable = checkable(folded, rows);
  const lacks = open.filter(isCheckable);
  const unchecked = open.filter(
    (row) => row.status === "unproved" && !isCheckable(row) && !checkedAsLanded(log, row),
  ).length;
  const red = siteOf(folded.state)?.expected ?? [];
  const words = [
    ...(red.length === 0 ? [] : [`${red.join(", ")} failed before the run and ever since`]),
    ...(lacks.length === 0
      ? []
      : [
          `not proved, though it can be checked: ${lacks.map(({ unit, number }) => `${unit} criterion ${number}`).join(", ")}`,
        ]),
    ...(unchecked === 0 ? [] : [uncheckedOf(folded, unchecked, counted.length)]),
    ...(unchecked > 0 || isChecked(engine, folded, rows)
      ? []
      : ["no check was run: the work rests on what agents said"]),
  ];
  return {
    good: lacks.length === 0 && red.length === 0,
    unproved: words.length === 0 ? null : words.join("; "),
    bent: bentBy(log),
  };
};
