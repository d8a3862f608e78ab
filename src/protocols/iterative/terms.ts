// Why: what the door reads of the world and fills in for each command of iterative is known without the schemas, so that what follows of itself can be foretold quickly.
import type { Terms } from "../../core/message.ts";
import { allTerms, type Worlds } from "../../core/terms.ts";
import type { IterativeCommands } from "./messages.ts";
import { frame } from "./who.ts";
import { world } from "./world.ts";

export const worlds: Worlds<keyof IterativeCommands> = {
  Start: { ...world.guardrailsOf, filled: ["files", "odd", "origin", "run", "root"] },
  Adopt: { ...world.adopted, filled: [...world.adopted.filled, "odd", "run"] },
  ApprovePlan: world.branch,
  BeginPass: world.beginning,
  EndPass: { ...world.passed, judged: true },
  VoidPass: world.passed,
  RecordGate: world.gate,
  GiveVerdict: { ...world.passed, judged: true },
  GiveReview: { ...world.between, judged: true },
  RecordCommit: world.commits,
  AnswerUnit: world.measured,
  HandBack: world.passed,
  ApproveDelivery: world.tree,
  Archive: world.archiving,
  RecordArchive: world.archiving,
  Unarchive: world.unarchiving,
  Cancel: world.tree,
  MoveRun: world.branch,
  Recover: world.tree,
};

export const terms: readonly Terms[] = allTerms(frame, worlds);
