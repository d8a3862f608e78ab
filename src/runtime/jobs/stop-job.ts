// End of one hosted job on a person's request, while the run continues.
import { setTimeout as sleep } from "node:timers/promises";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Due } from "./due.ts";
import type { Acts } from "../system/acts.ts";
import type { Parts } from "../system/parts.ts";
import type { StopHow } from "../results.ts";

/** A job is held before its program begins: how often to check, and the interval in ms. */
const looks = 10;
const lookMs = 200;

export const stopJob = async (
  parts: Parts,
  { job: jobOf, send }: Pick<Due, "job"> & Pick<Acts, "send">,
  run: string,
  name: string,
  { fence, note }: StopHow = {},
): Promise<{ readonly run: string; readonly job: string } | Refusal> => {
  const found = await jobOf(run, name);
  if (isRefusal(found)) return found;
  const { job, lease, is, on } = found;
  if (lease === null || is !== "running" || (fence ?? lease.fence) !== lease.fence)
    return refuse(
      "JOB_IDLE",
      fence === undefined
        ? `no worker is at work on ${job.key}`
        : `that attempt at ${job.key} is over`,
      { fits: "`cairn status` shows what is under way" },
    );
  if (on !== undefined)
    return refuse("JOB_ELSEWHERE", `${job.key} is done on ${on.machine}`, {
      fits: "stop it there",
    });
  if (note !== undefined) {
    // Sent first: a runner begins the next attempt as soon as this one has ended.
    const data = { unit: job.mends ?? job.subject, note: note.text };
    const noted = await send(lease.run, [{ type: "SetNote", data }], note.by, note.id);
    if (isRefusal(noted)) return noted;
  }
  const { interrupt } = await import("../runner/interrupt.ts");
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(lookMs);
    const ended = await interrupt(parts, run, () => undefined, job.key);
    if (ended.includes(job.key)) return { run: lease.run, job: job.key };
  }
  return refuse(
    "JOB_UNHOSTED",
    `no program of ${job.key} is at work here: ${lease.holder.name} claimed it, or its program hasn't begun`,
    { fits: "repeat in a moment; who claimed it gives it back by `cairn job release`" },
  );
};
