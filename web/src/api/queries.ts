// Why: each endpoint has one hook, and one key that tells what may change (`now`) from what never will (`then`).
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { LogPage, Shown, WorkCountsAnswer } from "../../../src/http/answers.ts";
import { get, getHeld, getText } from "./client.ts";
import {
  isCommandList,
  isCourse,
  isDecisionBrief,
  isDeliveryAhead,
  isEvidence,
  isFileChanges,
  isFileList,
  isHere,
  isLogEvent,
  isLogPage,
  isRefusedList,
  isRunLines,
  isSearch,
  isShown,
  isStartable,
  isTimeline,
  isWorkAnswer,
  isWorkCounts,
} from "./guards.ts";
import { pageAfter, pageSize } from "./log-pages.ts";

/** A version or a time; null: now. */
export type At = number | string | null;

const part = (text: string | number): string => encodeURIComponent(String(text));
const runPath = (run: string): string => `/api/runs/${part(run)}`;
const atQuery = (at: At): string => (at === null ? "" : `?at=${part(at)}`);

/** Keys that begin with `now` and a run are read anew when something of it changes; those with `then` are true for ever. */
export const keyOf = (
  run: string,
  at: At,
  ...what: readonly (string | number)[]
): readonly (string | number)[] =>
  at === null ? ["now", run, ...what] : ["then", run, ...what, at];
export const logKey = (run: string, page: number): readonly (string | number)[] => [
  "log",
  run,
  page,
];

export const hereQuery = queryOptions({
  queryKey: ["here"],
  queryFn: ({ signal }) => get("/api/here", isHere, signal),
});
export const runsQuery = queryOptions({
  queryKey: ["runs"],
  queryFn: ({ signal }) => get("/api/runs", isRunLines, signal),
});
/** `at` null: as it is now. A picture of then knows `newest` and the runner as they were when it was read: ask with null for those. */
export const runQuery = (run: string, at: At) =>
  queryOptions({
    queryKey: keyOf(run, at, "picture"),
    queryFn: ({ signal }) => get(`${runPath(run)}${atQuery(at)}`, isShown, signal),
  });
/** Page `page` of 1,000 lines: versions from `page * 1000 + 1` on. Live events are appended to the last one. */
export const logQuery = (run: string, page: number) =>
  queryOptions({
    queryKey: logKey(run, page),
    queryFn: ({ signal }): Promise<LogPage> =>
      get(`${runPath(run)}/log?after=${pageAfter(page)}&limit=${pageSize}`, isLogPage, signal),
  });
/** `limit`: versions that are told at most. */
export type SearchAsk = {
  readonly words: string;
  readonly type: string | null;
  readonly by: string | null;
  readonly about: string | null;
  readonly limit: number;
};
export const searchQuery = (run: string, at: number | null, { limit, ...sought }: SearchAsk) => {
  const asked = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries({ ...sought, to: at === null ? null : String(at) }))
    if (value !== null && value !== "") asked.set(name, value);
  return queryOptions({
    queryKey: keyOf(run, at, "search", asked.toString()),
    queryFn: ({ signal }) => get(`${runPath(run)}/search?${asked.toString()}`, isSearch, signal),
  });
};
export const logEventQuery = (run: string, version: number) =>
  queryOptions({
    queryKey: ["then", run, "event", version],
    queryFn: ({ signal }) => get(`${runPath(run)}/log/${version}`, isLogEvent, signal),
  });
export const timelineQuery = (run: string) =>
  queryOptions({
    queryKey: keyOf(run, null, "timeline"),
    queryFn: ({ signal }) => get(`${runPath(run)}/timeline`, isTimeline, signal),
  });
const courseQuery = (run: string) =>
  queryOptions({
    queryKey: ["course", run],
    queryFn: ({ signal }) => get(`${runPath(run)}/course`, isCourse, signal),
  });
export const evidenceQuery = (run: string, at: At = null) =>
  queryOptions({
    queryKey: keyOf(run, at, "evidence"),
    queryFn: ({ signal }) => get(`${runPath(run)}/evidence${atQuery(at)}`, isEvidence, signal),
  });
export const filesQuery = (run: string, at: At) =>
  queryOptions({
    queryKey: keyOf(run, at, "files"),
    queryFn: ({ signal }) => get(`${runPath(run)}/files${atQuery(at)}`, isFileList, signal),
  });
export const fileQuery = (run: string, path: string, at: At) =>
  queryOptions({
    queryKey: keyOf(run, at, "file", path),
    queryFn: ({ signal }) =>
      getText(`${runPath(run)}/file/${path.split("/").map(part).join("/")}${atQuery(at)}`, signal),
  });
/** Both are versions or times, so it never changes; version 0: nothing was there yet. */
export const changesQuery = (run: string, from: number | string, to: number | string) =>
  queryOptions({
    queryKey: keyOf(run, to, "changes", from),
    queryFn: ({ signal }) =>
      get(`${runPath(run)}/changes?from=${part(from)}&to=${part(to)}`, isFileChanges, signal),
  });
/** Of a job or unit; null: all that landed. */
export const workQuery = (run: string, of: string | null) =>
  queryOptions({
    queryKey: keyOf(run, null, "work", of ?? ""),
    queryFn: ({ signal }) =>
      get(`${runPath(run)}/work${of === null ? "" : `?of=${part(of)}`}`, isWorkAnswer, signal),
  });
export const deliveryQuery = (run: string) =>
  queryOptions({
    queryKey: keyOf(run, null, "delivery"),
    queryFn: ({ signal }) => get(`${runPath(run)}/delivery`, isDeliveryAhead, signal),
    // No event tells of a branch that was checked out in a terminal.
    refetchOnWindowFocus: "always",
  });
/** Read anew where work was taken or landed, not at each event. */
const workMark = ({ work }: Pick<Shown, "work">): string =>
  [work?.head, ...(work?.waiting ?? []).map(({ commit }) => commit)].join(" ");
const workCountsQuery = (shown: Pick<Shown, "run" | "work">) =>
  queryOptions({
    queryKey: ["then", shown.run, "work counts", workMark(shown)],
    queryFn: ({ signal }) => get(`${runPath(shown.run)}/work/counts`, isWorkCounts, signal),
  });
/** By the address that the list of files gives. */
export const artifactQuery = (run: string, address: string) =>
  queryOptions({
    queryKey: keyOf(run, null, "artifact", address),
    queryFn: ({ signal }) => getHeld(address, signal),
  });
/** What may be sent depends on the run's life; events change only the present values in it. */
export const commandsQuery = (run: string, life: string) =>
  queryOptions({
    queryKey: ["commands", run, life],
    queryFn: ({ signal }) => get(`${runPath(run)}/commands`, isCommandList, signal),
    // The life may change while the list is read: what was kept under its name would be another's.
    gcTime: 0,
  });
/** Read anew at the same pace as the commands. */
const refusedQuery = (run: string, unit: string) =>
  queryOptions({
    queryKey: ["commands", run, "refused", unit],
    queryFn: ({ signal }) =>
      get(`${runPath(run)}/refused?unit=${part(unit)}`, isRefusedList, signal),
    gcTime: 0,
  });
/** @param seen when the picture that tells of the question was read: one that was answered meanwhile isn't asked for again */
const decisionQuery = (run: string, key: string, seen: number) =>
  queryOptions({
    queryKey: ["then", run, "decision", key, seen],
    queryFn: ({ signal }) => get(`${runPath(run)}/decisions/${part(key)}`, isDecisionBrief, signal),
    gcTime: 0,
  });
/** Output that the engine kept of a check, by its digest. */
export const keptQuery = (run: string, digest: string) =>
  queryOptions({
    queryKey: ["then", run, "kept", digest],
    queryFn: ({ signal }) => getText(`${runPath(run)}/outputs/${part(digest)}`, signal),
  });

/** Read anew at each look: a configuration is written in a terminal. @param again what a run was begun with, too */
export const useStartable = (again: string | null) =>
  useQuery({
    queryKey: ["start", again],
    queryFn: ({ signal }) =>
      get(`/api/start${again === null ? "" : `?again=${part(again)}`}`, isStartable, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
export const useHere = () => useQuery(hereQuery);
export const useRuns = () => useQuery(runsQuery);
/** While another moment is read the one before stays, so that a slider doesn't flicker: `isPlaceholderData` says so. */
export const useRun = (run: string, at: At, enabled = true) =>
  useQuery({
    ...runQuery(run, at),
    enabled,
    placeholderData: (before) => (before?.run === run ? before : undefined),
  });
export const useLogEvent = (run: string, version: number | null) =>
  useQuery({ ...logEventQuery(run, version ?? 0), enabled: version !== null });
/** While another search is made the result of the one before stays: `isPlaceholderData` says so. */
export const useSearch = (run: string, at: number | null, ask: SearchAsk) =>
  useQuery({
    ...searchQuery(run, at, ask),
    placeholderData: (before) => (before?.run === run ? before : undefined),
  });
export const useCourse = (run: string) => useQuery(courseQuery(run));
export const useTimeline = (run: string) => useQuery(timelineQuery(run));
export const useEvidence = (run: string, at: At = null) =>
  useQuery({ ...evidenceQuery(run, at), placeholderData: keepPreviousData });
export const useFiles = (run: string, at: At) =>
  useQuery({ ...filesQuery(run, at), placeholderData: keepPreviousData });
export const useFile = (run: string, path: string | null, at: At) =>
  useQuery({
    ...fileQuery(run, path ?? "", at),
    enabled: path !== null,
    // Of the same file at another moment: a slider doesn't make it flicker.
    placeholderData: (before, query) =>
      query?.queryKey[1] === run && query.queryKey[3] === path ? before : undefined,
  });
/** null: nothing is asked. */
export const useChanges = (run: string, from: number | string | null, to: number | string | null) =>
  useQuery({
    ...changesQuery(run, from ?? 0, to ?? 0),
    enabled: from !== null && to !== null,
    placeholderData: keepPreviousData,
  });
/** Of what is still at work, too: read anew at each event. */
export const useWork = (run: string, of: string | null) => useQuery(workQuery(run, of));
/** Of work that is over: read anew where some was taken or landed. */
export const useWorkDone = (run: string, of: string) => {
  const { data: mark } = useQuery({ ...runQuery(run, null), select: workMark });
  return useQuery({
    ...workQuery(run, of),
    queryKey: ["then", run, "work", of, mark ?? ""],
    enabled: mark !== undefined,
    placeholderData: keepPreviousData,
  });
};
export const useDelivery = (run: string) => useQuery(deliveryQuery(run));
/** undefined: not read yet, of the past, or its jobs work in no places. */
export const useWorkCounts = (
  shown: Pick<Shown, "run" | "work" | "version" | "newest">,
): WorkCountsAnswer | undefined => {
  const { data } = useQuery({
    ...workCountsQuery(shown),
    enabled: shown.work !== undefined && shown.version === shown.newest,
    placeholderData: (before) => (before?.run === shown.run ? before : undefined),
  });
  return shown.version === shown.newest ? data : undefined;
};
export const useArtifact = (run: string, address: string) => useQuery(artifactQuery(run, address));
export const useCommands = (run: string) => {
  const { data: life } = useQuery({ ...runQuery(run, null), select: (now) => now.life });
  return useQuery({
    ...commandsQuery(run, life ?? ""),
    enabled: life !== undefined,
    placeholderData: (before) => (before?.run === run ? before : undefined),
  });
};
/** What the rules would refuse about a unit. */
export const useRefused = (run: string, unit: string) => useQuery(refusedQuery(run, unit));
/** @param page the run whose page shows the question, which a run within it may ask */
export const useDecision = (page: string, run: string, key: string) => {
  const { dataUpdatedAt } = useQuery(runQuery(page, null));
  return useQuery({
    ...decisionQuery(run, key, dataUpdatedAt),
    placeholderData: (before, query) =>
      query?.queryKey[1] === run && query.queryKey[3] === key ? before : undefined,
  });
};
export const useKept = (run: string, digest: string | null) =>
  useQuery({ ...keptQuery(run, digest ?? ""), enabled: digest !== null });
