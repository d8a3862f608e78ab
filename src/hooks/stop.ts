// Hook at an agent's stop: holds an unfinished job back once, with the list of missing parts.
import { oneLine } from "../core/words/quote.ts";
import { isRefusal } from "../core/refusal.ts";
import { readReport } from "../core/reports/report-block.ts";
import type { System } from "../runtime/system.ts";
import type { HookCall } from "./call.ts";
import type { Caller } from "./caller.ts";

const mostCriteria = 5;

const faults: Readonly<Record<"none" | "broken" | "several" | "foreign", string>> = {
  none: "it has no report",
  broken: "its report is no JSON that can be read",
  several: "it has reports that say different things",
  foreign: "its report is of another job",
};

/** Why the messages and submissions aren't a valid report of the job; null: valid, or no report expected. */
const unreported = async (
  system: System,
  { card, job, spooled, folder }: Caller,
  message: string,
): Promise<string | null> => {
  if (spooled.agent?.config.done === "exit") return null;
  const reports = await system.workspace.spool.reports(folder);
  const { found, report } = readReport(message, reports, job.key);
  if (found !== "one") return faults[found];
  const loaded = await system.load(card.run);
  const misfit = isRefusal(loaded) ? null : (loaded.protocol.misfit?.(job, report) ?? null);
  return misfit === null ? null : `its report doesn't fit: ${oneLine(misfit.text, 300)}`;
};

const openCriteria = async (system: System, { card, job }: Caller): Promise<readonly string[]> => {
  const criteria = await system.evidence(card.run, job.subject);
  const open = isRefusal(criteria)
    ? []
    : criteria.filter(({ counts, status }) => counts && status !== "proved" && status !== "waived");
  return [
    ...(open.length === 0
      ? []
      : ["Not proved yet (cairn runs these checks itself when you have reported):"]),
    ...open
      .slice(0, mostCriteria)
      .map(
        ({ number, text, check }) =>
          `- ${number}: ${oneLine(text, 120)}${check === null ? "" : ` [${oneLine(check, 120)}]`}`,
      ),
    ...(open.length > mostCriteria ? [`- and ${open.length - mostCriteria} more`] : []),
  ];
};

/** Describes what the caller's job lacks; null: nothing, or it was held back for it already. */
export const unfinished = async (
  system: System,
  caller: Caller,
  { message, goesOn }: HookCall,
): Promise<string | null> => {
  const fault = goesOn ? null : await unreported(system, caller, message);
  if (fault === null) return null;
  return [
    `cairn: the job ${caller.lease.job} of run ${caller.card.run} is not over: ${fault}.`,
    "End with one cairn-report block in the form that your brief describes, or hand the report in by `cairn job report`. If you can't go on, report just that.",
    ...(await openCriteria(system, caller)),
  ].join("\n");
};
