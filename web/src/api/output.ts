// Why: an agent's output is read on from where it ended last time, and held within bounds however long it talks.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Output } from "../../../src/http/answers.ts";
import { get } from "./client.ts";
import { isOutput } from "./guards.ts";

/** Characters kept of one output, and readings in a row before what came is shown. */
const most = 2 * 1_024 * 1_024;
const readingsMost = 64;

/** `cut`: how many characters of its beginning aren't held any more. */
export type Heard = { readonly text: string; readonly next: number; readonly over: boolean; readonly kept: boolean; readonly cut: number };
export const silence: Heard = { text: "", next: 0, over: false, kept: false, cut: 0 };

/** What was heard before and what came now, with the beginning dropped at a line's end where it grows too long. */
export const heardOn = (before: Heard, more: Omit<Heard, "cut">, bound = most): Heard => {
  const text = before.text + more.text;
  if (text.length <= bound) return { ...more, text, cut: before.cut };
  const from = text.length - bound;
  const line = text.indexOf("\n", from);
  const start = line === -1 || line - from > bound / 2 ? from : line + 1;
  return { ...more, text: text.slice(start), cut: before.cut + start };
};

/** Reads on until nothing more is there. What is kept in the end is another text than what came, so it is read from its beginning. */
export const hearOn = async (before: Heard, ask: (from: number) => Promise<Output>): Promise<Heard> => {
  let heard = before;
  for (let readings = 0; readings < readingsMost; readings += 1) {
    const more = await ask(heard.next);
    if (more.kept && !heard.kept && heard.next > 0) {
      heard = { ...silence, kept: true };
      continue;
    }
    const still = more.next === heard.next;
    heard = heardOn(heard, more);
    if (still) break;
  }
  return heard;
};

const outputKey = (run: string, fence: number): readonly (string | number)[] => ["output", run, fence];

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
