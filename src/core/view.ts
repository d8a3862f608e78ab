// Types of the common view of all protocols, for status, graph, evidence and page.
import type { Digest, Path, Time } from "./row.ts";
import type { ContentAsk } from "./span.ts";

/** How a run ended, as a parent run, the exit code and the page need it. */
export type Ended = {
  readonly good: boolean;
  readonly summary: string;
  readonly output: Path | null;
  readonly artifacts: readonly Path[];
};

export type ViewNode = {
  readonly id: string;
  readonly label: string;
  /** What its protocol calls such a thing: `task`, `checkpoint`, `unit`, `story`. */
  readonly kind: string;
  /** It is no piece of the work: planning, a check of the whole, a stop on the way. */
  readonly beside?: true;
  /** What several stand together in, named for people: `wave 2`, `batch 3`, `epic 1: accounts`; not said: each stands by itself. */
  readonly group?: string;
  readonly status: "open" | "ready" | "running" | "done" | "failed" | "waiting";
  readonly after: readonly string[];
  /** Why it waits, in words; null if it doesn't. */
  readonly why: string | null;
  /** Of its criteria, as many as are proved; those of all nodes add up to the view's evidence. */
  readonly done: number;
  readonly of: number;
  /** Attempts at it that were not taken, of those that count now; not said: none, or it isn't known. */
  readonly returned?: number;
  /** What is under way, or comes next, is the last attempt that it has. */
  readonly last?: true;
  /** What is being tried, what went wrong last: one short line, or null. */
  readonly note: string | null;
  /** Of what failed, or was returned: why, and nothing else; not said: `note` tells it, or it isn't known. */
  readonly cause?: string;
  /** Of what is still to be begun: the role that somebody must have for it. */
  readonly role?: string;
  /** Who has that role here; null: nobody. The system says it, no protocol knows. */
  readonly by?: string | null;
  /** What its agents are told beside their brief. */
  readonly told?: Note;
};

/** What a person said to the agents that begin from then on. */
export type Note = { readonly text: string; readonly by: string; readonly at: Time };

/** The plain data behind status, graph and page. */
export type View = {
  /** What is wanted, in a line. */
  readonly title: string;
  /** What people call it besides: its slug, its session. */
  readonly name?: string;
  readonly phase: string;
  readonly status: "running" | "waiting" | "paused" | "ended";
  /** Mode, iteration, wave and the like, to stand beside the title in this order. */
  readonly facts: readonly string[];
  readonly nodes: readonly ViewNode[];
  readonly evidence: { readonly have: number; readonly of: number };
  /** A short phrase each: "1 captured", "1 waived by ana". */
  readonly claims: readonly string[];
  readonly bypasses: readonly string[];
  readonly warnings: readonly string[];
  /** The hand edit that stands refused, in one line. */
  readonly refused: string | null;
  /** What all its agents are told beside their brief. */
  readonly told?: Note;
};

/** A criterion as `cairn evidence` shows it. */
export type Criterion = {
  readonly unit: string;
  readonly number: number;
  readonly text: string;
  /** One of those that the view's evidence counts; false: the protocol's own word for the whole. */
  readonly counts: boolean;
  readonly status: "bare" | "unproved" | "captured" | "proved" | "failed" | "stale" | "waived";
  readonly check: string | null;
  readonly chosenBy: string | null;
  readonly proof: {
    readonly exit: number | null;
    /** Of the whole tree, or of `content` where the protocol proves that alone. */
    readonly tree: string | null;
    readonly content?: ContentAsk;
    /** Whose tree that is; absent: not known, or none. */
    readonly commit?: string;
    readonly at: Time;
    readonly by: string;
    readonly digest: Digest | null;
    readonly excerpt: string;
  } | null;
  /** Did it hold before the work began? null: not known. */
  readonly before: boolean | null;
  /** What an agent said, labelled; proves nothing. */
  readonly claim: string | null;
  readonly waived: string | null;
  /** Why its proof shows less than it seems to, a short sentence each. */
  readonly doubts?: readonly string[];
};

/** A role that somebody must have. `unlike`: a role whose agent may not have it too. `otherwise`: what a person may do instead of configuring one; `instead`: the same, before the run is made. `protocol`: no agent has it, but a run of that protocol; `program`: no agent has it, but the engine runs that program, looked for on PATH. */
export type Role = {
  readonly name: string;
  readonly unlike?: string;
  readonly otherwise?: string;
  readonly instead?: string;
  readonly protocol?: string;
  readonly program?: string;
};
