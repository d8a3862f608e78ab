// Joint reading of a job's exit and its report: exit codes and claims alone prove nothing.
import { findingsIn, fits } from "../../../kit/findings.ts";
import { withLastWords } from "../../../core/reports/last-words.ts";
import { findingsText, handedIn } from "../../../core/reports/misfit.ts";
import { endingWords, unreadWords } from "../../../core/reports/unread.ts";
import { faultWords } from "../../../core/reports/agent-fault.ts";
import type { Outcome } from "../../../core/job.ts";
import type { Path } from "../../../core/row.ts";
import type { Moment } from "../../../core/span.ts";
import { exitCharacters, exitLines, reportLimit } from "../limits.ts";
import { workShape } from "../report-shapes.ts";

export type Ended = Extract<Outcome, { is: "ended" }>;

export type AgentStatement = {
  readonly outcome: "done" | "failed" | "blocked";
  readonly summary: string;
  readonly files: readonly Path[];
  readonly question: string | null;
};

/** `reported`: it has a valid report (done, failed or blocked). The others say how it ended without one. */
export type AgentAnswer =
  | ({ readonly is: "reported" } & AgentStatement)
  | { readonly is: "unreported" | "exited" | "timedOut" | "lost"; readonly why: string };

const lastLines = (text: string): string =>
  text.trimEnd().slice(-exitCharacters).split("\n").slice(-exitLines).join("\n");

/** The process's readable output, errors first; lists show only the first line. */
const left = (outcome: Ended): string => {
  const { errors = "", message } = outcome;
  // A reviewer's words are not passed on to the next reviewer.
  const words = withLastWords({ ...outcome, message: "" });
  const said = lastLines(
    [errors, message].map((text) => text.trim()).find((text) => text !== "") ?? "",
  );
  return `${handedIn(outcome)}${words}${said === "" || words.endsWith(`: ${said}`) ? "" : `\n${said}`}`;
};

/** Its report, if valid. */
const said = ({ found, report }: Ended): AgentStatement | null => {
  if (found !== "one" || !fits(workShape, report)) return null;
  const { outcome, summary, files, question } = report;
  return {
    outcome,
    summary: summary.slice(0, reportLimit),
    files: files ?? [],
    question:
      question === undefined || question === null || question.trim() === ""
        ? null
        : question.trim(),
  };
};

/** How the process ended regardless of its report; null if normally. */
const ending = (outcome: Ended): Exclude<AgentAnswer, { is: "reported" }> | null => {
  const { reason, exit, hosted, fault, found } = outcome;
  if (reason === "lost" || reason === "lapsed") return { is: "lost", why: endingWords[reason] };
  if (reason === "timeout")
    return { is: "timedOut", why: `${endingWords[reason]}${left(outcome)}` };
  const trouble = fault === null || found === "one" ? null : faultWords[fault.kind];
  if (trouble !== null) return { is: "lost", why: `${trouble}${left(outcome)}` };
  if (reason !== "exit") return { is: "exited", why: `${endingWords[reason]}${left(outcome)}` };
  return hosted && exit !== 0
    ? { is: "exited", why: `exit ${exit ?? "unknown"}${left(outcome)}` }
    : null;
};

/** "Done" counts only if the process ended normally; "failed" and "blocked" always count. */
export const agentAnswer = (outcome: Ended): AgentAnswer => {
  const word = said(outcome);
  const badly = ending(outcome);
  if (word !== null && (badly === null || word.outcome !== "done"))
    return { is: "reported", ...word };
  if (badly !== null) return badly;
  if (outcome.found !== "one")
    return { is: "unreported", why: `${unreadWords[outcome.found]}${left(outcome)}` };
  return { is: "unreported", why: findingsText(findingsIn(workShape, outcome.report)) };
};

/** The tree when the process ended; empty if not measured: then it is measured now. */
export const afterOf = ({ tree }: Pick<Outcome, "tree">): { readonly after?: Moment } =>
  tree.after === null ? {} : { after: { tree: tree.after, head: tree.headAfter ?? null } };
/** The tree when it started; empty if not measured. */
export const beforeOf = ({ tree }: Pick<Outcome, "tree">): { readonly before?: Moment } =>
  tree.before === null ? {} : { before: { tree: tree.before, head: tree.headBefore ?? null } };

/** Paths that changed meanwhile as the engine saw them; empty if not measured. */
export const changedIn = ({
  tree,
}: Pick<Outcome, "tree">): { readonly changed?: readonly Path[] } =>
  tree.after === null ? {} : { changed: tree.changed.map(({ path }) => path) };
