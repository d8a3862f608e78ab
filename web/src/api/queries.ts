// Reading hooks, one per endpoint of the server; keys with `now` may change, those with `then` never.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { RunAnswer, WorkCountsAnswer } from "../../../src/http/answers.ts";
import { get, getFileContent, getText } from "./client.ts";
import { answers, type Guard } from "./guards.ts";
import { pageAfter, pageSize } from "./log-pages.ts";

/** A version or a time; null: now. */
export type At = number | string | null;
type Key = readonly (string | number | null)[];

const part = (text: string | number): string => encodeURIComponent(String(text));
const runPath = (run: string, at: At = null): string =>
  `/api/runs/${part(run)}${at === null ? "" : `?at=${part(at)}`}`;
const pathOf = (run: string, rest: string, at: At = null): string =>
  `${runPath(run)}/${rest}${at === null ? "" : `?at=${part(at)}`}`;

/** Keys with `now` and a run are reread when it changes; those with `then` never change. */
export const keyOf = (run: string, at: At, ...what: readonly (string | number)[]): Key =>
  at === null ? ["now", run, ...what] : ["then", run, ...what, at];

const queryOf = <T>(queryKey: Key, path: string, is: Guard<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => get(path, is, signal) });
/** Keeps the previous answer about the same run while another loads, so that a slider doesn't flicker: see `isPlaceholderData`. */
const keepOfRun =
  (run: string) =>
  <T extends { readonly run: string }>(before: T | undefined): T | undefined =>
    before?.run === run ? before : undefined;

/** `at` null: the current state. An earlier state has `newest` and the runner as of its read: for those use null. */
export const runQuery = (run: string, at: At) =>
  queryOf(keyOf(run, at, "picture"), runPath(run, at), answers.shown);
/** Page `page` of 1,000 lines: versions from `page * 1000 + 1` on. Live events are appended to the last one. */
export const logQuery = (run: string, page: number) =>
  queryOf(
    ["log", run, page],
    pathOf(run, `log?after=${pageAfter(page)}&limit=${pageSize}`),
    answers.logPage,
  );
const timelineQuery = (run: string) =>
  queryOf(keyOf(run, null, "timeline"), pathOf(run, "timeline"), answers.timeline);

export const useHere = () => useQuery(queryOf(["here"], "/api/here", answers.here));
export const useRuns = () => useQuery(queryOf(["runs"], "/api/runs", answers.runs));
/** Reread on each visit: the configuration is edited in a terminal. @param again also read how this run was started */
export const useStartable = (again: string | null) =>
  useQuery({
    ...queryOf(
      ["start", again],
      `/api/start${again === null ? "" : `?again=${part(again)}`}`,
      answers.startable,
    ),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
export const useRun = (run: string, at: At, enabled = true) =>
  useQuery({ ...runQuery(run, at), enabled, placeholderData: keepOfRun(run) });
export const useLogEvent = (run: string, version: number) =>
  useQuery(
    queryOf(["then", run, "event", version], pathOf(run, `log/${version}`), answers.logEvent),
  );
/** `limit`: maximum of listed versions. */
type SearchRequest = {
  readonly words: string;
  readonly about: string | null;
  readonly limit: number;
};
export const useSearch = (
  run: string,
  at: number | null,
  request: SearchRequest,
  enabled = true,
) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...request, to: at }))
    if (value !== null && value !== "") query.set(name, String(value));
  return useQuery({
    ...queryOf(
      keyOf(run, at, "search", query.toString()),
      pathOf(run, `search?${query}`),
      answers.search,
    ),
    enabled,
    placeholderData: keepOfRun(run),
  });
};
export const useTimeline = (run: string, enabled = true) =>
  useQuery({ ...timelineQuery(run), enabled });
export const useEvidence = (run: string, at: At = null) =>
  useQuery({
    ...queryOf(keyOf(run, at, "evidence"), pathOf(run, "evidence", at), answers.evidence),
    placeholderData: keepPreviousData,
  });
export const useFiles = (run: string, at: At) =>
  useQuery({
    ...queryOf(keyOf(run, at, "files"), pathOf(run, "files", at), answers.files),
    placeholderData: keepPreviousData,
  });
/** @param path null: reads nothing */
export const useFile = (run: string, path: string | null, at: At) =>
  useQuery({
    queryKey: keyOf(run, at, "file", path ?? ""),
    queryFn: ({ signal }) =>
      getText(pathOf(run, `file/${(path ?? "").split("/").map(part).join("/")}`, at), signal),
    enabled: path !== null,
    // Of the same file at another time, against flicker of a slider.
    placeholderData: (before, query) =>
      query?.queryKey[1] === run && query.queryKey[3] === path ? before : undefined,
  });
const workQuery = (run: string, of: string | null) =>
  queryOf(
    keyOf(run, null, "work", of ?? ""),
    pathOf(run, `work${of === null ? "" : `?of=${part(of)}`}`),
    answers.work,
  );
/** For work that may be in progress: reread after each event. @param of a job or unit; null: all that landed */
export const useWork = (run: string, of: string | null) => useQuery(workQuery(run, of));
/** Reread when work was taken or landed, not after each event. */
const workMark = ({ work }: Pick<RunAnswer, "work">): string =>
  [work?.head, ...(work?.waiting ?? []).map(({ commit }) => commit)].join(" ");
/** For finished work: reread when some was taken or landed. */
export const useWorkDone = (run: string, of: string) => {
  const { data: mark } = useQuery({ ...runQuery(run, null), select: workMark });
  return useQuery({
    ...workQuery(run, of),
    queryKey: ["then", run, "work", of, mark ?? ""],
    enabled: mark !== undefined,
    placeholderData: keepPreviousData,
  });
};
/** undefined: not read yet, in the past, or no places. */
export const useWorkCounts = (
  shown: Pick<RunAnswer, "run" | "work" | "version" | "newest">,
): WorkCountsAnswer | undefined => {
  const { run, work, version, newest } = shown;
  const { data } = useQuery({
    ...queryOf(
      ["then", run, "work counts", workMark(shown)],
      pathOf(run, "work/counts"),
      answers.workCounts,
    ),
    enabled: work !== undefined && version === newest,
    placeholderData: keepOfRun(run),
  });
  return version === newest ? data : undefined;
};
export const useDelivery = (run: string) =>
  useQuery({
    ...queryOf(keyOf(run, null, "delivery"), pathOf(run, "delivery"), answers.delivery),
    // No event reports a checkout in a terminal.
    refetchOnWindowFocus: "always",
  });
/** By the address in the list of files. */
export const useArtifact = (run: string, address: string) =>
  useQuery({
    queryKey: keyOf(run, null, "artifact", address),
    queryFn: ({ signal }) => getFileContent(address, signal),
  });
/** @param unit commands about it that take a reason; null: those of the run's verbs */
export const useCommands = (run: string, unit: string | null = null) =>
  useQuery(
    queryOf(
      keyOf(run, null, "commands", unit ?? ""),
      pathOf(run, `commands${unit === null ? "" : `?unit=${part(unit)}`}`),
      answers.commands,
    ),
  );
/** @param page the run of the page, of which the asking run may be a child */
export const useDecision = (page: string, run: string, key: string) => {
  // A question answered since the picture was read isn't requested again.
  const { dataUpdatedAt } = useQuery(runQuery(page, null));
  return useQuery({
    ...queryOf(
      ["then", run, "decision", key, dataUpdatedAt],
      pathOf(run, `decisions/${part(key)}`),
      answers.decision,
    ),
    gcTime: 0,
    placeholderData: (before, query) =>
      query?.queryKey[1] === run && query.queryKey[3] === key ? before : undefined,
  });
};
/** A check's stored output, by digest. */
export const useCheckOutput = (run: string, digest: string) =>
  useQuery({
    queryKey: ["then", run, "kept", digest],
    queryFn: ({ signal }) => getText(pathOf(run, `outputs/${part(digest)}`), signal),
  });
