// Endpoint by which a person ends one attempt while its run continues.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { idOf } from "../acting.ts";
import type { Stopped } from "../answers.ts";
import { agentMayNot } from "../door/persons.ts";
import { ofRun } from "../meant.ts";
import { post } from "../route.ts";
import { stopBody, stopped } from "../shapes/starts.ts";

const wasAttempted = async (
  { timeline }: System,
  run: string,
  { job, fence }: { readonly job: string; readonly fence: number },
) => {
  const attempts = await timeline(run);
  return !isRefusal(attempts) && attempts.some((one) => one.job === job && one.fence === fence);
};

export const stopRoute = post("/api/runs/:run/stop", {
  means:
    "Ends the program of one attempt that is under way; its job is due again while a runner is there.",
  body: stopBody,
  answer: stopped,
  run: ofRun(async (asked, { run }): Promise<Stopped | Refusal> => {
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
