// Why: whoever follows a run reads one line an event: what matters of it, in words.
import { howMany } from "../../core/how-many.ts";
import { because, oneLine } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { IterativeEvent, IterativeEvents } from "./messages.ts";

type Tellers = {
  readonly [K in keyof IterativeEvents]: (data: IterativeEvents[K]["data"]) => string;
};

const some = (all: readonly string[]): string =>
  all.length === 0 ? "" : `: ${oneLine(all.slice(0, 5).join(", "))}${all.length > 5 ? " …" : ""}`;
type Gate = IterativeEvents["GateRun"]["data"];
/** What passes on an empty tree is configured, and yet as good as none. */
const came = (outcome: Gate["outcome"], checks: Gate["checks"]): string => {
  const hollow = checks.filter((check) => check.hollow === true).map(({ name }) => name);
  return outcome !== "none configured" || hollow.length === 0
    ? `, ${outcome}`
    : ` shows nothing: ${oneLine(hollow.join(", "))} ${hollow.length === 1 ? "passes" : "pass"} on an empty tree`;
};
const at = (unit: string | null): string => unit ?? "run";

const tellers: Tellers = {
  RunStarted: ({ slug, mode, domain }) => `${slug}, ${mode}, ${domain}`,
  RunAdopted: ({ found, quarantined }) =>
    `${found.slug}, in ${found.phase}${quarantined.length === 0 ? "" : `, ${quarantined.length} not taken`}`,
  QuestionsAsked: ({ questions }) => howMany(questions.length, "question"),
  QuestionAnswered: ({ question, answers, skipped }) =>
    `${question}${skipped ? ", left open" : because(answers.join("; "))}`,
  BriefWritten: ({ title, outcome }) => `${oneLine(title, 80)}${because(outcome)}`,
  ContextSet: ({ goal }) => oneLine(goal),
  PlanProposed: ({ rev, units, warnings }) =>
    `revision ${rev}, ${howMany(units.length, "unit")}${some(warnings)}`,
  PlanRejected: ({ rev, note }) => `revision ${rev}${because(note)}`,
  PlanApproved: ({ rev, branch }) => `revision ${rev}${branch === null ? "" : `, on ${branch}`}`,
  PhaseEntered: ({ phase }) => phase,
  PhaseSkipped: ({ from, to, reason }) => `${from} to ${to}${because(reason)}`,
  UnitAdded: ({ unit, gap }) =>
    `${unit.id}, ${oneLine(unit.title, 80)}${because(gap?.problem ?? null)}`,
  UnitEdited: ({ unit, changes }) => `${unit}, ${Object.keys(changes).join(", ")}`,
  UnitDropped: ({ unit, reason }) => `${unit}${because(reason)}`,
  NotesSet: () => "",
  LimitSet: ({ unit, from, to }) => `${unit}, ${from} to ${to}`,
  PassBegun: ({ unit, n, kind, holder }) => `${unit}#${n}, ${kind}, ${oneLine(holder, 80)}`,
  EntryKept: ({ unit, n }) => `${unit}#${n}`,
  PassEnded: ({ unit, n, kind, result, why, said }) =>
    `${unit}#${n}, ${kind}, ${result} (${oneLine(why, 80)})${because(said.did)}`,
  PassVoided: ({ unit, n, kind, why }) => `${unit}#${n}, ${kind}${because(why)}`,
  WorkConfirmed: ({ unit, holder }) => `${unit}, by ${oneLine(holder, 80)}`,
  WorkFound: ({ unit, by, paths }) => `${unit}, by ${oneLine(by, 80)}${some(paths)}`,
  ProofStaled: ({ unit }) => unit,
  GateRun: ({ unit, n, checks, outcome }) =>
    `${unit ?? "final"}, gate ${n}${came(outcome, checks)}${some(checks.filter(({ passed }) => !passed).map(({ name }) => name))}`,
  VerdictGiven: ({ unit, verdict, gaps, why, changed }) =>
    `${unit}, ${verdict}${gaps.length === 0 ? "" : `, ${howMany(gaps.length, "gap")}`}${changed.length === 0 ? "" : ", and changed something"}${because(gaps[0]?.problem ?? why)}`,
  UnitSettled: ({ unit }) => unit,
  UnitAccepted: ({ unit, gaps, reason }) =>
    `${unit}, ${howMany(gaps.length, "known gap")}${because(reason)}`,
  UnitStuck: ({ unit, kind, reason }) => `${unit}, ${kind}${because(reason)}`,
  UnitAnswered: ({ unit, option, text }) => `${unit}, ${option}${because(text)}`,
  UnitReopened: ({ unit, gap, reason, commits = [] }) =>
    `${unit}${because(gap?.problem ?? reason)}${commits.length === 0 ? "" : `; its commits, newest first: ${oneLine(commits.join(", "), 2_000)}`}`,
  UnitDemoted: ({ unit, from, to, why }) => `${unit}, ${from} to ${to}${because(why)}`,
  ClaimRecorded: ({ unit, claim, where }) =>
    `${at(unit)}, ${oneLine(claim)} in ${oneLine(where, 80)}`,
  CommitRecorded: ({ unit, hash, subject }) =>
    `${at(unit)}, ${hash.slice(0, 7)} ${oneLine(subject, 120)}`,
  NoteAdded: ({ unit, text }) => `${at(unit)}${because(text)}`,
  GuardrailAdded: ({ name, solution }) => `${oneLine(name, 80)}${because(solution)}`,
  GuardrailEdited: ({ name }) => oneLine(name),
  GuardrailRemoved: ({ name }) => oneLine(name),
  DiscrepancyLogged: ({ file, said, found }) =>
    `${file === "" ? "" : `${oneLine(file, 80)}: `}${said === "" ? "" : `said ${oneLine(said, 80)}, found `}${oneLine(found)}`,
  ReviewGiven: ({ round, verdict, issues, changed }) =>
    `review ${round}, ${verdict}, ${howMany(issues.length, "issue")}${changed.length === 0 ? "" : ", and changed something"}`,
  ReviewVoided: ({ why }) => oneLine(why),
  IssuesRaised: ({ issues, waits }) =>
    `${howMany(issues.length, "issue")}${waits ? ", a person decides" : ""}${because(issues[0]?.problem ?? null)}`,
  ReviewAnswered: ({ option, reason }) => `${option}${because(reason)}`,
  DeliveryApproved: ({ auto, reason }) =>
    `${auto ? "all is proved" : "by a person"}${because(reason)}`,
  DeliveryRejected: ({ issues, reason }) => `${howMany(issues.length, "issue")}${because(reason)}`,
  ArchiveAsked: () => "",
  RunArchived: ({ path }) => path,
  RunUnarchived: () => "",
  FilesDropped: () => "",
  RunPaused: () => "",
  RunResumed: () => "",
  RunCancelled: ({ reason }) => oneLine(reason),
  SettingsChanged: ({ changed = [] }) => oneLine(changed.join(", ")),
  RunMoved: ({ branch, reason }) => `${branch ?? "no branch"}${because(reason)}`,
  AttemptFailed: ({ job, n, why }) => `${job}#${n}${because(oneLine(why))}`,
  ExtrasKept: ({ file, entries }) => `${file}: ${entries.map(([key]) => key).join(", ")}`,
  EditRefused: ({ path, code }) => `${path}, ${code}`,
};

const tell = <K extends keyof IterativeEvents>(type: K, data: IterativeEvents[K]["data"]): string =>
  tellers[type](data);

/** One line about an event, without its name; empty where the name says it all. */
export const eventLine = (event: Recorded<IterativeEvent>): string => tell(event.type, event.data);
