// Outputs and transcripts of agents: live from the spool, later from storage.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cleanLine } from "../../core/words/clean.ts";
import { oneLine } from "../../core/words/quote.ts";
import { redact } from "../../core/secrets/redact.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Digest } from "../../core/row.ts";
import { entriesOf } from "../../core/agents/transcript.ts";
import { doingWords } from "../../core/words/transcript.ts";
import type { Picture, ShownJob } from "../picture/shape.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { recorded } from "../fold.ts";
import type { Loaded } from "../results.ts";
import type { Attempt, Output, Transcript } from "../picture/attempts.ts";
import { eventsFrom, type Listener } from "./events.ts";
import { wholeStream } from "./keep.ts";
import { inFile, partOf, type Reader, readerOf } from "./part.ts";
import type { AgentConfig } from "../../agents/agent.ts";

/** An attempt at a job, by the fence of its lease. */
export type OutputOf = {
  readonly run: string;
  readonly fence: number;
  readonly job: string;
  readonly subject: string | null;
  readonly agent: string | null;
};

export type Outputs = {
  /** By a job's key, else its unit, else a fence; null: the running attempt, else the last one. Refusals: JOB_UNKNOWN, and the run's. */
  find(run: string, name: string | null): Promise<OutputOf | Refusal>;
  /** The program's output from a byte on. */
  output(run: string, fence: number, from: number): Promise<Output | Refusal>;
  transcript(run: string, fence: number, from: number): Promise<Transcript | Refusal>;
  /** A picture with what each job at work does, as far as known on this machine. */
  deeds(picture: Picture): Promise<Picture>;
};

/** Rows per read. */
const pageSize = 1_000;
const briefBytes = 256 * 1024;

const unknown = (run: string, said: string): Refusal =>
  refuse("JOB_UNKNOWN", `no job of run ${run} has the fence ${said.slice(0, 40)}`, {
    fits: `GET /api/runs/${run}/timeline lists them`,
  });

type Looking = {
  readonly engine: Pick<Engine, "workspace" | "config" | "driver"> & {
    readonly ledger: Pick<Engine["ledger"], "read">;
  };
  load(run: string): Promise<Loaded | Refusal>;
  timeline(run: string): Promise<readonly Attempt[] | Refusal>;
};

/** What it printed so far; null: it is over, and a runner took its folder away since it was listed. */
const streamOf = <T>(
  { folder, exit }: SpoolEntry,
  none: T,
  look: (reader: Reader, over: boolean) => T,
): (T & Pick<Output, "over" | "kept">) | null => {
  const over = exit !== null;
  const part = inFile(join(folder, "out"), (reader) => look(reader, over));
  return part === null && over ? null : { ...(part ?? none), over, kept: false };
};

const attemptOf = async (
  { timeline }: Looking,
  run: string,
  fence: number,
): Promise<Attempt | Refusal> => {
  const attempts = await timeline(run);
  if (isRefusal(attempts)) return attempts;
  return attempts.find((one) => one.fence === fence) ?? unknown(run, String(fence));
};

/** The stored output that an attempt's events name; null: none. */
const keptOf = async (
  { engine, load }: Looking,
  run: string,
  { fence, versions }: Attempt,
): Promise<Digest | null> => {
  const loaded = await load(run);
  const refers = isRefusal(loaded) ? undefined : loaded.protocol.refers;
  if (refers === undefined) return null;
  const [first, last] = versions;
  const named: Digest[] = [];
  for (let after = first - 1; after < last;) {
    const rows = await engine.ledger.read({ run, after, limit: Math.min(pageSize, last - after) });
    for (const event of rows.map(recorded))
      if (event.by.fence === fence && refers.types.includes(event.type))
        named.push(...(refers.of(event).outputs ?? []));
    after = rows.at(-1)?.version ?? last;
  }
  return named.at(-1) ?? null;
};

/** Some attempts' events don't name the output, but the machine that made it knows it. */
const bytesOf = async (
  looking: Looking,
  run: string,
  attempt: Attempt,
): Promise<Uint8Array | null> => {
  const digest =
    (await looking.engine.workspace.transcript(run, attempt.fence))?.output ??
    (await keptOf(looking, run, attempt));
  return digest === null ? null : looking.engine.workspace.kept(digest);
};

const outputOf = async (
  looking: Looking,
  run: string,
  fence: number,
  from: number,
): Promise<Output | Refusal> => {
  const live = await looking.engine.workspace.spool.of(run, fence);
  const none = { text: "", next: from };
  const part = live && streamOf(live, none, (reader, over) => partOf(reader, from, over));
  if (part) return part;
  const attempt = await attemptOf(looking, run, fence);
  if (isRefusal(attempt)) return attempt;
  const bytes = await bytesOf(looking, run, attempt);
  if (bytes === null) return { ...none, over: true, kept: false };
  return { ...partOf(readerOf(bytes), from, true), over: true, kept: true };
};

const listenerOf = async (
  { engine }: Looking,
  config: AgentConfig | undefined,
  root: string,
): Promise<Listener> => ({
  hear: config === undefined ? undefined : (await engine.driver(config.driver))?.hear,
  root,
});

/** Only in its original folder, since programs find conversations by folder, and not while another job works there. */
const resumeOf = async (
  { engine }: Looking,
  agent: string,
  conversation: string | null,
  root: string,
): Promise<Transcript["resume"]> => {
  const { entries } = await engine.workspace.spool.list();
  if (
    !existsSync(root) ||
    entries.some(({ exit, job }) => exit === null && job.ground.root === root)
  )
    return null;
  const config = engine.config.agents[agent];
  const argv =
    config === undefined || conversation === null
      ? undefined
      : (await engine.driver(config.driver))?.resume?.(config, conversation);
  return argv === undefined ? null : { argv, root };
};

/** A running attempt: its stream so far; null: gone. */
const liveTranscript = async (
  looking: Looking,
  entry: SpoolEntry,
  from: number,
): Promise<Transcript | null> => {
  const { agent, ground } = entry.job;
  const listener = await listenerOf(looking, agent?.config, ground.root);
  const none = { events: [], next: from };
  const part = streamOf(entry, none, (reader, over) => eventsFrom(reader, from, over, listener));
  if (part === null) return null;
  const brief =
    from > 0
      ? null
      : redact(await looking.engine.workspace.spool.text(entry.folder, "brief.md", briefBytes));
  return { brief, ...part, resume: null };
};

const transcriptOf = async (
  looking: Looking,
  run: string,
  fence: number,
  from: number,
): Promise<Transcript | Refusal> => {
  const live = await looking.engine.workspace.spool.of(run, fence);
  const now = live && (await liveTranscript(looking, live, from));
  if (now) return now;
  const kept = await looking.engine.workspace.transcript(run, fence);
  if (kept !== null) {
    const resume = await resumeOf(looking, kept.agent, kept.conversation, kept.root);
    const [events, brief] = [kept.events.slice(from), from > 0 ? null : kept.brief];
    return { brief, events, next: from + events.length, over: true, kept: true, resume };
  }
  const attempt = await attemptOf(looking, run, fence);
  if (isRefusal(attempt)) return attempt;
  // Of another machine: as much output as the record has.
  const bytes = await bytesOf(looking, run, attempt);
  const config = looking.engine.config.agents[attempt.by?.split("/").at(-1) ?? ""];
  const listener = await listenerOf(looking, config, "/");
  const events = bytes === null ? [] : wholeStream(readerOf(bytes), listener).slice(from);
  return { brief: null, events, next: from + events.length, over: true, kept: true, resume: null };
};

const findAttempt = async (
  looking: Looking,
  run: string,
  name: string | null,
): Promise<OutputOf | Refusal> => {
  const attempts = await looking.timeline(run);
  if (isRefusal(attempts)) return attempts;
  const { entries } = await looking.engine.workspace.spool.list(run);
  const live = entries.map(({ fence, exit, job: { job, agent } }) => {
    const busy = exit === null && agent !== null;
    return { run, fence, job: job.key, subject: job.subject, agent: agent?.name ?? null, busy };
  });
  const past = attempts.map(({ fence, job, subject, by }) => {
    const agent = by?.split("/").at(-1) ?? null;
    return { run, fence, job, subject, agent, busy: false };
  });
  const all = [
    ...past.filter(({ fence }) => !live.some((one) => one.fence === fence)),
    ...live,
  ].toSorted((a, b) => a.fence - b.fence);
  // A number is tried as a task's name before a fence: people see the former more often.
  const ways: readonly ((one: (typeof all)[number]) => boolean)[] = [
    ({ job }) => name === null || name === job,
    ({ subject }) => name === subject,
    ({ fence }) => name === String(fence),
  ];
  const fits = ways.map((way) => all.filter(way)).find((some) => some.length > 0) ?? [];
  const found =
    fits.findLast(({ busy }) => busy) ??
    fits.findLast(({ agent }) => agent !== null) ??
    fits.at(-1);
  if (found !== undefined) return found;
  const known = [...new Set(all.map(({ job }) => job))].slice(-12);
  return refuse(
    "JOB_UNKNOWN",
    name === null
      ? `no job of run ${run} was begun yet`
      : `no job of run ${run} is called ${oneLine(name, 60)}`,
    { fits: known.length === 0 ? `cairn run ${run}` : `there are: ${known.join(", ")}` },
  );
};

/** Bytes from the end of a stream. */
const tailBytes = 64 * 1024;

const doingOf = async (
  looking: Looking,
  { folder, job: { agent, ground } }: SpoolEntry,
): Promise<string> => {
  const listener = await listenerOf(looking, agent?.config, ground.root);
  const events = inFile(join(folder, "out"), (reader) => {
    const from = Math.max(0, reader.size - tailBytes);
    // A cut text's first line is incomplete.
    const line = from === 0 ? 0 : reader.read(from, reader.size).indexOf(0x0a) + 1;
    return eventsFrom(reader, from + line, listener.hear !== undefined, listener).events;
  });
  return doingWords(entriesOf(events ?? []));
};

/** What each job at work does now, in one clean line; empty: unknown. */
const deeds = async (looking: Looking, picture: Picture): Promise<Picture> => {
  const { entries } = await looking.engine.workspace.spool.list(picture.run);
  const live = entries.filter(({ exit, job }) => exit === null && job.agent !== null);
  const doing = new Map(
    await Promise.all(
      live.map(async (entry) => [entry.fence, await doingOf(looking, entry)] as const),
    ),
  );
  const deedOf = ({ kind, fence }: ShownJob): string =>
    kind === "check" ? "its checks run" : cleanLine(doing.get(fence ?? 0) ?? "");
  const jobs = picture.jobs.map((job) =>
    job.is === "running" ? { ...job, does: deedOf(job) } : job,
  );
  return { ...picture, jobs };
};

export const outputsOf = (looking: Looking): Outputs => ({
  find: (run, name) => findAttempt(looking, run, name),
  output: (run, fence, from) => outputOf(looking, run, fence, from),
  transcript: (run, fence, from) => transcriptOf(looking, run, fence, from),
  deeds: (picture) => deeds(looking, picture),
});
