// Tests of random stigmergy plays: bad agents and any answers, yet always a next step.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  ana,
  type Desk,
  engine,
  openDesk,
  type Settings,
} from "../../../test/fixtures/stigmergy-desk.ts";
import { common, decided, says, silent } from "../../../test/fixtures/stigmergy-outcomes.ts";
import { prdText, qaText, storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import type { Job, Outcome } from "../../core/job.ts";
import { isRefusal } from "../../core/refusal.ts";
import { ask, brief } from "./brief.ts";
import { ended } from "./ended.ts";
import { aboutOf } from "./jobs/about.ts";
import { report } from "./report.ts";
import { view } from "./view.ts";
import { commands } from "./commands.ts";

type Luck =
  | "done"
  | "failed"
  | "blocked"
  | "asks"
  | "silent"
  | "exited"
  | "timeout"
  | "lost"
  | "boasts"
  | "strays";
const bad: readonly Luck[] = [
  "failed",
  "blocked",
  "asks",
  "silent",
  "exited",
  "timeout",
  "lost",
  "boasts",
  "strays",
];

/** What its role writes in a successful attempt. */
const written = (job: Job): Readonly<Record<string, string>> => {
  const about = aboutOf(job);
  if (about.is === "story-file") return { [about.path]: storyText(about.story) };
  if (about.is === "audit") return { [`docs/audits/epic-${about.epic}.md`]: "# Audit" };
  if (about.is === "work") return { [`src/${about.story}.ts`]: job.key };
  if (about.is !== "plan") return {};
  const texts: Readonly<Record<string, string>> = {
    "docs/prd.md": prdText(),
    "docs/architecture/qa-protocol.md": qaText(),
  };
  return Object.fromEntries(about.paths.map((path) => [path, texts[path] ?? "# Text"]));
};

const reported = (job: Job, luck: Luck): Outcome => {
  const about = aboutOf(job);
  const verdicts =
    about.is === "review"
      ? {
          verdicts: Array.from({ length: about.criteria }, (_, n) => ({
            n: n + 1,
            met: true,
            how: "tried it",
          })),
        }
      : {};
  if (luck === "done" || luck === "boasts" || luck === "strays") return says(verdicts);
  if (luck === "failed") return says({ outcome: "failed" });
  if (luck === "blocked") return says({ outcome: "blocked" });
  if (luck === "asks") return says({ outcome: "blocked", question: "which one?" });
  if (luck === "exited") return { ...silent, exit: 1 };
  return luck === "silent" ? silent : { ...silent, exit: null, reason: luck };
};

/** Submits like the runner: granted, done, reported, and reported again after a refusal. */
const played = (run: Desk, job: Job, luck: Luck): void => {
  const holder = run.holder(job.key);
  const handIn = (outcome: Outcome): boolean => {
    for (const refused of [undefined, true] as const) {
      const last = refused === undefined ? undefined : refusal;
      let ok = true;
      for (const { type, data } of report(job, outcome, last)) {
        const by =
          commands.find((one) => one.type === type)?.who.includes("agent") === true
            ? holder
            : { ...engine, job: job.key };
        const answer = run.send(type, data, by);
        if (!isRefusal(answer)) continue;
        refusal = answer;
        ok = false;
      }
      if (ok) return refused === undefined;
    }
    return false;
  };
  let refusal: Parameters<typeof report>[2];
  const { is } = aboutOf(job);
  if ((is === "work" || is === "issue") && !handIn({ ...common, is: "granted" })) return;
  const before = run.world.moment();
  if (luck === "done") run.world.edit(written(job));
  if (luck === "strays") run.world.edit({ ...written(job), [`left-by-${job.role}.txt`]: job.key });
  const after = run.world.moment();
  const tree = {
    before: before.tree,
    after: after.tree,
    changed: [],
    commits: [],
    headBefore: before.head,
    headAfter: after.head,
  };
  handIn({ ...reported(job, luck), tree });
};

/** Any answer except those that end the run. */
const answered = (run: Desk, job: Job, pick: number): void => {
  const options = (job.decision?.options ?? []).filter(
    ({ id }) => id !== "cancel" && id !== "withdraw",
  );
  const { id = "" } = options[pick % Math.max(1, options.length)] ?? {};
  for (const { type, data } of report(job, decided(id, "because"))) run.send(type, data, ana);
};

const step = (run: Desk, luck: Luck, pick: number): void => {
  const free = run.due().filter(({ why }) => why === null);
  const job =
    free[pick % Math.max(1, free.length)] ??
    assert.fail(`nothing is due: ${run.keys().join(", ")}`);
  const text = brief(run.state(), job, run.world.facts(ask(run.state(), job), run.now()));
  assert.ok(text.trim().length > 0);
  assert.equal(
    view(run.state()).nodes.length,
    run.state().epics.flatMap(({ stories }) => stories).length,
  );
  if (job.kind === "decision") return answered(run, job, luck === "done" ? 0 : pick);
  if (job.kind === "check") return void run.check(luck === "exited" || luck === "failed" ? 1 : 0);
  return played(run, job, luck);
};

test("agents that fail in every way, and people who answer anything, never leave a project without a next step; with luck it ends", () => {
  const settings = fc.record({
    concurrency: fc.constantFrom(1, 3),
    gates: fc.subarray(["brief", "blueprint", "story"]),
    audit: fc.constantFrom("always", "on-trouble"),
    reviewer: fc.constantFrom("other-session", "person"),
  });
  const tosses = fc.array(
    fc.record({
      luck: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Luck>("done") },
        { weight: 1, arbitrary: fc.constantFrom(...bad) },
      ),
      pick: fc.nat(60),
    }),
    { maxLength: 80, size: "max" },
  );
  fc.assert(
    fc.property(settings, fc.boolean(), tosses, (given: Settings, autonomous, all) => {
      const run = openDesk();
      run.start(given, autonomous ? { autonomy: "autonomous" } : {});
      for (const { luck, pick } of all) if (ended(run.state()) === null) step(run, luck, pick);
      for (let n = 0; n < 200 && ended(run.state()) === null; n += 1) step(run, "done", 0);
      assert.equal(ended(run.state())?.good, true, run.keys().join(", "));
    }),
    { numRuns: 60 },
  );
});
