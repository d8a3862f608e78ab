// Transcript of an attempt, read on from where it ended last time.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Transcript } from "../../../src/http/answers.ts";
import { get } from "./client.ts";
import { answers } from "./guards.ts";
import { readOn } from "./read-on.ts";

/** Maximum of events in memory per attempt. */
const MAX_EVENTS = 20_000;

/** `cut`: number of events dropped from the beginning. */
export type TranscriptState = Transcript & { readonly cut: number };
const empty: TranscriptState = {
  brief: null,
  events: [],
  next: 0,
  over: false,
  kept: false,
  resume: null,
  cut: 0,
};

export const withEvents = (
  before: TranscriptState,
  more: Transcript,
  bound = MAX_EVENTS,
): TranscriptState => {
  const events = [...before.events, ...more.events];
  const over = Math.max(0, events.length - bound);
  return {
    ...more,
    brief: more.brief ?? before.brief,
    events: events.slice(over),
    cut: before.cut + over,
  };
};

/** Live actions of the agent of the job under a lease. */
export const useTranscript = (run: string, fence: number) => {
  const client = useQueryClient();
  const queryKey = ["output", run, fence, "transcript"];
  const path = `/api/runs/${encodeURIComponent(run)}/jobs/${fence}/transcript`;
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readOn(
        client.getQueryData<TranscriptState>(queryKey) ?? empty,
        (from) => get(`${path}?from=${from}`, answers.transcript, signal),
        withEvents,
        ({ brief }) => ({ ...empty, brief, kept: true }),
      ),
  });
};
