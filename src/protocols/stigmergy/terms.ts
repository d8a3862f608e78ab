// Why: what the door reads of the world and fills in for each command of stigmergy is known without the schemas, so that what follows of itself can be foretold quickly.
import type { Terms } from "../../core/message.ts";
import { allTerms, type Worlds } from "../../core/terms.ts";
import type { StigmergyCommands } from "./messages.ts";
import { frame } from "./who.ts";
import { world } from "./world.ts";

export const worlds: Worlds<keyof StigmergyCommands> = {
  Start: { ...world.starting, filled: ["files", "odd", "origin", "run", "root", "whole"] },
  Adopt: { ...world.adopted, filled: [...world.adopted.filled, "odd", "run"] },
  FinishBrief: world.brief,
  FinishPrd: world.prd,
  FinishUx: world.ux,
  FinishArchitecture: world.architecture,
  ImportManifest: world.prd,
  PassGate: world.gate,
  RecordStoryFile: world.storyFiles,
  StartStory: world.begun,
  FinishWork: world.proved,
  ReportFailure: { judged: true },
  CountAttempt: { judged: true },
  RecordCheck: world.checked,
  SubmitReview: world.judged,
  ResolveIssue: { filled: ["changed"] },
  Archive: world.archiving,
  FinishAudit: world.audit,
};

export const terms: readonly Terms[] = allTerms(frame, worlds);
