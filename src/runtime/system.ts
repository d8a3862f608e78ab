// The one object for surfaces: everything that a CLI, MCP server or page may call.
import type { Acts } from "./system/acts.ts";
import type { Care } from "./system/care.ts";
import type { Jobs } from "./system/jobs.ts";
import type { Project } from "./system/project.ts";
import type { Records } from "./system/records.ts";
import type { Views } from "./system/views.ts";

export type * from "./care/finding.ts";
export { finding, isDamage } from "./care/finding.ts";
export type { Difference } from "./delivery/delivery.ts";
export type { MergeHow, Step } from "./delivery/merge.ts";
export type { Reach } from "../workspace/workspace.ts";
export type { NotifyTarget } from "./config/notify.ts";
export { configDocuments } from "./config/published.ts";
export type { Installed } from "./agents/installed.ts";
export type { Lack } from "./agents/lacks.ts";
export type { Attempt, Output, Transcript } from "./picture/attempts.ts";
export type { Outputs } from "./output/outputs.ts";
export type { Outage, ProjectNews } from "../ledger/ledger.ts";
export type { AskedDecision, Picture, ShownDecision, ShownJob } from "./picture/shape.ts";
export type * from "./results.ts";
export type * from "./run-options.ts";
export type { Templates, Written } from "./start/templates.ts";

export type System = Project & Records & Views & Jobs & Acts & Care;
