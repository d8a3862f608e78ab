// The judgement of an ended process: its exit and its report together.
import { withoutNulls } from "../../../core/json/record.ts";
import type { Of } from "../../../kit/schema.ts";
import { findingsIn, fits } from "../../../kit/findings.ts";
import type { ResultInput } from "../shapes.ts";
import { withLastWords } from "../../../core/reports/last-words.ts";
import { findingsText, handedIn } from "../../../core/reports/misfit.ts";
import { unreadWords } from "../../../core/reports/unread.ts";
import { faultWords } from "../../../core/reports/agent-fault.ts";
import { isCheckFile } from "../../../core/checks/check-files.ts";
import { digest } from "../../../core/hash.ts";
import type { Outcome } from "../../../core/job.ts";
import type { NodeAbout } from "../jobs/about.ts";
import { headAndTail } from "../limits.ts";
import type { PlayerCommand } from "../commands.ts";
import { keptOutput } from "../template/kept-output.ts";
import { sessionIn, withoutReport } from "./output.ts";
import { reportShape } from "./shape.ts";

type Ended = Extract<Outcome, { is: "ended" }>;
type Report = Of<typeof reportShape>;

/** The agent's report in the requested form; null if there is no valid one. */
const reportOf = (about: NodeAbout, outcome: Ended): Report | null => {
  const { report, found } = outcome;
  if (found !== "one" || !fits(reportShape, report)) return null;
  return report.node === about.node && report.attempt === about.attempt ? report : null;
};

const whyUnread = (about: NodeAbout, outcome: Ended): string => {
  const { found, report } = outcome;
  if (found === "none")
    return `${unreadWords.none}${handedIn(outcome) || ": free text is never success"}${withLastWords(outcome)}`;
  if (found !== "one") return unreadWords[found];
  const [finding] = findingsIn(reportShape, report);
  if (finding !== undefined) return findingsText([finding]);
  return `its report is not of ${about.node}, attempt ${about.attempt}`;
};

/** The output file, if the agent wrote it in this attempt. */
const writtenIn = (about: NodeAbout, { files }: Ended): string | null => {
  const file = files[about.output];
  return file !== undefined && digest(keptOutput(file)) !== about.known ? file : null;
};

const outputOf = (
  about: NodeAbout,
  outcome: Ended,
  report: Report | null,
): Pick<ResultInput, "output" | "output_digest" | "output_by"> => {
  const file = writtenIn(about, outcome);
  const said = withoutReport(outcome.message);
  return {
    output: file ?? (said === "" ? (report?.summary ?? "") : said),
    output_by: file === null ? "engine" : "agent",
    output_digest: outcome.output,
  };
};

const named = (report: Report | null, text: string): Partial<ResultInput> => {
  const session = report?.session_id ?? (report === null ? sessionIn(text) : null);
  const path = report?.output_path ?? null;
  const artifacts = report?.artifacts ?? [];
  return {
    ...withoutNulls({ session, output_path: path }),
    artifacts,
  };
};

const exitError = (outcome: Ended): string => {
  const { exit, errors = "", message } = outcome;
  const said = errors.trim() === "" ? message.trim().slice(-2_048) : errors;
  return headAndTail(
    `exit ${exit ?? "unknown"}${handedIn(outcome)}${said === "" ? "" : `\n${said}`}`,
  );
};

const judged = (about: NodeAbout, outcome: Ended): ResultInput => {
  const { exit, reason, fault } = outcome;
  const report = reportOf(about, outcome);
  const output = outputOf(about, outcome, report);
  const all = { exit, ...output, ...named(report, output.output ?? "") };
  const fails = (why: NonNullable<ResultInput["reason"]>, error: string): ResultInput => ({
    ...all,
    ok: false,
    reason: why,
    error,
    how: report === null ? "exit" : "report",
  });
  const good = (): ResultInput => ({
    ...all,
    ok: true,
    how: report === null || about.type === "cli" ? "exit" : "report",
  });
  const trouble =
    fault === null ? null : (faultWords[fault.kind] ?? "its program told of a trouble of its own");
  if (reason !== "exit") {
    const how = reason === "flooded" ? "flooded: it said more than is kept" : "killed";
    return fails(
      "killed",
      headAndTail(`${trouble === null ? how : `${trouble} (${how})`}\n${outcome.errors ?? ""}`),
    );
  }
  if (trouble !== null) return fails("errored", `${trouble}\n${outcome.errors ?? ""}`);
  if (report?.status === "failed")
    return fails("report", report.error ?? report.summary ?? "it reported that it failed");
  if (report !== null && exit !== 0)
    return fails("report", `it reported completed and ended with ${exitError(outcome)}`);
  if (exit !== 0) return fails("exit", exitError(outcome));
  if (about.type === "cli") {
    const empty =
      outcome.hosted && about.mode === "analysis" && (output.output ?? "").trim() === "";
    return empty ? fails("output_empty", "it ended with exit 0 and said nothing") : good();
  }
  if (report !== null || (outcome.found === "none" && outcome.done === "exit")) return good();
  return fails("no_report", whyUnread(about, outcome));
};

/** The task id that a CLI announced, if it differs from the assigned one. */
const announced = (
  { node, attempt, type, task }: NodeAbout,
  { hosted, errors = "" }: Ended,
): readonly PlayerCommand[] => {
  const id =
    type === "cli" && hosted ? /\[CCW_EXEC_ID=([^\]\s]{1,200})\]/u.exec(errors)?.[1] : undefined;
  return id === undefined || id === task
    ? []
    : [{ type: "BindTask", data: { node, attempt, task: id } }];
};

/** @param binds false if another node already has the announced id */
export const endedCommands = (
  about: NodeAbout,
  outcome: Ended,
  binds = true,
): readonly PlayerCommand[] => [
  ...(binds ? announced(about, outcome) : []),
  ...endOf(about, outcome),
];

/** For a large change, the first paths are enough. */
const mostBent = 50;

const endOf = (about: NodeAbout, outcome: Ended): readonly PlayerCommand[] => {
  const { node, attempt } = about;
  const { reason, exit, hosted } = outcome;
  const commit = outcome.tree.headAfter ?? null;
  const file = writtenIn(about, outcome);
  const doubt = (why: string): readonly PlayerCommand[] => [
    { type: "DoubtNode", data: { node, attempt, why, ...(file === null ? {} : { left: file }) } },
  ];
  if (reason === "lapsed" && !hosted) return doubt("whoever had it let its lease run out");
  if (reason === "lost" || reason === "lapsed")
    return doubt("its process is gone, and nobody saw how it ended");
  if (reason === "timeout")
    return [
      { type: "ExpireNode", data: { node, attempt, ...(file === null ? {} : { output: file }) } },
    ];
  if (reason === "exit" && exit === null) return doubt("it ended without an exit code");
  const result = judged(about, outcome);
  const tree = outcome.done === "exit" ? outcome.tree.before : null;
  const bent =
    outcome.done === "exit" ? [] : outcome.tree.changed.map(({ path }) => path).filter(isCheckFile);
  const seen = {
    ...withoutNulls({ commit, tree }),
    ...(bent.length === 0 ? {} : { bent: bent.slice(0, mostBent) }),
  };
  return [{ type: "FinishNode", data: { node, attempt, result, ...seen } }];
};
