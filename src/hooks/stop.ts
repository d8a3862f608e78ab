// Hook at an agent's stop: holds an unfinished job back once, with the list of missing parts.
import { oneLine } from "../core/words/quote.ts";
import { isRefusal } from "../core/refusal.ts";
import { readReport } from "../core/reports/report-block.ts";
import type { System } from "../runtime/system.ts";
import type { Caller } from "./caller.ts";
import type { HookCall } from "./hook-call.ts";

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
  { card, standing: { job }, lease }: Caller,
  message: string,
): Promise<string | null> => {
  const folder = system.workspace.spool.folderOf(card.run, lease.fence);
  const entry = await system.workspace.spool.read(folder);
  if (entry?.job.agent?.config.done === "exit") return null;
  const { found, report } = readReport(
    message,
    entry === null ? [] : await system.workspace.spool.reports(folder),
    job.key,
  );
  if (found !== "one") return faults[found];
  const loaded = await system.load(card.run);
  const misfit = isRefusal(loaded) ? null : (loaded.protocol.misfit?.(job, report) ?? null);
  return misfit === null ? null : `its report doesn't fit: ${oneLine(misfit.text, 300)}`;
};

const openCriteria = async (
  system: System,
  { card, standing: { job } }: Caller,
): Promise<readonly string[]> => {
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

const lines = ({ card, lease }: Caller, fault: string): readonly string[] => [
  `cairn: the job ${lease.job} of run ${card.run} is not over: ${fault}.`,
  "End with one cairn-report block in the form that your brief describes, or hand the report in by `cairn job report`. If you can't go on, report just that.",
];

/** Describes the caller's unfinished job; null: none, or it was held back already. Never unless the program tells that, too: else it might never stop. */
export const unfinished = async (
  system: System,
  caller: Caller,
  { again, message }: HookCall,
): Promise<string | null> => {
  if (again !== false) return null;
  const fault = await unreported(system, caller, message);
  if (fault === null) return null;
  return [...lines(caller, fault), ...(await openCriteria(system, caller))].join("\n");
};
