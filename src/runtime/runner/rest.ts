// Message of an idle runner: whom the run waits for, and what to do.
import { howMany } from "../../core/words/how-many.ts";
import type { Job } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import { aboutOf } from "../../landing/about.ts";
import { siteOf } from "../../landing/site.ts";
import type { RunResult } from "../run-options.ts";
import { liveOf } from "../jobs/leases.ts";
import type { Look } from "./look.ts";

/** `refused`: jobs that may not begin at this version of the run, with reasons. */
export type Rest = {
  readonly seen: Look;
  readonly outside: readonly Job[];
  readonly refused: ReadonlyMap<string, string>;
  readonly nested: RunResult["waiting"];
};

/** A run that asks nobody can't begin where its setup fails: who started it must act. Fault SETUP_FAILED. */
const failIfUnready = (run: string, { protocol, state }: Look["folded"], jobs: readonly Job[]) => {
  const tried = siteOf(state)?.tried;
  const question = jobs.find((job) => aboutOf(job)?.work === "red");
  if (tried?.setup === undefined || question === undefined || protocol.isAuto?.(state) !== true)
    return;
  throw new Fault(
    "SETUP_FAILED",
    `\`setup\` of cairn.config.json fails before any work: ${tried.setup.trim()}`,
    `correct it, then: \`cairn decide ${run} ${question.key} again\`, and \`cairn run ${run}\``,
  );
};

/** The result of a run that neither works nor can continue by itself. Fault SETUP_FAILED. */
export const restOf = (run: string, { seen, outside, refused, nested }: Rest): RunResult => {
  const { folded, jobs, life } = seen;
  const { protocol, state } = folded;
  const ended = protocol.ended(state);
  if (ended !== null)
    return { run, status: "ended", good: ended.good, summary: ended.summary, waiting: [] };
  failIfUnready(run, folded, jobs);
  const decisions = jobs
    .filter((job) => job.kind === "decision")
    .map((job) => ({ key: job.key, what: job.decision?.question ?? job.subject }))
    .concat(nested);
  const holders = new Map(liveOf(seen.leases, seen.now).map((lease) => [lease.job, lease]));
  const theirs = outside.map((job) => {
    const lease = holders.get(job.key);
    const how =
      lease === undefined
        ? `for an external worker: \`cairn job claim ${run} ${job.key}\``
        : `${lease.holder.name} has it until ${lease.until}`;
    return { key: job.key, what: `${job.role} of ${job.subject}, ${how}` };
  });
  const stands = (
    status: RunResult["status"],
    summary: string,
    waiting: RunResult["waiting"],
  ): RunResult => ({ run, status, good: null, summary, waiting });
  if (life === "paused") return stands("paused", "paused: `cairn resume` goes on", decisions);
  if (decisions.length > 0) {
    const all = [...decisions, ...theirs];
    return stands("waiting", `waits for ${howMany(decisions.length, "decision")}`, all);
  }
  const others = `waits for ${howMany(theirs.length, "job")} of external workers`;
  if (theirs.length > 0) return stands("outside", others, theirs);
  const held = jobs.map((job) => ({
    key: job.key,
    what: refused.get(job.key) ?? job.why ?? "may start",
  }));
  const why = held.length === 0 ? "nothing is due" : "nothing that is due may start";
  return stands("waiting", why, held);
};
