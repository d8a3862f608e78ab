// A dialect as the runtime drives it: the port of protocols, made of the model and what the dialect declares.
import type { Stamp } from "../core/command.ts";
import { ahead, unnumbered } from "../core/rules/ahead.ts";
import { report } from "../kit/json-schema.ts";
import { metWords } from "../core/words/evidence.ts";
import type { Job } from "../core/job.ts";
import type { Event, Protocol } from "../core/protocol.ts";
import { stillRefused } from "../kit/edits/refused-edit.ts";
import type { Path, Recorded } from "../core/row.ts";
import type { Ended } from "../core/view.ts";
import { isRecord } from "../core/json/record.ts";
import { declarationsIn } from "../kit/maker.ts";
import { protocol } from "../kit/protocol.ts";
import { decisionsOf, foldOf } from "../kit/rules.ts";
import { answer, approvePlan, ask, confirm, revisePlan } from "./commands/answers.ts";
import { claimEvidence, setCheck } from "./commands/claims.ts";
import { beginJob, reportDone, reportFailure } from "./commands/jobs.ts";
import { reopenUnit, retry, skip, waive } from "./commands/people.ts";
import { proposePlan, setUnits } from "./commands/plan.ts";
import { recordChecks } from "./commands/proofs.ts";
import { cancel, fail, reopen, seeDocument, setGoal, setOptions } from "./commands/run.ts";
import { recordVerdict } from "./commands/verdict.ts";
import { adopt, optionNamesOf, start } from "./commands/start.ts";
import { waysOf } from "./counts.ts";
import { isLast, worked } from "./course.ts";
import { askOf, briefOf, decisionsIn, rewriteOf, says } from "./briefing.ts";
import { type Dialect, isPlanning } from "./dialect.ts";
import * as claimEvents from "./events/claims.ts";
import * as jobEvents from "./events/jobs.ts";
import * as planEvents from "./events/plan.ts";
import * as proofEvents from "./events/proofs.ts";
import * as runEvents from "./events/run.ts";
import * as unitEvents from "./events/units.ts";
import { evidenceRows, rechecks } from "./evidence.ts";
import { followed } from "./follow.ts";
import { agentAndCheckJobs, rolesOf } from "./jobs.ts";
import { misfitBy, reportBy } from "./report.ts";
import { isSettled } from "./unit.ts";
import { change, find, isAuto, life, type Work } from "./work.ts";
import { viewOf } from "./view.ts";

const workEvents = [
  ...declarationsIn(runEvents, planEvents, jobEvents, claimEvents, proofEvents, unitEvents),
  ...Object.values(runEvents.lifecycle.events),
];
/** The commands of every protocol. */
const declared = [
  start,
  adopt,
  beginJob,
  reportDone,
  reportFailure,
  claimEvidence,
  setCheck,
  recordChecks,
  confirm,
  recordVerdict,
  ask,
  answer,
  retry,
  waive,
  skip,
  reopenUnit,
  setOptions,
  seeDocument,
  fail,
  reopen,
  cancel,
] as const;
/** Those of a plan that a person approves. */
const planning = [setUnits, proposePlan, approvePlan, revisePlan, setGoal] as const;
const commandsOf = (dialect: Dialect) => [
  ...declared.map((of) => of(dialect)),
  ...(isPlanning(dialect) ? planning.map((of) => of(dialect)) : []),
  ...Object.values(runEvents.lifecycle.commands),
  ...dialect.commands,
];

type Evolve = (state: Work | null, event: Recorded) => Work;
/** Far more than a run of 400 units needs: a fault of ours ends as an error, not as a hanging process. */
const most = 10_000;
const following = (dialect: Dialect, evolve: Evolve) => {
  const fold = ahead<Work, Event>(evolve);
  return (before: Work, stamp: Stamp): readonly Event[] => {
    const all: Event[] = [];
    for (let state = before, round = 0; round < most; round += 1) {
      const more = followed(dialect, state);
      if (more.length === 0) return all;
      all.push(...more);
      state = fold(state, more, stamp);
    }
    throw new Error("what follows from a command never ends");
  };
};

/** Whoever works by the files alone is at work as long as edits come. */
const edited = (state: Work, { by, data, at }: Recorded): Work => {
  const id = by.kind === "file" && isRecord(data) ? data["unit"] : undefined;
  return typeof id === "string" && find(state, id)?.leased === false
    ? change(state, id, (unit) => (unit.status === "live" ? { ...unit, editedAt: at } : unit))
    : state;
};

const rulesOf = (dialect: Dialect, events: Parameters<typeof foldOf<Work>>[0]) => {
  const fold = foldOf<Work>(events);
  const evolve: Evolve = (before, event) => {
    const next = edited(fold(before, event), event);
    return { ...next, updatedAt: event.at, refused: stillRefused(next.refused, event) };
  };
  const follow = following(dialect, evolve);
  const commands = commandsOf(dialect);
  const decide = decisionsOf<Work, Event>(commands, {
    over: "`cairn send RUN Reopen --reason WHY` takes up one that failed or was cancelled",
    name: ({ run }) => run,
    life,
    follows: { evolve, follow },
  });
  return { evolve, decide, follow, commands };
};

const summaryOf = (state: Work): string => {
  if (state.end?.is === "failed") return `${state.goal}: failed: ${state.end.reason}`;
  const met = `${state.goal}: ${metWords(waysOf(state.units))}`;
  return state.end?.is === "cancelled" ? `${met}, cancelled` : met;
};
const endedOf = (dialect: Dialect, state: Work): Ended | null =>
  state.end === null
    ? null
    : {
        good: state.end.is === "complete",
        summary: summaryOf(state),
        output: dialect.output(state),
        artifacts: state.changed,
      };

/** A person dropped the work of a unit: it counts as waived, and is never done again. */
const droppedOf =
  (dialect: Dialect, { evolve, follow }: Pick<ReturnType<typeof rulesOf>, "evolve" | "follow">) =>
  (state: Work, id: string, reason: string, stamp: Stamp): readonly Event[] => {
    const unit = find(state, id);
    const isOver =
      (state.end !== null && state.end.is !== "complete") ||
      unit === undefined ||
      unit.waived !== null;
    if (isOver || unit.status === "live" || !worked(dialect, state).includes(unit)) return [];
    const bypass = { unit: id, what: "waived", by: stamp.by.name, reason, dropped: true } as const;
    const waived = unitEvents.bypassed({ ...bypass, criterion: null, criteria: "" });
    const failed = { reason: `the work of its last unit was dropped: ${reason}` };
    const decided = [waived, ...(isLast(dialect, state) ? [runEvents.runFailed(failed)] : [])];
    const next = decided.map((event) => unnumbered(event, stamp)).reduce<Work>(evolve, state);
    return [...decided, ...follow(next, stamp)];
  };

const documentsIn = (dialect: Dialect, state: Work): readonly Path[] =>
  (dialect.documents?.(state) ?? []).map((path) => `${dialect.place(state)}/${path}`);
/** Documents that agents and people write freely, by their digests. A run that is over hears of none. */
const documentsOf = (
  dialect: Dialect,
): Required<Pick<Protocol<Work>, "notice" | "noticed" | "documents">> => ({
  notice: (state) => (state.end === null ? { files: documentsIn(dialect, state) } : {}),
  noticed: (state, { files }) =>
    state.end !== null
      ? []
      : (dialect.documents?.(state) ?? []).flatMap((path) => {
          const digest = files[`${dialect.place(state)}/${path}`]?.digest;
          return digest === undefined || state.documents[path] === digest
            ? []
            : [{ type: "SeeDocument", data: { path, digest } }];
        }),
  documents: (state) =>
    Object.fromEntries(
      Object.entries(state.documents).map(([path, digest]) => [
        `${dialect.place(state)}/${path}`,
        { digest },
      ]),
    ),
});

const reportsOf = ({ kinds }: Dialect) =>
  Object.values(kinds)
    .flatMap(({ report: own, judge }) => [own ?? [], judge?.report ?? []].flat())
    .map(({ name, means, shape }) => report(name, means, shape));

/** The protocol of a dialect. */
export const dialectProtocol = (dialect: Dialect): Protocol<Work> => {
  const events = [...workEvents, ...dialect.events];
  const kinds = Object.values(dialect.kinds);
  const rules = rulesOf(dialect, events);
  const { evolve, decide, commands } = rules;
  const decisions = decisionsIn(dialect);
  const jobs = (state: Work): readonly Job[] =>
    state.end !== null || state.archived
      ? []
      : [...decisions.jobs(state), ...agentAndCheckJobs(dialect, state)];
  return protocol<Work>({
    name: dialect.name,
    events,
    commands,
    schemas: [...dialect.schemas, ...reportsOf(dialect)],
    decide,
    evolve,
    place: dialect.place,
    ignores: dialect.ignores,
    life,
    phase: dialect.phase,
    ended: (state) => endedOf(dialect, state),
    view: (state) => viewOf(dialect, state, jobs(state)),
    evidence: (state, _log, unit) => evidenceRows(dialect, state, unit),
    rechecks: (state, unit) => rechecks(dialect, state, unit),
    roles: (state) => rolesOf(dialect, state),
    jobs,
    optionNames: [...dialect.start.optionNames, ...optionNamesOf(dialect)],
    isAuto,
    fails: (reason) => [runEvents.runFailed({ reason })],
    lands: (state, id) => {
      const unit = find(state, id);
      return unit !== undefined && unit.status !== "skipped" && isSettled(unit);
    },
    based: (tree, { base, units }) =>
      units.some(({ begun }) => begun > 0) ? {} : { base: { ...base, tree } },
    dropped: droppedOf(dialect, rules),
    ask: (state, job) => askOf(dialect, state, job),
    brief: (state, job, facts) => briefOf(dialect, decisions, state, job, facts),
    report: reportBy(dialect, (about, answer) => decisions.commands(about, answer)),
    misfit: misfitBy(dialect),
    rewrites: (state, job) => Promise.resolve(rewriteOf(dialect, state, job)),
    says,
    write: (state, log) => dialect.write(state, log),
    dropIns: dialect.dropIns ?? [],
    read: (found) => dialect.read(found),
    check: (files) => dialect.check(files),
    admit: (state, edits, facts, log) => dialect.admit(rules, state, edits, facts, log),
    ...documentsOf(dialect),
    // Nothing judged the whole on the last tree.
    ...(kinds.some(({ whole }) => whole === true)
      ? {}
      : { finals: (state: Work) => ({ jobs: [], checks: rechecks(dialect, state) }) }),
    ...(optionNamesOf(dialect).includes("checks") ? { checksOption: "checks" } : {}),
    ...dialect.also,
  });
};
