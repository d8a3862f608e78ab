// Why: an agent's output is read on from where it ended last time, and held within bounds however long it talks.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Output } from "../../../src/http/answers.ts";
import { get } from "./client.ts";
import { isOutput } from "./guards.ts";
import { readOn } from "./read-on.ts";

/** Characters kept of one output. */
const most = 2 * 1_024 * 1_024;

/** `cut`: how many characters of its beginning aren't held any more. */
export type Heard = {
  readonly text: string;
  readonly next: number;
  readonly over: boolean;
  readonly kept: boolean;
  readonly cut: number;
};
export const silence: Heard = { text: "", next: 0, over: false, kept: false, cut: 0 };

/** What was heard before and what came now, with the beginning dropped at a line's end where it grows too long. */
export const heardOn = (before: Heard, more: Output, bound = most): Heard => {
  const text = before.text + more.text;
  if (text.length <= bound) return { ...more, text, cut: before.cut };
  const from = text.length - bound;
  const line = text.indexOf("\n", from);
  const start = line === -1 || line - from > bound / 2 ? from : line + 1;
  return { ...more, text: text.slice(start), cut: before.cut + start };
};

/** What is kept in the end is read from its beginning. */
export const hearOn = (before: Heard, ask: (from: number) => Promise<Output>): Promise<Heard> =>
  readOn(before, ask, heardOn, () => ({ ...silence, kept: true }));

const outputKey = (run: string, fence: number): readonly (string | number)[] => [
  "output",
  run,
  fence,
];

/** Output of the job under a lease, as it comes. null: nothing is asked. */
export const useOutput = (run: string, fence: number | null) => {
  const client = useQueryClient();
  const queryKey = outputKey(run, fence ?? 0);
  return useQuery(
    queryOptions({
      queryKey,
      enabled: fence !== null,
      queryFn: async ({ signal }): Promise<Heard> => {
        const before = client.getQueryData<Heard>(queryKey) ?? silence;
        const path = `/api/runs/${encodeURIComponent(run)}/jobs/${fence ?? 0}/output`;
        return hearOn(before, (from) => get(`${path}?from=${from}`, isOutput, signal));
      },
    }),
  );
};
