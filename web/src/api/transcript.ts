// Transcript of an attempt, read on from where it ended last time.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Transcript } from "../../../src/http/answers.ts";
import { get } from "./client.ts";
import { isTranscript } from "./guards.ts";
import { readOn } from "./read-on.ts";

/** Events held of one attempt. */
const most = 20_000;

/** `cut`: how many events of its beginning aren't held any more. */
export type ReadTranscript = Transcript & { readonly cut: number };
const nothing: ReadTranscript = {
  brief: null,
  events: [],
  next: 0,
  over: false,
  kept: false,
  resume: null,
  cut: 0,
};

export const transcriptOn = (
  before: ReadTranscript,
  more: Transcript,
  bound = most,
): ReadTranscript => {
  const events = [...before.events, ...more.events];
  const over = Math.max(0, events.length - bound);
  return {
    ...more,
    brief: more.brief ?? before.brief,
    events: events.slice(over),
    cut: before.cut + over,
  };
};

/** What the agent of the job under a lease did, as it comes. */
export const useTranscript = (run: string, fence: number) => {
  const client = useQueryClient();
  const queryKey = ["output", run, fence, "transcript"];
  return useQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<ReadTranscript> => {
        const path = `/api/runs/${encodeURIComponent(run)}/jobs/${fence}/transcript`;
        return readOn(
          client.getQueryData<ReadTranscript>(queryKey) ?? nothing,
          (from) => get(`${path}?from=${from}`, isTranscript, signal),
          transcriptOn,
          ({ brief }) => ({ ...nothing, brief, kept: true }),
        );
      },
    }),
  );
};
