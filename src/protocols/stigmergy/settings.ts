// Settings of a stigmergy run, recorded at its start.
import * as t from "../../kit/schema.ts";
import { defaultRoster } from "./roster.ts";
import { settings } from "./shapes.ts";
import type { Settings } from "./state.ts";

export const defaultSettings: Settings = {
  roster: defaultRoster,
  checks: null,
  gates: ["blueprint"],
  concurrency: 1,
  strikes: 2,
  issues_per_subject: 2,
  audit: "on-trouble",
  ux: false,
  reviewer: "other-session",
  minutes: { work: 120, review: 30, plan: 60, story: 30, check: 20 },
  attempts: 3,
};

export const settingNames = t.keysOf(settings);
