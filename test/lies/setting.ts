// Helper of tests of lies: the few shared ways to bring a run to a certain state.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Proof } from "../../src/core/job.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { commitOf, siteOf, unitOf } from "../../src/landing/site.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import type { RunOptions } from "../../src/runtime/run-options.ts";
import type { Standing, System } from "../../src/runtime/system.ts";

/**
 * planning: no plan · proposed: it waits for its approval · approved: nobody works · working: tasks 1 and 3 are held · reported: task 1 is said to be done, its checks are due · proved: it is resolved ·
 * failed: task 1 is, once · spent: all ten attempts of it did ·
 * checked: all is resolved, and so are the checks on the whole · judging: the verifier is at work on it · complete: its PASS stands.
 */
export type Setting =
  | "planning"
  | "proposed"
  | "approved"
  | "working"
  | "reported"
  | "proved"
  | "failed"
  | "spent"
  | "checked"
  | "judging"
  | "complete";

export const ana: Sender = { kind: "person", name: "ana" };
export const worker: Sender = {
  kind: "agent",
  name: "wim",
  agent: "codex",
  conversation: "talk-1",
};
const other: Sender = { kind: "agent", name: "ada", agent: "codex", conversation: "talk-3" };
export const judge: Sender = { kind: "agent", name: "jo", agent: "claude", conversation: "talk-9" };
export const engine: Sender = { kind: "engine", name: "engine" };

const plan = {
  tasks: [
    {
      id: "1",
      subject: "Database",
      success_criteria: [
        { criteria: "migrates", command: "db-migrate" },
        { criteria: "seeds", command: "db-seed" },
      ],
    },
    {
      id: "2",
      subject: "Login",
      blocked_by: ["1"],
      success_criteria: [{ criteria: "logs in", command: "test-login" }],
    },
    {
      id: "3",
      subject: "Handbook",
      success_criteria: [{ criteria: "builds", command: "build-docs" }, "is complete"],
    },
  ],
  verify: { success_criteria: [{ criteria: "all pass", command: "test-all" }] },
};
/** What the verifier judges. */
const judged = [
  ["1", 1],
  ["1", 2],
  ["2", 1],
  ["3", 1],
  ["3", 2],
  ["verify", 1],
] as const;

export const pass = {
  verdict: "PASS",
  judgements: judged.map(([task, criterion]) => ({ task, criterion, judgement: "met", note: "" })),
  issues: [],
};

/** The same as a command. */
export const passed = {
  unit: "verify",
  verdict: "PASS",
  judgements: judged.map(([unit, criterion]) => ({ unit, criterion, judgement: "met", note: "" })),
};

type Keep = (job: string, token: string) => void;

export const must = <T extends object>(answer: T | Refusal): T => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};

const nextCheck = async (system: System, run: string): Promise<Standing | undefined> =>
  must(await system.standings(run)).find(({ job, is }) => job.kind === "check" && is === "ready");

const around = {
  holder: { name: "codex", agent: "codex", conversation: null },
  hosted: true,
  done: "report",
  tree: { before: null, after: null, changed: [], commits: [] },
  files: {},
} as const;
/** As the engine records it: what ran is told, that it counts follows from the rules. */
const runCheck = async (
  system: System,
  run: string,
  { job }: Standing,
  exit: number,
): Promise<void> => {
  const protocol = must(await system.protocol("ultrawork"));
  const site = siteOf(await system.state(run));
  if (site === null) throw new Error("no job has begun");
  const { commit: head, tree } = commitOf(site, unitOf(protocol, job));
  const proofs: Proof[] = [];
  for (const check of job.checks ?? []) {
    const text = `ran ${job.key}, exit ${exit}`;
    const digest = await system.workspace.keep(text);
    const argv = "argv" in check ? check.argv : [];
    proofs.push({
      argv,
      cwd: ".",
      exit,
      why: null,
      ms: 1,
      digest,
      bytes: text.length,
      text,
      tree,
      head,
    });
  }
  must(
    await system.send(
      run,
      protocol.report(job, { ...around, is: "checked", proofs, measured: { tree, head } }),
      engine,
    ),
  );
};

export const runChecks = async (system: System, run: string, exit = 0): Promise<void> => {
  for (
    let due = await nextCheck(system, run);
    due !== undefined;
    due = await nextCheck(system, run)
  )
    // Without the work none of it holds.
    await runCheck(system, run, due, due.job.without === true ? 1 : exit);
};

/** What is proved lands, and nothing else is started. */
const landed = async (system: System, run: string): Promise<void> => {
  const stop = new AbortController();
  const options: RunOptions = {
    hand: true,
    signal: stop.signal,
    progress: (told) => {
      if (told.is === "event" && told.event.type === "WorkLanded") stop.abort();
    },
  };
  must(await system.drive(run, options));
};

const take = async (
  system: System,
  run: string,
  keep: Keep,
  job: string,
  by: Sender,
): Promise<{ readonly token: string; readonly place: string }> => {
  const { lease, place } = must(await system.claim(run, job, by));
  keep(job, lease.token);
  return { token: lease.token, place: place ?? system.root };
};

/** Task 3 has a criterion that is shown as its worker says. */
export const report = (task: string): unknown => ({
  status: "done",
  summary: "did it",
  evidence: task === "3" ? [{ criterion: 2, type: "command_output", command: "list-pages" }] : [],
});

const work = async (
  system: System,
  run: string,
  keep: Keep,
  task: string,
  exit: number | null = 0,
  attempt = 1,
): Promise<void> => {
  const { token, place } = await take(system, run, keep, `task-${task}-${attempt}`, worker);
  // What its own check shows, it must have changed.
  if (task === "3") writeFileSync(join(place, "pages.txt"), `attempt ${attempt}\n`);
  must(await system.report(run, token, report(task)));
  if (exit === null) return;
  await runChecks(system, run, exit);
  await landed(system, run);
  await runChecks(system, run);
};

/** As many attempts as there are at most; the rest of the plan waits. */
const spend = async (system: System, run: string, keep: Keep): Promise<void> => {
  for (let attempt = 1; attempt <= 10; attempt += 1) await work(system, run, keep, "1", 1, attempt);
};

/** Begins a run and brings it there. */
export const bring = async (
  system: System,
  setting: Setting,
  keep: Keep,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const data = {
    goal: "Add a login",
    session: "s1",
    explorers: 0,
    options: { max_attempts: 1, ...options },
  };
  const { run } = must(await system.start("ultrawork", data, ana));
  if (setting === "planning") return run;
  must(await system.send(run, [{ type: "ProposePlan", data: { plan } }], ana));
  if (setting === "proposed") return run;
  must(await system.decide(run, "approve-1", "approve", "", null, ana));
  if (setting === "approved") return run;
  if (setting === "working") {
    await take(system, run, keep, "task-1-1", worker);
    await take(system, run, keep, "task-3-1", other);
    return run;
  }
  if (setting === "reported") {
    await work(system, run, keep, "1", null);
    return run;
  }
  if (setting === "spent") {
    await spend(system, run, keep);
    return run;
  }
  await work(system, run, keep, "1", setting === "failed" ? 1 : 0);
  if (setting === "failed" || setting === "proved") return run;
  await work(system, run, keep, "2");
  await work(system, run, keep, "3");
  if (setting === "checked") return run;
  const { token } = await take(system, run, keep, "judge-verify-1", judge);
  if (setting === "judging") return run;
  must(await system.report(run, token, pass));
  await runChecks(system, run);
  return run;
};
