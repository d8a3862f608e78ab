// Result of a pass, from all that its agent said and how its process ended.
import { fits } from "../../../kit/findings.ts";
import type { Of } from "../../../kit/schema.ts";
import { readEntry, saidIn, signalIn } from "../markdown/entry.ts";
import { plainValue, oneLine } from "../markdown/values.ts";
import { passShape } from "../report-shapes.ts";
import type { agentAnswer } from "../shapes.ts";
import type { Pass, PassResult, Unit } from "../state.ts";
import { type Meaning, meaningOf, type Signal, signalOf, signalsIn } from "./signals.ts";

export type AgentAnswer = Of<typeof agentAnswer>;
export type Words = {
  readonly result: PassResult;
  /** The rule that decided the result. */
  readonly why: string;
  /** null if not reported. */
  readonly did: string | null;
  readonly remaining: string | null;
  readonly blockers: string;
  /** Why it is blocked; "" if it isn't. */
  readonly reason: string;
  /** Commits as the agent named them. */
  readonly commit: string;
  /** How its process ended, with its last output; "" if it ended normally or unseen. */
  readonly end: string;
};

/** One source of a result: report, message or entry. `against`: what contradicts "done" in it. */
type Channel = {
  readonly says: Exclude<Meaning, "foreign"> | null;
  readonly reason: string;
  readonly against: readonly string[];
  readonly noted: readonly string[];
  readonly did: string | null;
  readonly remaining: string | null;
  readonly blockers: string;
  readonly commit: string;
};
const silent: Channel = {
  says: null,
  reason: "",
  against: [],
  noted: [],
  did: null,
  remaining: null,
  blockers: "",
  commit: "",
};

const open = (where: string, remaining: string, blockers: string): readonly string[] => [
  ...(remaining === "" ? [] : [`${where} has something remaining`]),
  ...(blockers === "" ? [] : [`${where} has a blocker`]),
];

const reported = ({ found, report }: AgentAnswer, unit: Unit): Channel => {
  if (found === "none" || found === "foreign") return silent;
  if (found === "several") return { ...silent, against: ["two reports differ"] };
  if (found === "broken" || !fits(passShape, report))
    return { ...silent, against: ["its report can't be read"] };
  if (report.unit !== unit.id)
    return { ...silent, noted: [`a report for ${oneLine(report.unit, 40)}`] };
  const [remaining, blockers] = [plainValue(report.remaining), plainValue(report.blockers ?? "")];
  const reason = plainValue(report.reason ?? "");
  const says = report.status === "continue" ? "undone" : report.status;
  const against = [
    ...open("its report", remaining, blockers),
    ...(says === "undone" ? ["its report says continue"] : []),
  ];
  return {
    says,
    reason: reason === "" ? blockers : reason,
    against,
    noted: [],
    did: report.did,
    remaining,
    blockers,
    commit: plainValue(report.commit ?? ""),
  };
};

/** The last signal counts; a BLOCKED before it contradicts a done. */
const signalled = (signals: readonly Signal[], unit: Unit, pass: Pass): Channel => {
  const read = signals.map((signal) => ({
    signal,
    meaning: meaningOf(signal, unit.id, pass.kind),
  }));
  const noted = read.flatMap(({ signal, meaning }) => (meaning === "foreign" ? [signal.name] : []));
  const own = read.flatMap(({ signal, meaning }) =>
    meaning === "foreign" ? [] : [{ signal, says: meaning }],
  );
  const last = own.at(-1);
  if (last === undefined) return { ...silent, noted };
  const earlier = own
    .slice(0, -1)
    .some(
      ({ signal }) =>
        signal.name !== "TESTS_FAIL" && meaningOf(signal, unit.id, pass.kind) !== "done",
    );
  const against = [
    ...(last.says === "undone" ? [`it says ${last.signal.name}`] : []),
    ...(earlier ? ["it said BLOCKED before"] : []),
  ];
  return { ...silent, says: last.says, reason: last.signal.reason, against, noted };
};

const written = (entries: readonly string[], unit: Unit, pass: Pass): Channel => {
  const entry =
    entries.map(readEntry).findLast((one) => one !== null && one.subject === unit.id) ?? null;
  if (entry === null) return silent;
  const several = entry.labels.filter(([name]) => name === "Signal").length > 1;
  const signal = several ? null : signalOf(signalIn(entry) ?? "");
  const { says, reason, against, noted } = signalled(signal === null ? [] : [signal], unit, pass);
  const [remaining, blockers] = [saidIn(entry, "Remaining"), saidIn(entry, "Blockers") ?? ""];
  return {
    says,
    reason,
    against: [...against, ...open("its entry", remaining ?? "", blockers)],
    noted,
    did: saidIn(entry, "Did"),
    remaining,
    blockers,
    commit: saidIn(entry, "Commit") ?? "",
  };
};

const endings: Readonly<Record<AgentAnswer["reason"], string>> = {
  exit: "exit",
  timeout: "its time ran out",
  killed: "it was stopped",
  flooded: "its output was too long",
  lapsed: "its lease lapsed",
  lost: "lost",
};
/** A process hosted here must have ended normally; for others the end is unknown. */
const badEnd = ({ hosted, reason, exit, fault }: AgentAnswer): readonly string[] => {
  if (reason !== "exit") return [endings[reason]];
  if (!hosted) return [];
  return [
    ...(exit === 0 ? [] : [exit === null ? "its exit code is unknown" : `exit ${exit}`]),
    ...(fault === null ? [] : [`fault: ${oneLine(fault, 80)}`]),
  ];
};

/** Explains missing information: how the process ended, and its last output. */
const endOf = (heard: AgentAnswer): string => {
  const bad = heard.reason === "lost" ? ["nobody saw how it ended"] : badEnd(heard);
  const last = heard.errors ?? heard.message.trim().split("\n").at(-1) ?? "";
  return bad.length === 0 ? "" : `${bad.join(", ")}${last === "" ? "" : `: ${oneLine(last, 160)}`}`;
};

/** Combines report, message and entries. `heard`: null for a pass by hand, which only the files describe. */
export const wordsOf = (
  unit: Unit,
  pass: Pass,
  heard: AgentAnswer | null,
  entries: readonly string[],
): Words => {
  const report = heard === null ? silent : reported(heard, unit);
  const message = heard === null ? silent : signalled(signalsIn(heard.message), unit, pass);
  const entry = written(entries, unit, pass);
  const channels = [report, message, entry];
  const first = (of: (channel: Channel) => string | null): string =>
    channels.map(of).find((text) => text !== null && text !== "") ?? "";
  const noted = channels.flatMap((channel) => channel.noted);
  const tail =
    noted.length === 0 ? "" : `; ignored: ${oneLine([...new Set(noted)].join(", "), 120)}`;
  const said = {
    did: channels.map(({ did }) => did).find((did) => did !== null && did !== "") ?? null,
    remaining: [report.remaining, entry.remaining].every((text) => text === null)
      ? null
      : first(({ remaining }) => remaining),
    blockers: first(({ blockers }) => blockers),
    commit: first(({ commit }) => commit),
    end: heard === null ? "" : endOf(heard),
  };
  const blocked = channels.filter(({ says }) => says === "blocked");
  if (blocked.length > 0 || pass.claimed !== null) {
    const reason =
      blocked.map((one) => one.reason).find((one) => one !== "") ?? pass.claimed ?? said.blockers;
    const where =
      blocked[0] === report
        ? "its report"
        : blocked[0] === message
          ? "its message"
          : blocked[0] === entry
            ? "its entry"
            : "state.json";
    return {
      ...said,
      result: "blocked",
      reason: reason === "" ? "no reason given" : reason,
      why: `${where} says blocked${tail}`,
    };
  }
  const against = [
    ...channels.flatMap((channel) => channel.against),
    ...(heard === null ? [] : badEnd(heard)),
  ];
  const done = channels.filter(({ says }) => says === "done");
  const alone = done.length === 1 && done[0] === entry;
  const undone =
    done.length === 0
      ? [
          heard !== null && heard.reason !== "exit"
            ? endings[heard.reason]
            : (against[0] ?? "nobody says done"),
        ]
      : alone && pass.beside.length > 0
        ? ["the entry alone says done, while other passes were under way"]
        : alone && pass.kind === "confirmation"
          ? ["the entry alone says done, and no file edit confirms"]
          : against;
  const result = undone.length === 0 ? "done" : "continue";
  const why =
    result === "done"
      ? `${done.map((one) => (one === report ? "report" : one === message ? "message" : "entry")).join(", ")}: done`
      : undone.join("; ");
  return { ...said, result, reason: "", why: `${why}${tail}` };
};
