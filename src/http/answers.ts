// Types of all HTTP answers, shared by server and page: those of their schemas.
import type { Refusal } from "../core/refusal.ts";
import type { Time } from "../core/row.ts";
import type { Of } from "../kit/schema.ts";
import type * as acts from "./shapes/acts.ts";
import type * as deliver from "./shapes/deliver.ts";
import type * as files from "./shapes/files.ts";
import type * as log from "./shapes/log.ts";
import type { runAnswer } from "./shapes/run.ts";
import type * as starts from "./shapes/starts.ts";

/** GET /api/here: what this server serves. */
export type Here = Of<typeof starts.here>;
export type { RunLine } from "../runtime/picture/line.ts";
/** GET /api/runs/:run?at=. `at`: a version or a time; nothing is idle or lacking in the past. */
export type RunAnswer = Of<typeof runAnswer>;
export type { ShownNode } from "../runtime/picture/shape.ts";

/** An event in lists; GET /api/runs/:run/log/:version returns its data. */
export type LogLine = Of<typeof log.logLine>;
/** GET /api/runs/:run/log?after=&limit=: oldest first, at most 1,000. */
export type LogPage = Of<typeof log.logPage>;
/** GET /api/runs/:run/search?words=&type=&by=&about=&to=&limit= */
export type Search = Of<typeof log.searchAnswer>;
/** GET /api/runs/:run/log/:version */
export type LogEvent = Of<typeof log.logEvent>;
/** GET /api/runs/:run/timeline. `used`: usage of each, if its agent's program reported it here. */
export type Timeline = Of<typeof log.timeline>;
/** GET /api/runs/:run/evidence?at= */
export type Evidence = Of<typeof log.evidence>;

/** GET /api/runs/:run/files?at=. Texts: GET /api/runs/:run/file/PATH?at=; artifacts: GET their addresses; a proof's stored output: GET /api/runs/:run/outputs/DIGEST. */
export type FileList = Of<typeof files.fileList>;
/** GET /api/runs/:run/work?of=: changes by a run's work, or that of one of its jobs or units. `work` null: none, with the reason. */
export type WorkAnswer = { readonly work: WorkChanges | null; readonly why: string | null };
export type WorkChanges = Of<typeof files.workChanges>;
/** GET /api/runs/:run/work/counts: by unit, the number of files and lines changed by landed or waiting work. */
export type WorkCountsAnswer = Of<typeof files.workCounts>;
/** GET /api/runs/:run/jobs/:fence/output?from=: the agent program's output so far, from a byte on. */
export type { Output } from "../runtime/picture/attempts.ts";
/** GET /api/runs/:run/jobs/:fence/transcript?from=: the agent's actions. */
export type { Transcript } from "../runtime/picture/attempts.ts";

/** GET /api/start?again=: what can be started here, and how a run was started. */
export type Startable = Of<typeof starts.startable>;
/** POST /api/runs/:run/stop */
export type Stopped = Of<typeof starts.stopped>;
/** GET /api/runs/:run/commands?unit=: a person's commands for the run's current state, or only those about a unit. */
export type CommandList = Of<typeof acts.commandList>;
/** GET /api/runs/:run/decisions/:key: a decision and its context. */
export type DecisionBrief = Of<typeof acts.decisionBrief>;
/** POST /api/runs/:run/commands/:type {data, id} and POST /api/runs/:run/decisions/:key {option, note, data, id}. */
export type Accepted = Of<typeof log.accepted>;
/** POST /api/runs: starts a run; POST /api/runs/:run/drive and /api/runs/:run/rest: starts or stops a runner of this server. */
export type Driven = Of<typeof acts.driven>;
/** POST /api/runs/:run/check-again. */
export type CheckedByHand = Of<typeof acts.checkedAgain>;

/** GET /api/runs/:run/delivery */
export type DeliveryAhead = Of<typeof deliver.deliveryAhead>;
/** POST /api/runs/:run/merge {sure, into} and /api/runs/:run/undo {merge}. */
export type Delivered = Of<typeof deliver.delivered>;
/** POST /api/runs/:run/drop {sure}. */
export type Dropped = Of<typeof deliver.dropped>;

/** Every answer other than 200: 401, 403, 404, 409 (a refusal), 413, 429, 500, 503 (a fault). */
export type Problem =
  | { readonly refusal: Refusal }
  | { readonly fault: { readonly code: string; readonly text: string; readonly hint: string } };

/** Why the ledger has been unreadable since then: reads are retried, and earlier answers may be outdated. */
export type LedgerTrouble = {
  readonly since: Time;
  readonly code: string;
  readonly text: string;
  readonly hint: string;
};

/**
 * GET /api/live?run=: server-sent events. `rows` have the last seq as their id, so that a page that reconnects with Last-Event-ID misses none; `hint`:
 * something else of a run changed (leases, output, files); `trouble`: the ledger is unreadable, or, with null, readable again.
 */
export type LiveRows = { readonly lines: readonly LogLine[] };
export type LiveHint = { readonly run: string | null };
export type LiveTrouble = { readonly trouble: LedgerTrouble | null };
