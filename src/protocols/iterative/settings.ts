// Why: settings are recorded at the start, so that a changed configuration never changes a run under way (specification, section 3).
import { testGlobs } from "../../core/check-files.ts";
import type { Settings } from "./state.ts";

export const defaultSettings: Settings = {
  workers: 1,
  interviewer: "agent",
  planner: "agent",
  gates: [],
  commits: "on",
  deliver: "auto",
  test_pass: "auto",
  test_paths: testGlobs,
  ignore: [
    "**/node_modules/**",
    "**/.cache/**",
    "**/coverage/**",
    "**/__pycache__/**",
    "**/.pytest_cache/**",
    "**/*.log",
    "**/*.tsbuildinfo",
    "**/.DS_Store",
  ],
  minutes: { work: 60, verify: 30, review: 30, plan: 30, check: 20 },
  caps: {
    unsettled: 3,
    rejected: 3,
    reviews: 3,
    still: 2,
    redGates: 3,
    voids: 3,
    discover: 3,
    plan: 5,
  },
};

export const settingNames = [
  "workers",
  "interviewer",
  "planner",
  "gates",
  "commits",
  "deliver",
  "test_pass",
  "test_paths",
  "ignore",
  "minutes",
  "caps",
] as const;
