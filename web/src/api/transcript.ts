// Why: an agent's transcript is read on from where it ended last time, and begun anew once it is kept.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Transcript } from "../../../src/http/answers.ts";
import { get } from "./client.ts";
import { isTranscript } from "./guards.ts";

/** Events held of one attempt, and readings in a row before what came is shown. */
const most = 20_000;
const readingsMost = 64;

const nothing: Transcript = { brief: null, events: [], next: 0, over: false, kept: false, resume: null };

/** Reads on until nothing more is there. */
export const transcriptOn = async (before: Transcript, ask: (from: number) => Promise<Transcript>): Promise<Transcript> => {
  let known = before;
  for (let readings = 0; readings < readingsMost; readings += 1) {
    const more = await ask(known.next);
    if (more.kept && !known.kept && known.next > 0) {
      known = { ...nothing, brief: known.brief, kept: true };
      continue;
    }
    const still = more.next === known.next;
    known = { ...more, brief: more.brief ?? known.brief, events: [...known.events, ...more.events].slice(-most) };
    if (still) break;
  }
  return known;
};

/** What the agent of the job under a lease did, as it comes. */
export const useTranscript = (run: string, fence: number) => {
  const client = useQueryClient();
  const queryKey = ["output", run, fence, "transcript"];
  return useQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Transcript> => {
        const path = `/api/runs/${encodeURIComponent(run)}/jobs/${fence}/transcript`;
        return transcriptOn(client.getQueryData<Transcript>(queryKey) ?? nothing, (from) =>
          get(`${path}?from=${from}`, isTranscript, signal),
        );
      },
    }),
  );
};
