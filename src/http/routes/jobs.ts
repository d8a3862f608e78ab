// HTTP routes of a run's jobs: an agent's output and actions, and the end of one attempt by a person.
import { isRefusal } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import type { System } from "../../runtime/system.ts";
import { idOf } from "../acting.ts";
import { output, transcript } from "../../runtime/picture/attempts.ts";
import { agentMayNot } from "../door/persons.ts";
import { numberOf, ofRun, whole } from "../addresses.ts";
import { get, post } from "../route.ts";
import { stopBody, stopped } from "../shapes/starts.ts";

/** No fence is below 1. */
const fenceOf = (said: string | undefined): number =>
  /^\d{1,15}$/u.test(said ?? "") ? Number(said) : 0;
const query = t.open({ from: whole(Number.MAX_SAFE_INTEGER) });

const outputRoute = get("/api/runs/:run/jobs/:fence/output", {
  means:
    "What the program of a job has written, from a byte on, by the fence of its lease: as it comes, or as it was kept.",
  query,
  answer: output,
  run: ofRun(async ({ system, params, query: asked }, { run }) =>
    (await system.outputs()).output(run, fenceOf(params["fence"]), numberOf(asked.from, 0)),
  ),
});

const transcriptRoute = get("/api/runs/:run/jobs/:fence/transcript", {
  means:
    "What the agent of a job did, in one vocabulary for all programs, by the fence of its lease. `next` is where the next reading goes on; what was `kept` is counted anew.",
  query,
  answer: transcript,
  run: ofRun(async ({ system, params, query: asked }, { run }) =>
    (await system.outputs()).transcript(run, fenceOf(params["fence"]), numberOf(asked.from, 0)),
  ),
});

const wasAttempted = async (
  { timeline }: System,
  run: string,
  { job, fence }: { readonly job: string; readonly fence: number },
) => {
  const attempts = await timeline(run);
  return !isRefusal(attempts) && attempts.some((one) => one.job === job && one.fence === fence);
};

const stopRoute = post("/api/runs/:run/stop", {
  means:
    "Ends the program of one attempt that is under way; its job is due again while a runner is there.",
  body: stopBody,
  answer: stopped,
  run: ofRun(async (asked, { run }) => {
    const { system, live, by, body } = asked;
    const no = agentMayNot(asked, "stopping a job");
    if (no !== null) return no;
    const found = await system.job(run, body.job);
    // After its end the next attempt may be another job: a request repeated after a lost answer is still successful.
    if (isRefusal(found))
      return (await wasAttempted(system, run, body))
        ? { run, job: body.job, stopped: false }
        : found;
    const { key } = found.job;
    const note =
      body.note.trim() === "" ? {} : { note: { text: body.note, by, id: idOf(body.id) } };
    // A repeated request must not end a later attempt.
    const ended = await system.stop(run, key, { fence: body.fence, ...note });
    await system.settle();
    await live.look();
    if (!isRefusal(ended)) return { run, job: key, stopped: true };
    return ended.code === "JOB_IDLE" ? { run, job: key, stopped: false } : ended;
  }),
});

export const jobsRoutes = [outputRoute, transcriptRoute, stopRoute];
