// Settings of a run: their schemas, as given and as recorded at the start, and what stands where nothing is given.
import * as t from "../../kit/schema.ts";
import { testGlobs } from "../../core/checks/check-files.ts";

const { text, texts, count } = t;
const positive = t.wholeFrom(1);

const gateCheck = t.record({
  name: text,
  argv: t.leastOf(1, t.text),
  cwd: t.standing(text, "."),
  scope: t.standing(t.oneOf(["run", "unit"]), "run"),
  timeout_s: t.standing(t.wholeFrom(1, 86_400), 1200),
});
const minutes = t.wholeFrom(1, 1440);
const cap = t.wholeFrom(1, 100);
export const settingsInput = t.record({
  workers: t.optional(t.means("units worked on at once", t.wholeFrom(1, 16))),
  interviewer: t.optional(
    t.means("who writes the brief: an agent, or you in brief.md", t.oneOf(["agent", "hand"])),
  ),
  planner: t.optional(
    t.means(
      "who plans: an agent, the domain's template, or you in the plan file",
      t.oneOf(["agent", "template", "hand"]),
    ),
  ),
  gates: t.withExamples(
    [[{ name: "tests", argv: ["npm", "test"] }]],
    t.optional(
      t.means("programs that must exit 0 before and after confirmation", t.list(gateCheck)),
    ),
  ),
  commits: t.optional(
    t.means("whether agents are asked to commit; default: on", t.oneOf(["on", "off"])),
  ),
  deliver: t.optional(
    t.means(
      "whether you are asked once everything is proved; default: auto, not asked",
      t.oneOf(["auto", "ask"]),
    ),
  ),
  test_pass: t.optional(
    t.means(
      "whether an agent writes tests for a unit that has none; default: auto",
      t.oneOf(["auto", "off"]),
    ),
  ),
  test_paths: t.optional(t.means("globs of tests", texts)),
  ignore: t.optional(t.means("globs of files that never count as a change", texts)),
  minutes: t.optional(
    t.partial(
      t.record({
        work: minutes,
        verify: minutes,
        review: minutes,
        plan: minutes,
        check: minutes,
      }),
    ),
  ),
  caps: t.optional(
    t.partial(
      t.record({
        unsettled: cap,
        rejected: cap,
        reviews: cap,
        still: cap,
        redGates: cap,
        voids: cap,
        discover: cap,
        plan: cap,
      }),
    ),
  ),
});
export const settings = t.record({
  workers: positive,
  interviewer: t.oneOf(["agent", "hand"]),
  planner: t.oneOf(["agent", "template", "hand"]),
  gates: t.list(
    t.record({
      name: text,
      argv: texts,
      cwd: text,
      scope: t.oneOf(["run", "unit"]),
      timeout_s: positive,
    }),
  ),
  commits: t.oneOf(["on", "off"]),
  deliver: t.oneOf(["auto", "ask"]),
  test_pass: t.oneOf(["auto", "off"]),
  test_paths: texts,
  ignore: texts,
  minutes: t.record({ work: count, verify: count, review: count, plan: count, check: count }),
  caps: t.record({
    unsettled: count,
    rejected: count,
    reviews: count,
    still: count,
    redGates: count,
    voids: count,
    discover: count,
    plan: count,
  }),
});
export type Settings = t.Of<typeof settings>;
export type GateCheck = Settings["gates"][number];

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

export const settingNames = t.keysOf(settings);
