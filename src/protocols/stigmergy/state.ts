// The state of a run, as plain JSON that is folded from events and kept in snapshots.
import type { Extras } from "../../kit/document/unknown-keys.ts";
import type { RefusedEdit } from "../../kit/edits/refused-edit.ts";
import type { Digest, Holder, Path, Time } from "../../core/row.ts";
import type * as words from "./words.ts";

export type Autonomy = (typeof words.autonomyWords)[number];
export type Status = (typeof words.statusWords)[number];
export type StoryStatus = (typeof words.storyWords)[number];
export type IssueStatus = (typeof words.issueWords)[number];

/** Ids of the manifest; id of an issue; the unit of a gate. */
export type StoryId = string;
export type EpicId = number;
export type IssueId = string;
export type Gate = "brief" | "blueprint" | `story:${StoryId}`;
/** Documents that planning makes in addition to the manifest. */
export type Part = "brief" | "prd" | "ux" | "architecture";

/** The subject of a count, issue or question. */
export type Subject =
  | Part
  | "manifest"
  | "project"
  | `story-file:${StoryId}`
  | `story:${StoryId}`
  | `review:${StoryId}`;

/** A command that the engine runs without a shell. */
export type Check = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly timeout_ms: number;
};
/** Last result of a pinned check. `tree`: the content under proof afterwards; void: it changed during the check. */
export type CheckResult = {
  readonly exit: number | null;
  readonly passed: boolean;
  readonly void: boolean;
  readonly why: string | null;
  readonly tree: string | null;
  readonly at: Time;
  readonly output: Digest | null;
  readonly excerpt: string;
  /** It passes on an empty tree, too, so it proves nothing. */
  readonly hollow?: boolean | undefined;
  /** It failed before on this same content. */
  readonly flipped?: boolean | undefined;
};

/** `agent`: the configured agent; `hand`: someone outside, so no agent is launched. */
export type Playing = (typeof words.playingWords)[number];
export type Settings = {
  readonly roster: Readonly<Record<string, Playing>>;
  /** null: use those of the QA protocol. */
  readonly checks: readonly Check[] | null;
  readonly gates: readonly (typeof words.gateWords)[number][];
  readonly concurrency: number;
  readonly strikes: number;
  readonly issues_per_subject: number;
  readonly audit: (typeof words.auditWords)[number];
  readonly ux: boolean;
  readonly reviewer: (typeof words.reviewerWords)[number];
  readonly minutes: {
    readonly work: number;
    readonly review: number;
    readonly plan: number;
    readonly story: number;
    readonly check: number;
  };
  /** Attempts of one key before missing results count as a failure. */
  readonly attempts: number;
};

/** Author of an action, as claimed. `role`: canonical if in the roster. */
export type Author = { readonly role: string; readonly holder: Holder };
export type Verdict = { readonly n: number; readonly met: boolean; readonly how: string };
export type Story = {
  readonly id: StoryId;
  readonly title: string;
  readonly status: StoryStatus;
  /** The tree when its first work began. */
  readonly from: { readonly tree: string | null; readonly head: string | null } | null;
  /** `from` is an earlier tree: an edit of the file reported the start, and its time is unknown. */
  readonly earlier?: true;
  /** One edit of the file reported both start and end of its last attempt. */
  readonly told?: boolean;
  /** The content last judged unmet, and whether the same content was judged met since. */
  readonly unmet?: string | null;
  readonly overturned?: boolean;
  /** Criteria in the requirements that are missing in its file, if that has fewer. */
  readonly missing?: readonly string[];
  readonly file: { readonly path: Path; readonly digest: Digest } | null;
  readonly criteria: readonly string[];
  readonly approved: boolean;
  /** The attempt whose work began last, when, and whether a hand edit reported it. */
  readonly started: { readonly tries: number; readonly at: Time; readonly hand: boolean } | null;
  readonly authors: readonly Author[];
  /** `tree`: the reviewed content under proof. */
  readonly review: {
    readonly tree: string | null;
    readonly by: Author;
    readonly verdicts: readonly Verdict[] | null;
  } | null;
  /** Paths that its work changed, as the engine saw them. */
  readonly changed: readonly Path[];
  readonly settledBy: "verified" | "person" | "forced" | "adopted" | null;
  readonly completedAt: Time | null;
  /** It ever had a strike or an issue, even if no longer counted. */
  readonly troubled: boolean;
  /** An Executor of the roster, named by the unknown key `agent`. */
  readonly builder: string | null;
};
export type Epic = {
  readonly id: EpicId;
  readonly title: string;
  readonly stories: readonly Story[];
  readonly audit: "none" | "due" | "over";
};

export type Strike = {
  readonly at: Time;
  readonly kind: "work" | "review" | "garbage" | "timeout" | "check";
  readonly reason: string;
};
export type Issue = {
  readonly id: IssueId;
  readonly at: Time;
  readonly status: IssueStatus;
  readonly summary: string;
  readonly refs: readonly Time[];
  readonly subject: Subject;
  readonly solution: string | null;
  /** When a responder took it, and whether a hand edit reported it. */
  readonly taken: { readonly at: Time; readonly hand: boolean } | null;
  /** Of its responder. */
  readonly slip?: Slip;
};
export type Question = {
  readonly id: number;
  readonly subject: Subject;
  readonly text: string;
  readonly by: string;
  readonly open: boolean;
};

/** Why the last attempt gave no valid report; passed on to the next one. `struck`: such attempts have already cost a strike. */
export type Slip = { readonly text: string; readonly struck: boolean };

/** All counts of one subject; missing: none yet, and `tries` is 1. */
export type Tally = {
  /** Grows with each strike, refused gate, answer, resolution, un-halt and reopening; part of its jobs' keys. */
  readonly tries: number;
  readonly strikes: readonly Strike[];
  readonly issues: number;
  readonly questions: number;
  /** Newest last, at most five. */
  readonly guidance: readonly string[];
  /** Missing: the last attempt gave a valid report, or there was none. */
  readonly slip?: Slip;
};

/** A bypass; always shown and exported. */
export type Bypass = {
  readonly what: string;
  readonly by: string;
  readonly reason: string;
  readonly at: Time;
};

export type State = {
  readonly run: string;
  readonly name: string;
  readonly goal: string;
  readonly autonomy: Autonomy;
  /** An edit requested autonomous mode; a person decides. */
  readonly autonomyAsked: boolean;
  readonly settings: Settings;
  readonly origin: string | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  readonly life: "live" | "paused" | "cancelled";
  readonly cancelled: string | null;
  /** Path of the archived file, relative to the root. */
  readonly archive: Path | null;
  readonly status: Status;
  readonly halted: {
    readonly from: Status;
    readonly subject: Subject | null;
    readonly reason: string;
    readonly at: Time;
  } | null;
  /** The signal of the last entry. */
  readonly signal: string;
  /** The time of the last entry, and the number of entries. */
  readonly lastAt: Time;
  readonly entries: number;
  /** Times of the last entries, with the times that their authors claimed; references may name either. */
  readonly recent: readonly { readonly at: Time; readonly claimed: string | null }[];
  readonly briefPath: Path;
  /** Digests of the files of finished parts; null if unfinished. */
  readonly parts: Readonly<Record<Part, Readonly<Record<Path, Digest>> | null>>;
  /** Digests at the blueprint's gate; null if not passed. */
  readonly pinned: Readonly<Record<Path, Digest>> | null;
  readonly drift: readonly { readonly path: Path; readonly digest: Digest | null }[];
  /** null until pinned; empty only by a person's decision. */
  readonly checks: readonly Check[] | null;
  readonly proposedChecks: readonly Check[];
  readonly proof: {
    /** The newest known content, without files that roles may write during checks. */
    readonly tree: string | null;
    /** Indexes of the checks that passed on it. */
    readonly passed: readonly number[];
    readonly voids: number;
    /** Only grows. */
    readonly runs: number;
    readonly results: Readonly<Record<string, CheckResult>>;
  };
  /** The whole tree at the blueprint's gate, or at the start. */
  readonly base?: Digest;
  /** The newest whole tree from before the start of any later story. */
  readonly whole?: Digest;
  /** Check inputs that changed since then outside of any story's work. */
  readonly strays?: readonly Path[];
  readonly epics: readonly Epic[];
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Attempts without result, by job key. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Number of refusals, by gate. */
  readonly refusals: Readonly<Record<string, number>>;
  /** By gate: what it last showed while waiting, and how often that changed; null after a refusal. */
  readonly asked?: Readonly<
    Record<string, { readonly shown: Digest | null; readonly changes: number }>
  >;
  /** Documents of waiting gates whose content differs from the recorded one. */
  readonly found?: Readonly<Record<Path, Digest>>;
  readonly issues: readonly Issue[];
  readonly questions: readonly Question[];
  readonly bypasses: readonly Bypass[];
  readonly extras: readonly Extras[];
  readonly refused: RefusedEdit | null;
  /** What adoption interpreted differently; null if the run was started here. */
  readonly adopted: readonly string[] | null;
};
