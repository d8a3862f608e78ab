// Reports that a running job submitted, and the reason why its last one was refused.
import { join } from "node:path";
import { refusedIn } from "../../core/reports/misfit.ts";
import { Fault } from "../../core/refusal.ts";
import { makeFile, replaceFile } from "../disk/atomic.ts";
import { namesIn } from "../disk/look.ts";
import { jsonOf, valueAt } from "./json-file.ts";

/** Maximum size of a report, and number of reports per job. */
const reportBytes = 1024 * 1024;
const reportLimit = 100;

const reportNumber = (name: string): number =>
  Number(/^report-(\d{1,6})\.json$/.exec(name)?.[1] ?? 0);

export const readReports = (folder: string): readonly unknown[] =>
  namesIn(folder)
    .map(reportNumber)
    .filter((number) => number > 0)
    .sort((a, b) => a - b)
    .map((number) => valueAt(join(folder, `report-${number}.json`)).value);

/** Faults: FIELD_OVERSIZED, REPORTS_OVERRUN and the disk's. */
export const addReport = (folder: string, report: unknown): void => {
  const text = jsonOf(report);
  if (Buffer.byteLength(text) > reportBytes)
    throw new Fault(
      "FIELD_OVERSIZED",
      `the report is larger than ${reportBytes} bytes`,
      "put long texts into files and name them in the report",
    );
  for (
    let number = Math.max(0, ...namesIn(folder).map(reportNumber)) + 1;
    number <= reportLimit;
    number += 1
  ) {
    if (makeFile(join(folder, `report-${number}.json`), text)) return;
  }
  throw new Fault(
    "REPORTS_OVERRUN",
    `the job handed in ${reportLimit} reports already`,
    "hand in one report, at the end",
  );
};

const refusedFile = "refused.json";

/** null: disk error. A refusal is only for display: neither a foreign file in its place nor a full disk keeps a job from ending. */
const unlessFault = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
};

export const readRefusal = (folder: string): ReturnType<typeof refusedIn> =>
  refusedIn(unlessFault(() => valueAt(join(folder, refusedFile)).value));
export const writeRefusal = (folder: string, why: string): void => {
  const { times } = readRefusal(folder) ?? { times: 0 };
  unlessFault(() => replaceFile(join(folder, refusedFile), jsonOf({ times: times + 1, why })));
};
