// View, evidence and end of a run in attempts: each unit with its tries, proof and judge.
import { doubted } from "../../core/hollow.ts";
import { howMany } from "../../core/how-many.ts";
import { isCheckedWhole } from "../../core/placed.ts";
import { firstLine, oneLine } from "../../core/quote.ts";
import { refusedLine } from "../../core/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import type { Criterion, Ended, View, ViewNode } from "../../core/view.ts";
import { rechecksOf } from "../checks.ts";
import { jobs } from "./jobs.ts";
import {
  type Attempting,
  dueUnit,
  isProved,
  isStuck,
  isUnjudged,
  life,
  phase,
  stageOf,
  type Unit,
  waitsFor,
  type Work,
  workOf,
} from "./state.ts";

const stageWords = { pass: "a worker is at it", check: "its checks run", judge: "it is judged" };
const statusNotes = { adopted: "passed before Cairn, unproved", waived: "let go without proof" };

/** `due`: the next unit. */
type Around = Pick<ViewParts, "kind"> & { due: string | null; ids: ReadonlySet<string> };

const standingOf = (
  state: Attempting,
  unit: Unit,
  due: string | null,
): Pick<ViewNode, "status" | "why"> => {
  if (state.pass?.unit === unit.id)
    return !isUnjudged(state)
      ? { status: "running", why: null }
      : state.end === null
        ? { status: "waiting", why: "no judge could judge it: waits for an answer" }
        : { status: "open", why: null };
  if (workOf(state, unit.id).status !== "open") return { status: "done", why: null };
  if (isStuck(state, unit.id))
    return { status: "failed", why: state.end === null ? "waits for an answer" : null };
  if (due === unit.id && life(state) === "live") return { status: "ready", why: null };
  if (state.end !== null) return { status: "open", why: null };
  const waits = waitsFor(state, unit);
  const isSpent = state.passes >= state.options.max_passes;
  const why =
    waits.length > 0
      ? `waits for ${waits.join(", ")}`
      : isSpent
        ? `all ${state.passes} passes are used`
        : "another goes first";
  return { status: "waiting", why: state.paused ? "paused" : why };
};

const nodeOf = (state: Attempting, unit: Unit, { kind, due, ids }: Around): ViewNode => {
  const work = workOf(state, unit.id);
  const { status, tries, returned } = work;
  const stage = state.pass?.unit === unit.id ? stageOf(state) : null;
  const last = returned === "" ? null : firstLine(returned, 120);
  const known = status === "adopted" || status === "waived" ? statusNotes[status] : last;
  const isOpen = status === "open" && tries > 0;
  return {
    id: unit.id,
    label: unit.title,
    kind,
    ...standingOf(state, unit, due),
    after: unit.after.filter((id) => ids.has(id)),
    done: isProved(work) ? unit.criteria.length : 0,
    of: unit.criteria.length,
    note:
      stage === null
        ? known
        : `pass ${state.passes}: ${isUnjudged(state) ? "no verdict" : stageWords[stage]}`,
    ...(status === "waived" ? { waived: true } : {}),
    ...(isOpen && last !== null ? { returned: tries, cause: last } : {}),
    ...(isOpen && tries === state.options.tries - 1 ? { last: true } : {}),
  };
};

const countOf = (state: Attempting, fits: (work: Work) => boolean): number =>
  state.units.filter(({ id }) => fits(workOf(state, id))).length;
/** A phrase for each nonzero count. */
const counted = (counts: readonly (readonly [number, string])[]): readonly string[] =>
  counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));

/** With the command that adds checks, while it is accepted. */
const unchecked = ({ run, end }: Attempting): string =>
  `no check is run: a judge alone decides${end === null ? `; \`cairn send ${run} SetOptions --options '{"checks":["npm test"]}'\` sets some` : ""}`;

/** Protocol-specific parts. `facts`, `warnings`: in addition to the shared ones. */
export type ViewParts = Pick<View, "title" | "name"> & {
  readonly facts?: View["facts"];
  readonly warnings?: View["warnings"];
  /** Noun for a unit: `story`. */
  readonly kind: string;
};
export const viewOf = (
  state: Attempting,
  { kind, facts = [], warnings = [], ...named }: ViewParts,
): View => {
  const { units, options, passes } = state;
  const ids = new Set(units.map(({ id }) => id));
  const around = { kind, due: dueUnit(state)?.id ?? null, ids };
  const nodes = units.map((unit) => nodeOf(state, unit, around));
  const moves = jobs(state).some((job) => job.kind !== "decision" && job.why === null);
  const now = life(state);
  return {
    ...named,
    phase: phase(state),
    status: now === "live" ? (moves ? "running" : "waiting") : now === "paused" ? now : "ended",
    facts: [options.mode, `pass ${passes} of ${options.max_passes}`, ...facts],
    nodes,
    evidence: {
      have: nodes.reduce((sum, { done }) => sum + done, 0),
      of: nodes.reduce((sum, { of }) => sum + of, 0),
    },
    claims: counted([
      [
        countOf(state, (work) => work.status === "passed" && !isProved(work)),
        "judged, no check shows it",
      ],
      [countOf(state, ({ status }) => status === "adopted"), "passed before Cairn"],
    ]),
    bypasses: units.flatMap(({ id }) => {
      const { waived } = workOf(state, id);
      return waived === "" ? [] : [`${kind} ${id} waived ${oneLine(waived)}`];
    }),
    warnings: [
      ...(options.checks.length > 0 || isCheckedWhole(state) ? [] : [unchecked(state)]),
      ...warnings,
    ],
    refused: refusedLine(state.refused),
  };
};

const claimOf = ({ status, proof }: Work, index: number): string | null => {
  if (status === "adopted") return "[found, not witnessed] passed before Cairn";
  const judgement = proof?.judgements[index];
  if (judgement === undefined) return null;
  const { met, note } = judgement;
  const words = `${met ? "met" : "not met"}${note === "" ? "" : `: ${oneLine(note)}`}`;
  return `[judged by ${oneLine(proof?.judge ?? "", 40)}] ${words}`;
};

const proofOf = ({ proof }: Work): Criterion["proof"] => {
  if (proof === null) return null;
  const result = proof.results.find(({ exit }) => exit === 0);
  return {
    exit: result?.exit ?? null,
    tree: proof.tree,
    at: proof.at,
    by: result === undefined ? proof.judge : "engine",
    digest: result?.digest ?? null,
    excerpt: result?.excerpt ?? "",
  };
};

const rowsOf = (state: Attempting, { id, criteria }: Unit): readonly Criterion[] => {
  const work = workOf(state, id);
  // Of a pass whose checks are green nothing has failed yet.
  const isGreen = state.pass?.unit === id && stageOf(state) === "judge";
  const status = {
    open: work.returned === "" || isGreen ? "bare" : "failed",
    passed: isProved(work) ? "proved" : "unproved",
    adopted: "unproved",
    waived: "waived",
  } as const;
  return criteria.map((text, index) => ({
    unit: id,
    number: index + 1,
    text,
    counts: true,
    status: status[work.status],
    check: state.options.checks.map(({ name }) => name).join(", ") || null,
    chosenBy: null,
    proof: proofOf(work),
    before: null,
    claim: claimOf(work, index),
    waived: work.waived === "" ? null : work.waived,
    ...doubted(work.proof?.results.find(({ hollow }) => hollow)),
  }));
};
/** Criteria of all units in order, or of one unit, with their proofs. */
export const evidence = (
  state: Attempting,
  _log: readonly unknown[],
  unit?: string,
): readonly Criterion[] =>
  state.units
    .filter(({ id }) => unit === undefined || id === unit)
    .flatMap((one) => rowsOf(state, one));
export const rechecks = (state: Attempting, unit = "checks") =>
  rechecksOf(unit, state.options.checks);

/** Returns null while the run is active. `output`: the document that shows it */
export const endedOf = (state: Attempting, kind: string, output: Path): Ended | null => {
  const { end, units } = state;
  if (end === null) return null;
  const parts = counted([
    [countOf(state, ({ status }) => status === "passed"), "passed"],
    [countOf(state, ({ status }) => status === "adopted"), "passed before Cairn, unproved"],
    [countOf(state, ({ status }) => status === "waived"), "waived"],
  ]);
  const words = `${howMany(units.length, kind)}: ${parts.join(", ")}`;
  return {
    good: end.is === "complete",
    summary: end.is === "complete" ? words : `${end.is}: ${firstLine(end.reason)}`,
    output,
    artifacts: [],
  };
};
