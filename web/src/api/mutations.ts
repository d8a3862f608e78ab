// Why: what a person does goes through one door, once: a lost answer is asked again under the same id.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { StartRequest } from "../begin/wanted.ts";
import { post, Refused } from "./client.ts";
import { isCheckedAgain, isDelivered, isDone, isDriven, isDropped, isStopped } from "./guards.ts";

type CommandRequest = { readonly type: string; readonly data: unknown; readonly drive?: string };
/**
 * `run`: the run that asks, which may be one that the shown run started.
 * `id`: from `freshId()`, made once a form, so that trying again after a lost answer counts once.
 */
export type Answered = {
  readonly run: string;
  readonly key: string;
  readonly option: string;
  readonly note: string;
  readonly data: unknown;
  readonly drive?: string;
  readonly id: string;
};

const path = (run: string, ...parts: readonly string[]): string =>
  ["/api/runs", ...[run, ...parts].map(encodeURIComponent)].join("/");
/** Whatever came of it: what stood on the page may be old. */
const anew = async (client: QueryClient, run: string): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ["now", run] }),
    client.invalidateQueries({ queryKey: ["runs"] }),
  ]);
};
/** Only an answer that never came is asked for again; a no is a no. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 3 && error instanceof Refused && error.status === 0;
const retryDelay = (failures: number): number => 500 * 2 ** failures;

export const useSend = (run: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ type, ...body }: CommandRequest & { readonly id: string }) =>
      post(path(run, "commands", type), body, isDone),
    onSettled: () => anew(client, run),
    retry,
    retryDelay,
  });
};
export const useDecide = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ run, key, ...body }: Answered) =>
      post(path(run, "decisions", key), body, isDone),
    onSettled: (_done, _error, { run }) => anew(client, run),
    retry,
    retryDelay,
  });
};
/** A person mended the unit by hand: its checks run on what is there now. */
export const useCheckAgain = (run: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (unit: string) => post(path(run, "check-again"), { unit }, isCheckedAgain),
    onSettled: () => anew(client, run),
  });
};
const useRunner = (run: string, what: "drive" | "rest") => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post(path(run, what), {}, isDriven),
    onSettled: () => anew(client, run),
  });
};
/** Starts a runner of the server's, or (useRest) asks it to let go. */
export const useDrive = (run: string) => useRunner(run, "drive");
export const useRest = (run: string) => useRunner(run, "rest");
/** `into`: the branch that was shown. `sure`: the page has asked. */
export const useMerge = (run: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly into: string | null; readonly sure: boolean }) =>
      post(path(run, "merge"), body, isDelivered),
    onSettled: () => anew(client, run),
  });
};
/** `merge`: the commit that was shown. */
export const useUndo = (run: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (merge: string) => post(path(run, "undo"), { merge }, isDelivered),
    onSettled: () => anew(client, run),
  });
};
/** It is meant: the page has asked by then. */
export const useDrop = (run: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post(path(run, "drop"), { sure: true }, isDropped),
    onSettled: () => anew(client, run),
  });
};
/** Starts a run, and a runner for it. */
export const useStart = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StartRequest & { readonly id: string }) => post("/api/runs", body, isDriven),
    onSettled: () => client.invalidateQueries({ queryKey: ["runs"] }),
    retry,
    retryDelay,
  });
};
type StopRequest = { readonly job: string; readonly fence: number; readonly note: string };
/** Ends one attempt, named by its lease, with a note for the next. */
export const useStop = (run: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StopRequest & { readonly id: string }) =>
      post(path(run, "stop"), body, isStopped),
    onSettled: () => anew(client, run),
    retry,
    retryDelay,
  });
};
