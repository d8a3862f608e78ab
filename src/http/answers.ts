// Types of all HTTP answers, shared by server and page: the contract.
import type { TranscriptEvent } from "../core/transcript.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Card, Time } from "../core/row.ts";
import type { Mark } from "../core/telling.ts";
import type { Sum } from "../core/usage.ts";
import type { Criterion } from "../core/view.ts";
import type { WrongLine } from "../core/wrong-lines.ts";
import type {
  AskedDecision,
  Attempt,
  CheckedAgain,
  Difference,
  HeldOn,
  Picture,
  Prospect,
  Step,
  WorkCounts,
} from "../runtime/system.ts";

export type { CommandList, RefusedList } from "./answers/commands.ts";
export type { Startable, Stopped } from "./answers/starts.ts";

/** GET /api/here: what this server serves. */
export type Here = {
  /** The working tree's folder, absolute. */
  readonly root: string;
  readonly version: string;
  /** The sender recorded for clicks: `person:ana`; an agent if the server was started within a job. */
  readonly as: string;
  readonly protocols: readonly string[];
};

/** One line of GET /api/runs. */
export type RunLine = Pick<
  Card,
  "run" | "protocol" | "life" | "phase" | "version" | "at" | "good" | "origin"
> &
  Pick<Picture, "title" | "name" | "state" | "facts" | "evidence" | "folder" | "startedAt"> & {
    /** The worst first. */
    readonly wrong: readonly WrongLine[];
    /** Pieces of work only, without planning and final checks. `proved`: among the done ones. */
    readonly nodes: {
      readonly done: number;
      readonly proved: number;
      readonly of: number;
      readonly failed: number;
    };
    /** Whether any part is running, done, or was tried. */
    readonly begun: boolean;
    /** Successful and proved, with landed work that isn't merged yet. */
    readonly toMerge: boolean;
    /** As reported by agents' programs. */
    readonly usage?: Pick<Sum, "input" | "output" | "cost">;
    /** Current workers and their work. */
    readonly workers: readonly {
      readonly by: string | null;
      readonly subject: string;
      readonly role: string;
      readonly since: Time | null;
      /** Only if on another machine than the server. */
      readonly on?: HeldOn;
    }[];
    /** Open decisions: keys and questions, including child runs. */
    readonly decisions: readonly {
      readonly run: string;
      readonly key: string;
      readonly question: string;
      /** Since when it is known to be open. */
      readonly since: Time;
    }[];
    /** Whether any runner on this machine drives it. */
    readonly driven: boolean;
    /** Work could begin or continue, but no worker is active. */
    readonly idle: boolean;
  };

export type ShownNode = Picture["nodes"][number];

/** GET /api/runs/:run?at=. `at`: a version or a time. */
export type RunAnswer = Picture & {
  /** The newest version; the picture's own `version` is older if `at` requested that. */
  readonly newest: number;
  /** The range of times that can be viewed: first and last event. */
  readonly span: { readonly from: Time; readonly to: Time };
  /** The active runner that this server started, and its last output. */
  readonly runner: { readonly since: Time; readonly words: readonly string[] } | null;
  /** Another active runner on this machine, if this server has none: of a terminal, or of the parent run. */
  readonly elsewhere: { readonly pid: number; readonly since: Time } | null;
  /** Work could begin or continue, but no worker is active. For the past: no. */
  readonly idle: boolean;
  /** No runner is active to begin the next step, even if a worker is. For the past: no. */
  readonly needsRunner: boolean;
  /** Why no worker on this machine can do what it needs, with the remedy; null: one can, or it is in the past. */
  readonly lacks: { readonly text: string; readonly fits: string } | null;
  /** If no runner is active and nothing has happened since: the end of this server's last runner, and its last output. */
  readonly lastWords?: { readonly at: Time; readonly words: readonly string[] };
  /** Its parent, and its child runs. */
  readonly parent: string | null;
  readonly children: readonly {
    readonly run: string;
    readonly protocol: string;
    readonly life: Card["life"];
    readonly good: boolean | null;
  }[];
};

/** An event in lists; GET /api/runs/:run/log/:version returns its data. */
export type LogLine = {
  readonly seq: number;
  readonly run: string;
  readonly version: number;
  readonly type: string;
  readonly at: Time;
  /** `person:ana`, `agent:worker/codex`, `engine`. */
  readonly by: string;
  /** In its protocol's words, one line. */
  readonly told: string;
  /** The sender's job and lease. */
  readonly job: string | null;
  readonly fence: number | null;
};
/** GET /api/runs/:run/log?after=&limit=: oldest first, at most 1,000. */
export type LogPage = {
  readonly run: string;
  readonly newest: number;
  readonly lines: readonly LogLine[];
};
/** GET /api/runs/:run/search?words=&type=&by=&about=&to=&limit= */
export type Search = {
  readonly run: string;
  /** The range of searched versions. */
  readonly from: number;
  readonly to: number;
  /** Number of matches. */
  readonly count: number;
  /** Matching versions, newest first, at most `limit`. */
  readonly versions: readonly number[];
  /** The first matches, at most 200. */
  readonly lines: readonly LogLine[];
  /** Of all searched events. */
  readonly types: readonly { readonly name: string; readonly count: number }[];
  readonly senders: readonly { readonly name: string; readonly count: number }[];
};
/** GET /api/runs/:run/log/:version */
export type LogEvent = LogLine & {
  readonly data: unknown;
  readonly cause: string;
  readonly hash: string;
};

/** GET /api/runs/:run/course: times of its events; samples for a long run. */
export type Course = {
  readonly run: string;
  /** Events with times in ms since 1970, with fractions within a millisecond. Both increase, whatever the clocks of several machines said. */
  readonly points: readonly (readonly [version: number, at: number])[];
  /** Versions followed by a minute or more without events and work; the longest 24. */
  readonly quiet: readonly number[];
  /** Important events; above 120, each may stand for several. */
  readonly marks: readonly Mark[];
};

/** GET /api/runs/:run/timeline. `used`: usage of each, if its agent's program reported it here. */
export type Timeline = {
  readonly run: string;
  readonly version: number;
  readonly attempts: readonly (Attempt & {
    readonly used?: Pick<Sum, "input" | "output" | "cost">;
  })[];
};

/** GET /api/runs/:run/evidence?at=. `fresh`: whether its proof is of the current tree; null: it has no tree, it can't be measured, or `at` is in the past. */
export type Evidence = {
  readonly run: string;
  readonly version: number;
  readonly criteria: readonly (Criterion & { readonly fresh: boolean | null })[];
};

/** GET /api/runs/:run/files?at=. Texts: GET /api/runs/:run/file/PATH?at=; artifacts: GET their addresses; a proof's stored output: GET /api/runs/:run/outputs/DIGEST. */
export type FileList = {
  readonly run: string;
  readonly version: number;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly digest: string;
  }[];
  /** `path` is the displayed form, which may be sanitized; `address` is the plain ASCII URL. */
  readonly artifacts: readonly { readonly path: string; readonly address: string }[];
};
/** GET /api/runs/:run/changes?from=&to=: files that differ between two versions or times. null: missing. */
export type FileChanges = {
  readonly run: string;
  readonly changes: readonly {
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly cut: boolean;
  }[];
  /** Number of further ones beyond 200. */
  readonly left?: number;
};

/** GET /api/runs/:run/work?of=: changes by a run's work, or that of one of its jobs or units. `work` null: none, with the reason. */
export type WorkAnswer = { readonly work: WorkChanges | null; readonly why: string | null };
export type WorkChanges = Pick<
  Difference,
  "run" | "branch" | "unit" | "job" | "is" | "from" | "to"
> & {
  /** In lines; null: binary. */
  readonly files: readonly (Pick<Difference["files"][number], "path" | "added" | "removed"> & {
    readonly how: string;
  })[];
  /** Files that affect checks. */
  readonly checkFiles: readonly string[];
  /** As in `git diff`; `cut`: truncated. */
  readonly patch: string;
  readonly cut: boolean;
};

/** GET /api/runs/:run/work/counts: by unit, the number of files and lines changed by landed or waiting work; `all`: total of landed work, null if none. */
export type WorkCountsAnswer = WorkCounts & { readonly run: string };

/** GET /api/runs/:run/jobs/:fence/output?from=: the agent program's output so far, from a byte on. `kept`: the stored final version, which differs from the live one: read it from 0. */
export type Output = {
  readonly text: string;
  readonly next: number;
  readonly over: boolean;
  readonly kept: boolean;
};

/** GET /api/runs/:run/jobs/:fence/transcript?from=: the agent's actions. `brief`: its brief, in the first part only; null: unknown here. `resume`: how a person can continue its conversation; null: impossible. */
export type Transcript = {
  readonly brief: string | null;
  readonly events: readonly TranscriptEvent[];
  readonly next: number;
  readonly over: boolean;
  readonly kept: boolean;
  readonly resume: { readonly argv: readonly string[]; readonly root: string } | null;
};

/** GET /api/runs/:run/decisions/:key: a decision and its context. */
export type DecisionBrief = AskedDecision;

/** POST /api/runs/:run/commands/:type {data, id} and POST /api/runs/:run/decisions/:key {option, note, data, id}. */
export type Accepted = {
  readonly run: string;
  readonly version: number;
  readonly events: readonly LogLine[];
};
/** POST /api/runs: starts a run; POST /api/runs/:run/drive and /api/runs/:run/rest: starts or stops a runner of this server. */
export type Driven = { readonly run: string; readonly driven: boolean };
/** POST /api/runs/:run/check-again. */
export type CheckedByHand = Pick<CheckedAgain, "run" | "unit" | "ran" | "failed"> & {
  readonly driven: boolean;
};

/** GET /api/runs/:run/delivery */
export type DeliveryAhead = { readonly run: string } & Prospect;
/** POST /api/runs/:run/merge {sure, into} and /api/runs/:run/undo {merge}. */
export type Delivered = Pick<Step, "run" | "is" | "from" | "to" | "branch"> & {
  readonly uncommitted: readonly string[];
};
/** POST /api/runs/:run/drop {sure}. */
export type Dropped = {
  readonly run: string;
  readonly version: number;
  readonly aside: readonly string[];
};

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
