// Output of a job, read on from where it ended last time, and held within bounds however much it is.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Output } from "../../../src/http/answers.ts";
import { get } from "./client.ts";
import { answers } from "./guards.ts";
import { readOn } from "./read-on.ts";

/** Maximum of characters in memory per output. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024;

/** `cut`: number of characters dropped from the beginning. */
export type OutputState = Output & { readonly cut: number };
export const emptyOutput: OutputState = { text: "", next: 0, over: false, kept: false, cut: 0 };

/** Appends new output, dropping whole lines from the beginning if it grows too long. */
export const withOutput = (
  before: OutputState,
  more: Output,
  bound = MAX_CHARACTERS,
): OutputState => {
  const text = before.text + more.text;
  if (text.length <= bound) return { ...more, text, cut: before.cut };
  const from = text.length - bound;
  const line = text.indexOf("\n", from);
  const start = line === -1 || line - from > bound / 2 ? from : line + 1;
  return { ...more, text: text.slice(start), cut: before.cut + start };
};

/** The stored final output is read from its beginning. */
export const readOutput = (
  before: OutputState,
  ask: (from: number) => Promise<Output>,
): Promise<OutputState> => readOn(before, ask, withOutput, () => ({ ...emptyOutput, kept: true }));

/** Live output of the job under a lease. */
export const useOutput = (run: string, fence: number) => {
  const client = useQueryClient();
  const queryKey = ["output", run, fence];
  const path = `/api/runs/${encodeURIComponent(run)}/jobs/${fence}/output`;
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readOutput(client.getQueryData<OutputState>(queryKey) ?? emptyOutput, (from) =>
        get(`${path}?from=${from}`, answers.output, signal),
      ),
  });
};
