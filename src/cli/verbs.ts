// Table of all verbs and their parts, each loaded on first call.
import { refuse } from "../core/refusal.ts";
import { suggestion } from "./help/nearest.ts";
import type { Parts, Verb } from "./verb.ts";

/** A verb that only has parts. */
const family = (name: string, summary: string, parts: Parts, example: readonly string[]): Verb => {
  const names = Object.keys(parts);
  return {
    name,
    summary,
    args: [{ word: "PART", must: true, means: names.join(", "), loose: true }],
    options: {},
    example,
    parts,
    run: async ({ words: [word = ""] }) =>
      refuse("USAGE", `cairn ${name} has no part ${word.slice(0, 64)}`, {
        fits: suggestion(word, names),
      }),
  };
};

const life = () => import("./commands/life.ts");
const jobs = () => import("./commands/job.ts");
const templates = () => import("./commands/template.ts");

const hookParts: Parts = {
  settings: async () => (await import("./hooks/settings.ts")).settings,
  run: async () => (await import("./hooks/run.ts")).run,
};
const setupParts: Parts = {
  agents: async () => (await import("./commands/setup-agents.ts")).agents,
  hooks: async () =>
    family(
      "setup hooks",
      "let the agent programs of jobs ask Cairn by their hooks: what a job may write, what its report lacks",
      hookParts,
      ["cairn setup hooks settings claude-code"],
    ),
  notify: async () => (await import("./commands/notify.ts")).notify,
  completion: async () => (await import("./commands/setup-completion.ts")).completion,
};
const templateParts: Parts = {
  list: async () => (await templates()).list,
  show: async () => (await templates()).show,
  compose: async () => (await import("./commands/template-compose.ts")).compose,
};
const jobParts: Parts = {
  output: async () => (await import("./commands/job-output.ts")).output,
  check: async () => (await import("./commands/job-check.ts")).checkAgain,
  claim: async () => (await jobs()).claim,
  report: async () => (await jobs()).report,
  renew: async () => (await jobs()).renew,
  release: async () => (await jobs()).release,
};

/** In the order of the overview. */
export const verbs: Parts = {
  init: async () => (await import("./commands/init.ts")).init,
  setup: async () =>
    family(
      "setup",
      "what stands around the work: agents, their hooks, notices, your shell's completion",
      setupParts,
      ["cairn setup agents", "cairn setup hooks settings codex", "cairn setup completion fish"],
    ),
  run: async () => (await import("./commands/run.ts")).run,
  status: async () => (await import("./commands/status.ts")).status,
  watch: async () => (await import("./commands/watch.ts")).watch,
  decide: async () => (await import("./commands/decide.ts")).decide,
  note: async () => (await import("./commands/note.ts")).note,
  stop: async () => (await life()).stop,
  resume: async () => (await life()).resume,
  archive: async () => (await life()).archive,
  send: async () => (await import("./commands/send.ts")).send,
  log: async () => (await import("./commands/log.ts")).log,
  evidence: async () => (await import("./commands/evidence.ts")).evidence,
  diff: async () => (await import("./commands/diff.ts")).diff,
  pr: async () => (await import("./commands/pr.ts")).pr,
  open: async () => (await import("./commands/diff.ts")).open,
  merge: async () => (await import("./commands/merge.ts")).merge,
  undo: async () => (await import("./commands/merge.ts")).undo,
  drop: async () => (await import("./commands/drop.ts")).drop,
  job: async () =>
    family("job", "look at one job, take it and hand it in, or check what you mended", jobParts, [
      "cairn job output -f",
      "cairn job claim 0198f3 task-2-1 --as ana",
      'cairn job report --done "the total counts quantities"',
    ]),
  adopt: async () => (await import("./commands/adopt.ts")).adopt,
  check: async () => (await import("./commands/check.ts")).check,
  verify: async () => (await import("./commands/verify.ts")).verify,
  export: async () => (await import("./commands/export.ts")).exportVerb,
  restore: async () => (await import("./commands/restore.ts")).restore,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  template: async () =>
    family(
      "template",
      "list, show and make the templates that runs are played from",
      templateParts,
      [
        "cairn template list",
        'cairn template compose "Feature TDD" --step plan --step execute --step test',
      ],
    ),
  schema: async () => (await import("./commands/schema.ts")).schema,
  demo: async () => (await import("./commands/demo.ts")).demo,
  serve: async () => (await import("./commands/serve.ts")).serve,
  mcp: async () => (await import("./commands/mcp.ts")).mcp,
  watchdog: async () => (await import("./commands/notify.ts")).watchdog,
};
