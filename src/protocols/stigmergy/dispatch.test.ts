// Tests of whole stigmergy projects from goal to end by jobs and reports alone (acceptance story 12).
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ana,
  type Changes,
  type Desk,
  engine,
  openDesk,
} from "../../../test/fixtures/stigmergy-desk.ts";
import { prdText, qaText, storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import type { Job, Outcome, Result } from "../../core/job.ts";
import type { Sender } from "../../core/protocol.ts";
import { aboutOf } from "./jobs/about.ts";
import { report } from "./report.ts";

/** Files that each role writes. */
const deed = (job: Job): Changes => {
  const about = aboutOf(job);
  switch (about.is) {
    case "plan":
      return Object.fromEntries(
        about.paths.map((path) => [
          path,
          path.endsWith("prd.md") ? prdText() : path.endsWith("qa-protocol.md") ? qaText() : "said",
        ]),
      );
    case "story-file":
      return { [about.path]: storyText(about.story) };
    case "work":
      return { [`src/${about.story}.ts`]: job.key };
    case "audit":
      return { [`docs/audits/epic-${about.epic}.md`]: "It went well." };
    default:
      return {};
  }
};

/** Plays one job like the runner: leases it, plays it, reads and sends its outcome. */
const play = (
  run: Desk,
  job: Job,
  holder: Sender,
  result: (run: Desk) => Result,
): readonly string[] => {
  const before = run.world.moment();
  const base = {
    holder: { name: holder.name, agent: "claude", conversation: holder.name },
    hosted: true,
    done: "report" as const,
  };
  const say = (outcome: Outcome): readonly string[] =>
    report(job, outcome).flatMap(({ type, data }) => {
      const events = run.send(type, data, job.kind === "check" ? engine : holder);
      assert.ok(!("code" in events), `${job.key}: ${type} ${JSON.stringify(events)}`);
      return events.map((event) => event.type);
    });
  const untouched = {
    before: before.tree,
    after: null,
    changed: [],
    commits: [],
    headBefore: before.head,
    headAfter: null,
  };
  const granted =
    job.kind === "agent" ? say({ ...base, is: "granted", tree: untouched, files: {} }) : [];
  if (job.kind === "agent") run.world.edit(deed(job));
  const after = run.world.moment();
  const changed = run.facts({ changed: before.tree ?? "" }).changed;
  const tree = { ...untouched, after: after.tree, headAfter: after.head, changed };
  const texts = run.world.files();
  const files = Object.fromEntries(
    job.reads.flatMap((path) => (texts[path] === undefined ? [] : [[path, texts[path]]])),
  );
  return [...granted, ...say({ ...base, ...result(run), tree, files })];
};

const ended = (given: object): Result => ({
  is: "ended",
  exit: 0,
  reason: "exit",
  found: "one",
  report: given,
  message: "",
  fault: null,
  output: null,
});
const verdicts = [1, 2].map((n) => ({ n, met: true, how: "tried it" }));
const succeeds =
  (job: Job) =>
  (run: Desk): Result => {
    if (job.kind === "agent")
      return ended({
        outcome: "done",
        summary: "done",
        ...(aboutOf(job).is === "review" ? { verdicts } : {}),
      });
    const { tree, head } = run.world.moment();
    const proof = {
      argv: ["npm"],
      cwd: ".",
      exit: 0,
      why: null,
      ms: 1,
      digest: "d",
      bytes: 0,
      text: "",
      tree: tree,
      head,
    };
    return { is: "checked", proofs: [proof], measured: { tree, head } };
  };

/** Plays the first available job until none is an agent's or the engine's. */
const drive = (run: Desk): readonly string[] => {
  const played: string[] = [];
  for (let n = 0; n < 100; n += 1) {
    const job = run.due().find(({ kind, why }) => kind !== "decision" && why === null);
    if (job === undefined) return played;
    const holder: Sender = {
      kind: "agent",
      name: `task-${n}`,
      agent: "claude",
      conversation: `task-${n}`,
      job: job.key,
    };
    assert.notDeepEqual(play(run, job, holder, succeeds(job)), [], `${job.key} came to nothing`);
    played.push(`${job.role} ${job.key.replace(/-[0-9a-f]{8}$/u, "")}`);
  }
  return assert.fail(`it goes on for ever: ${played.slice(-6).join(", ")}`);
};

const planning = ["mary brief-1", "john prd-1", "winston architecture-1"];
const building = ["1.1", "1.2", "2.1"].flatMap((id, n) => [
  `bob story-${id}-1`,
  `james work-${id}-1`,
  `quinn check-0-${n * 2}`,
  `quinn check-1-${n * 2 + 1}`,
  `sarah review-${id}-1.1`,
]);

test("12: an autonomous project goes from its goal to its end without a person", () => {
  const run = openDesk();
  run.start({}, { autonomy: "autonomous" });
  assert.deepEqual(drive(run), [...planning, ...building]);
  assert.deepEqual([run.state().status, run.due()], ["PROJECT_COMPLETE", []]);
  assert.ok(run.entries().every(({ agent }) => agent !== "user" && agent !== "unknown"));
  assert.deepEqual([...new Set(run.entries().map(({ agent }) => agent))].toSorted(), [
    "bob",
    "james",
    "john",
    "mary",
    "olivia",
    "quinn",
    "sarah",
    "saul",
    "winston",
  ]);
});

test("12: a supervised one stops once, after planning", () => {
  const run = openDesk();
  run.start();
  assert.deepEqual([drive(run), run.keys()], [planning, ["gate-blueprint-1"]]);
  run.ok("PassGate", { gate: "blueprint", asked: 1, without_checks: false }, ana);
  assert.deepEqual([drive(run), run.state().status], [building, "PROJECT_COMPLETE"]);
  assert.equal(run.entries().filter(({ agent }) => agent === "user").length, 1);
});

test("12: with a UX specification, audits and more than one story at once it ends as well", () => {
  const run = openDesk();
  run.start({ concurrency: 2, ux: true, audit: "always" }, { autonomy: "autonomous" });
  const played = drive(run);
  assert.deepEqual([run.state().status, run.due()], ["PROJECT_COMPLETE", []]);
  for (const one of ["sally ux-1", "metis audit-1", "metis audit-2"])
    assert.ok(played.includes(one), one);
});
