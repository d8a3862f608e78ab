// HTTP routes of an agent's output (live or past) and of its raw transcript.
import * as t from "../../kit/schema.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Output, Transcript } from "../answers.ts";
import { numberOf, ofRun, whole } from "../meant.ts";
import { get } from "../route.ts";
import { output, transcript } from "../shapes/files.ts";

/** No fence is below 1. */
const fenceOf = (said: string | undefined): number =>
  /^\d{1,15}$/u.test(said ?? "") ? Number(said) : 0;
const query = t.open({ from: whole(Number.MAX_SAFE_INTEGER) });

export const outputRoute = get("/api/runs/:run/jobs/:fence/output", {
  means:
    "What the program of a job has written, from a byte on, by the fence of its lease: as it comes, or as it was kept.",
  query,
  answer: output,
  run: ofRun(async ({ system, params, query: asked }, { run }): Promise<Output | Refusal> =>
    (await system.outputs()).output(run, fenceOf(params["fence"]), numberOf(asked.from, 0)),
  ),
});

export const transcriptRoute = get("/api/runs/:run/jobs/:fence/transcript", {
  means:
    "What the agent of a job did, in one vocabulary for all programs, by the fence of its lease. `next` is where the next reading goes on; what was `kept` is counted anew.",
  query,
  answer: transcript,
  run: ofRun(async ({ system, params, query: asked }, { run }): Promise<Transcript | Refusal> =>
    (await system.outputs()).transcript(run, fenceOf(params["fence"]), numberOf(asked.from, 0)),
  ),
});
