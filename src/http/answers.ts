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

/** GET /api/here: what this server looks at. */
export type Here = {
  /** The working tree's folder, absolute. */
  readonly root: string;
  readonly version: string;
  /** Who clicks, as recorded: `person:ana`; an agent's where the server was started from within a job. */
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
    /** Pieces of the work alone: no planning, no check of the whole. `proved`: of those done. */
    readonly nodes: {
      readonly done: number;
      readonly proved: number;
      readonly of: number;
      readonly failed: number;
    };
    /** Something of it is under way or done, or was tried. */
    readonly begun: boolean;
    /** It is over, done and proved, and what landed isn't merged yet. */
    readonly toMerge: boolean;
    /** As agents' programs told. */
    readonly usage?: Pick<Sum, "input" | "output" | "cost">;
    /** Who works on what now. */
    readonly workers: readonly {
      readonly by: string | null;
      readonly subject: string;
      readonly role: string;
      readonly since: Time | null;
      /** Only where it is another machine's than the server's. */
      readonly on?: HeldOn;
    }[];
    /** What waits for a person: keys and questions, those of runs that it started included. */
    readonly decisions: readonly {
      readonly run: string;
      readonly key: string;
      readonly question: string;
      /** Since when it is known to wait. */
      readonly since: Time;
    }[];
    /** A runner drives it, whoever began that on this machine. */
    readonly driven: boolean;
    /** Work could begin or go on, and nobody is at it. */
    readonly idle: boolean;
  };

export type ShownNode = Picture["nodes"][number];

/** GET /api/runs/:run?at=. `at`: a version or a time. */
export type Shown = Picture & {
  /** The newest version; the picture's own `version` is an older one where `at` asked for it. */
  readonly newest: number;
  /** Between which versions it can be looked at, with the times of the first and the last event. */
  readonly span: { readonly from: Time; readonly to: Time };
  /** The runner that this server started for it, if one is at work, and its last words. */
  readonly runner: { readonly since: Time; readonly words: readonly string[] } | null;
  /** Where this server's is not at work: another of this machine that drives it, as a terminal's or that of the run which started it. */
  readonly elsewhere: { readonly pid: number; readonly since: Time } | null;
  /** Work could begin or go on, and nobody is at it. Of the past: no. */
  readonly idle: boolean;
  /** No runner is there to begin what comes next, whoever is at work meanwhile. Of the past: no. */
  readonly needsRunner: boolean;
  /** Why nobody on this machine can do what it needs, and what to do about that; null: somebody can, or it is of the past. */
  readonly lacks: { readonly text: string; readonly fits: string } | null;
  /** Where none is at work, and nothing has happened since: when the last one that this server started let go, and what it said before. */
  readonly lastWords?: { readonly at: Time; readonly words: readonly string[] };
  /** Its parent, and the runs that it started. */
  readonly parent: string | null;
  readonly children: readonly {
    readonly run: string;
    readonly protocol: string;
    readonly life: Card["life"];
    readonly good: boolean | null;
  }[];
};

/** An event as lists show it; its data is read by GET /api/runs/:run/log/:version. */
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
  /** The job and the lease that it was said under. */
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
  /** The versions between which events were searched. */
  readonly from: number;
  readonly to: number;
  /** How many events fit. */
  readonly count: number;
  /** Those that fit, the newest first, at most `limit`. */
  readonly versions: readonly number[];
  /** The first of them, at most 200. */
  readonly lines: readonly LogLine[];
  /** Of all events that were searched. */
  readonly types: readonly { readonly name: string; readonly count: number }[];
  readonly senders: readonly { readonly name: string; readonly count: number }[];
};
/** GET /api/runs/:run/log/:version */
export type LogEvent = LogLine & {
  readonly data: unknown;
  readonly cause: string;
  readonly hash: string;
};

/** GET /api/runs/:run/course: when its events happened; of a long run samples. */
export type Course = {
  readonly run: string;
  /** Events with their times in ms since 1970, fractions for those of the same millisecond. Both grow, whatever the clocks of several machines said. */
  readonly points: readonly (readonly [version: number, at: number])[];
  /** Versions after which nothing happened and nobody worked until the next event, for a minute or more; the longest 24. */
  readonly quiet: readonly number[];
  /** Telling events; where there are more than 120, several stand for one. */
  readonly marks: readonly Mark[];
};

/** GET /api/runs/:run/timeline. `used`: what each took, where its agent's program told that here. */
export type Timeline = {
  readonly run: string;
  readonly version: number;
  readonly attempts: readonly (Attempt & {
    readonly used?: Pick<Sum, "input" | "output" | "cost">;
  })[];
};

/** GET /api/runs/:run/evidence?at=. `fresh`: is its proof of the tree as it is now? null: it tells of no tree, it can't be measured, or `at` asked for another moment. */
export type Evidence = {
  readonly run: string;
  readonly version: number;
  readonly criteria: readonly (Criterion & { readonly fresh: boolean | null })[];
};

/** GET /api/runs/:run/files?at=. Texts: GET /api/runs/:run/file/PATH?at=; artifacts: GET their addresses; a proof's kept output: GET /api/runs/:run/outputs/DIGEST. */
export type FileList = {
  readonly run: string;
  readonly version: number;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly digest: string;
  }[];
  /** `path` is what is shown, and may have been made fit for that on the way; `address`, which is plain ASCII, is where it is. */
  readonly artifacts: readonly { readonly path: string; readonly address: string }[];
};
/** GET /api/runs/:run/changes?from=&to=: files that differ between two versions or times. null: it wasn't there. */
export type FileChanges = {
  readonly run: string;
  readonly changes: readonly {
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly cut: boolean;
  }[];
  /** How many more differ: 200 are told. */
  readonly left?: number;
};

/** GET /api/runs/:run/work?of=: what a run's work changed, or that of one of its jobs or units. `work` null: there is none, and why. */
export type WorkAnswer = { readonly work: WorkChanges | null; readonly why: string | null };
export type WorkChanges = Pick<
  Difference,
  "run" | "branch" | "unit" | "job" | "is" | "from" | "to"
> & {
  /** In lines; null: it is no text. */
  readonly files: readonly (Pick<Difference["files"][number], "path" | "added" | "removed"> & {
    readonly how: string;
  })[];
  /** Files by which checks go. */
  readonly checkFiles: readonly string[];
  /** As `git diff` tells it; `cut`: only its beginning. */
  readonly patch: string;
  readonly cut: boolean;
};

/** GET /api/runs/:run/work/counts: by unit, how many files and lines its landed or waiting work changed; `all`: all that landed, null where nothing has. */
export type WorkCountsAnswer = WorkCounts & { readonly run: string };

/** GET /api/runs/:run/jobs/:fence/output?from=: what the agent's program has written so far, from a byte on. `kept`: as it was kept at the end, which is another text than what came: to be read from 0. */
export type Output = {
  readonly text: string;
  readonly next: number;
  readonly over: boolean;
  readonly kept: boolean;
};

/** GET /api/runs/:run/jobs/:fence/transcript?from=: what its agent did. `brief`: what it was given, with the beginning alone; null: that isn't known here. `resume`: how a person goes on with its conversation; null: nobody can. */
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
export type Done = {
  readonly run: string;
  readonly version: number;
  readonly events: readonly LogLine[];
};
/** POST /api/runs: starts a run; POST /api/runs/:run/drive and /api/runs/:run/rest: begins or ends a runner of this server's. */
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

/** Every answer that isn't 200: 401, 403, 404, 409 (a refusal), 413, 429, 500, 503 (a fault). */
export type Problem =
  | { readonly refusal: Refusal }
  | { readonly fault: { readonly code: string; readonly text: string; readonly hint: string } };

/** What keeps the ledger from being read since then: it is asked again and again, and what was told before may be old. */
export type LedgerTrouble = {
  readonly since: Time;
  readonly code: string;
  readonly text: string;
  readonly hint: string;
};

/**
 * GET /api/live?run=: server-sent events. `rows` carry the seq of the last one as their id, so that a page that comes back with Last-Event-ID misses none;
 * `hint` says that something else of a run changed (leases, output, files); `trouble` that the ledger can't be read, and, with null, that it can be again.
 */
export type LiveRows = { readonly lines: readonly LogLine[] };
export type LiveHint = { readonly run: string | null };
export type LiveTrouble = { readonly trouble: LedgerTrouble | null };
