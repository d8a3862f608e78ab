// List of all MCP tools: at most eight, as every connected agent reads them all.
import type { Tool } from "./tool.ts";
import { ask } from "./tools/ask.ts";
import { claim } from "./tools/claim.ts";
import { progress } from "./tools/progress.ts";
import { read } from "./tools/read.ts";
import { release } from "./tools/release.ts";
import { report } from "./tools/report.ts";
import { send } from "./tools/send.ts";
import { status } from "./tools/status.ts";

export const tools: readonly Tool[] = [status, read, claim, progress, ask, report, release, send];
