// The one object for surfaces: everything that a CLI, MCP server or page may call.
import type { Acts } from "./facets/acts.ts";
import type { Care } from "./facets/care.ts";
import type { Jobs } from "./facets/jobs.ts";
import type { Project } from "./facets/project.ts";
import type { Records } from "./facets/records.ts";
import type { Views } from "./facets/views.ts";

export type * from "./care/finding.ts";
export { finding, isDamage } from "./care/finding.ts";
export type { Difference } from "./delivery.ts";
export type { MergeHow, Step } from "./merge.ts";
export type { Reach } from "../workspace/workspace.ts";
export type { NotifyTarget } from "./config/notify.ts";
export { configDocuments } from "./config/published.ts";
export type { Installed } from "./installed.ts";
export type { Lack } from "./lacks.ts";
export type { Attempt, Output, Transcript } from "./picture/attempts.ts";
export type { Outputs } from "./output/outputs.ts";
export type { Outage, ProjectNews } from "../ledger/ledger.ts";
export type { AskedDecision, Picture, ShownDecision, ShownJob } from "./picture/shape.ts";
export type * from "./results.ts";
export type * from "./resume-report.ts";
export type * from "./run-options.ts";
export type { Templates, Written } from "./templates.ts";

export type System = Project & Records & Views & Jobs & Acts & Care;
