// Types of the common view of all protocols, for status, graph, evidence and page.
import type { Digest, Path, Time } from "./row.ts";
import type { ContentAsk } from "./span.ts";

/** How a run ended, for a parent run, the exit code and the page. */
export type Ended = {
  readonly good: boolean;
  readonly summary: string;
  readonly output: Path | null;
  readonly artifacts: readonly Path[];
};

export type ViewNode = {
  readonly id: string;
  readonly label: string;
  /** The protocol's noun for it: `task`, `checkpoint`, `unit`, `story`. */
  readonly kind: string;
  /** Not a piece of the work itself: planning, a check of the whole, a checkpoint. */
  readonly beside?: true;
  /** Display name of its group: `wave 2`, `batch 3`, `epic 1: accounts`; missing if it has none. */
  readonly group?: string;
  readonly status: "open" | "ready" | "running" | "done" | "failed" | "waiting";
  readonly after: readonly string[];
  /** Why it waits, in words; null if it doesn't. */
  readonly why: string | null;
  /** Number of proven criteria; the sum over all nodes is the view's evidence. */
  readonly done: number;
  readonly of: number;
  /** A person accepted it without proof. */
  readonly waived?: true;
  /** A person left it out. */
  readonly skipped?: true;
  /** Rejected attempts that count now; missing if none, or unknown. */
  readonly returned?: number;
  /** The current or next attempt is the last one. */
  readonly last?: true;
  /** The current attempt or the last failure: one short line, or null. */
  readonly note: string | null;
  /** For a failed or returned unit: only the reason; missing if `note` contains it, or it is unknown. */
  readonly cause?: string;
  /** For a unit that hasn't started: the required role. */
  readonly role?: string;
  /** The agent with that role here; null if none. Set by the system, because protocols don't know it. */
  readonly by?: string | null;
  /** Additional instructions for its agents. */
  readonly told?: Note;
};

/** A person's note to all agents that start later. */
export type Note = { readonly text: string; readonly by: string; readonly at: Time };

/** The plain data behind status, graph and page. */
export type View = {
  /** The goal, in one line. */
  readonly title: string;
  /** Another name that people use: its slug, its session. */
  readonly name?: string;
  readonly phase: string;
  readonly status: "running" | "waiting" | "paused" | "ended";
  /** Mode, iteration, wave and so on, shown next to the title in this order. */
  readonly facts: readonly string[];
  readonly nodes: readonly ViewNode[];
  /** `met`: how they are met, in words, where more than checks shows it: `2 met: 1 by a check, 1 judged`. */
  readonly evidence: { readonly have: number; readonly of: number; readonly met?: string };
  /** A short phrase each: "1 captured", "1 waived by ana". */
  readonly claims: readonly string[];
  readonly bypasses: readonly string[];
  readonly warnings: readonly string[];
  /** The last refused hand edit that still stands, in one line. */
  readonly refused: string | null;
  /** Additional instructions for all its agents. */
  readonly told?: Note;
};

/** A criterion as `cairn evidence` shows it. */
export type Criterion = {
  readonly unit: string;
  readonly number: number;
  readonly text: string;
  /** Included in the view's evidence; false for the protocol's own criteria for the whole. */
  readonly counts: boolean;
  readonly status: "bare" | "unproved" | "captured" | "proved" | "failed" | "stale" | "waived";
  readonly check: string | null;
  readonly chosenBy: string | null;
  readonly proof: {
    readonly exit: number | null;
    /** The proven tree; with `content`, the protocol proves only that part of it. */
    readonly tree: string | null;
    readonly content?: ContentAsk;
    /** The commit of that tree; missing if unknown, or none. */
    readonly commit?: string;
    readonly at: Time;
    readonly by: string;
    readonly digest: Digest | null;
    readonly excerpt: string;
  } | null;
  /** Whether it held before the work; null if unknown. */
  readonly before: boolean | null;
  /** An agent's statement, labelled as such; proves nothing. */
  readonly claim: string | null;
  readonly waived: string | null;
  /** Why its proof is weaker than it seems, one short sentence each. */
  readonly doubts?: readonly string[];
};

/** A required role. `unlike`: a role that must have another agent. `otherwise`: what a person can do instead of configuring one; `instead`: the same, before the run exists. `protocol`: a run of that protocol does it; `program`: the engine runs that program, found on PATH. */
export type Role = {
  readonly name: string;
  readonly unlike?: string;
  readonly otherwise?: string;
  readonly instead?: string;
  readonly protocol?: string;
  readonly program?: string;
};
