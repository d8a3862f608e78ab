// Why: the state file, reports and events of stigmergy are told as JSON Schemas, for whoever reads or writes them with other programs.
import { report } from "../../core/json-schema.ts";
import type { Described } from "../../core/message.ts";
import { fileSchemas } from "./files/schemas.ts";
import { issueShape, reviewShape, workShape } from "./report-shapes.ts";

const reports: readonly Described[] = [
  report(
    "work",
    "What a role hands in that wrote a document, a story file, an audit or a story's code.",
    workShape,
  ),
  report("review", "What the reviewer hands in that judged a story.", reviewShape),
  report("issue", "What the responder hands in that took an issue.", issueShape),
];

/** The file's and reports' shapes first, then every event. */
export const described = (): Promise<readonly Described[]> =>
  import("./messages.ts").then(({ events }) => [...fileSchemas, ...reports, ...events]);
