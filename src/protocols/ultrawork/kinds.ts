// Kinds of ultrawork's units, and the course that each goes through.
import type { Kind } from "../../work/dialect.ts";
import { explorerBrief, noteFile, plannerBrief, verifierBrief, workerBrief } from "./briefs.ts";
import { complexityOf } from "./own.ts";
import { place } from "./folder.ts";
import { judgeAsks } from "../../work/usual-kind.ts";
import { workerReport } from "../../work/usual-reports.ts";
import { explorerReport, plannerReport, verifierReport } from "./reports.ts";

const minute = 60_000;
const tiers = { simple: "light", standard: "standard", complex: "heavy" } as const;

const explore: Kind = {
  noun: "explorer",
  role: "explorer",
  course: ["work"],
  planning: true,
  goesOn: true,
  key: (unit) => unit,
  ms: 15 * minute,
  tries: () => 2,
  tier: () => "light",
  note: noteFile,
  writes: (state, unit) => [`${place(state)}/${noteFile(unit)}`],
  report: explorerReport,
  brief: explorerBrief,
};
const plan: Kind = {
  noun: "planner",
  role: "planner",
  course: ["work"],
  planning: true,
  key: () => "plan",
  ms: 45 * minute,
  tries: () => 3,
  tier: () => "heavy",
  writes: (state) => [`${place(state)}/design.md`],
  report: plannerReport,
  brief: plannerBrief,
};
const task: Kind = {
  noun: "task",
  role: "worker",
  course: ["before", "work", "check", "ask"],
  key: (unit) => `task-${unit}`,
  ms: 60 * minute,
  tries: ({ max_attempts: most }) => most,
  tier: (unit) => tiers[complexityOf(unit) ?? "standard"],
  writes: () => "anything",
  report: workerReport({}),
  brief: workerBrief,
  heldIsDone: ({ id }) => id.startsWith("fix-"),
};
const verify: Kind = {
  noun: "verify",
  role: "verifier",
  course: ["check", "ask", "judge"],
  whole: true,
  key: () => "verify",
  ms: 45 * minute,
  tries: () => 1,
  judge: {
    role: "verifier",
    ms: 45 * minute,
    tier: "heavy",
    report: verifierReport,
    ask: judgeAsks,
    brief: verifierBrief,
  },
};
export const kinds = { explore, plan, task, verify };
