// Why: the state file, reports and events of iterative are told as JSON Schemas, for whoever reads or writes them with other programs.
import { report } from "../../core/json-schema.ts";
import type { Described } from "../../core/message.ts";
import { fileSchemas } from "./files/schemas.ts";
import { interviewShape, passShape, planShape, reviewShape, verifyShape } from "./report-shapes.ts";

/** Each is named as the role that hands it in. */
const reports: readonly Described[] = [
  report("interviewer", "What the interviewer hands in: questions, or a brief.", interviewShape),
  report("planner", "What the planner hands in.", planShape),
  report("worker", "What an agent hands in that worked on a unit.", passShape),
  report("tester", "What an agent hands in that wrote a unit's tests.", passShape),
  report("verifier", "What an agent hands in that judged a unit.", verifyShape),
  report("reviewer", "What an agent hands in that judged the whole.", reviewShape),
];

/** The file's and reports' shapes first, then every event. */
export const described = (): Promise<readonly Described[]> =>
  import("./messages.ts").then(({ events }) => [...fileSchemas, ...reports, ...events]);
