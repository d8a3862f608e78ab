// The state of a run, as plain JSON that is folded from events and kept in snapshots.
import type { Extras } from "../../core/kept-extras.ts";
import type { RefusedEdit } from "../../core/refused-edit.ts";
import type { Digest, Holder, Path, Time } from "../../core/row.ts";
import type {
  auditWords,
  autonomyWords,
  gateWords,
  issueWords,
  playingWords,
  reviewerWords,
  statusWords,
  storyWords,
} from "./words.ts";

export type Autonomy = (typeof autonomyWords)[number];
export type Status = (typeof statusWords)[number];
export type StoryStatus = (typeof storyWords)[number];
export type IssueStatus = (typeof issueWords)[number];

/** An id of the manifest; of an issue; what a gate is asked for. */
export type StoryId = string;
export type EpicId = number;
export type IssueId = string;
export type Gate = "brief" | "blueprint" | `story:${StoryId}`;
/** What planning makes besides the manifest. */
export type Part = "brief" | "prd" | "ux" | "architecture";

/** What something is about. */
export type Subject =
  | Part
  | "manifest"
  | "project"
  | `story-file:${StoryId}`
  | `story:${StoryId}`
  | `review:${StoryId}`;

/** A command that the engine runs, never by a shell. */
export type Check = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly timeout_ms: number;
};
/** What a pinned check came to when it was last run. `tree`: the proof's content afterwards; void: it was another before. */
export type CheckResult = {
  readonly exit: number | null;
  readonly passed: boolean;
  readonly void: boolean;
  readonly why: string | null;
  readonly tree: string | null;
  readonly at: Time;
  readonly output: Digest | null;
  readonly excerpt: string;
  /** It passes on an empty tree as well: it shows nothing. */
  readonly hollow?: boolean | undefined;
  /** It failed before on this same content. */
  readonly flipped?: boolean | undefined;
};

/** agent: the one that the configuration gives the role; hand: somebody outside, nobody is started. */
export type Playing = (typeof playingWords)[number];
export type Settings = {
  readonly roster: Readonly<Record<string, Playing>>;
  /** null: the QA protocol's. */
  readonly checks: readonly Check[] | null;
  readonly gates: readonly (typeof gateWords)[number][];
  readonly concurrency: number;
  readonly strikes: number;
  readonly issues_per_subject: number;
  readonly audit: (typeof auditWords)[number];
  readonly ux: boolean;
  readonly reviewer: (typeof reviewerWords)[number];
  readonly minutes: {
    readonly work: number;
    readonly review: number;
    readonly plan: number;
    readonly story: number;
    readonly check: number;
  };
  /** Of one key, before what came to nothing counts as a failure. */
  readonly attempts: number;
};

/** Who did something, as claimed. `role`: canonical, where the roster knows it. */
export type Author = { readonly role: string; readonly holder: Holder };
export type Verdict = { readonly n: number; readonly met: boolean; readonly how: string };
export type Story = {
  readonly id: StoryId;
  readonly title: string;
  readonly status: StoryStatus;
  /** Where its first work began. */
  readonly from: { readonly tree: string | null; readonly head: string | null } | null;
  /** `from` is the last tree that was known before: an edit of the file said that it began, and nobody knows when. */
  readonly earlier?: true;
  /** An edit of the file said that its last try began, and that it is done. */
  readonly told?: boolean;
  /** The content on which it was last judged unmet, and whether it was judged met on that same content since. */
  readonly unmet?: string | null;
  readonly overturned?: boolean;
  /** Criteria that the requirements name for it and its file, which has fewer, doesn't. */
  readonly missing?: readonly string[];
  readonly file: { readonly path: Path; readonly digest: Digest } | null;
  readonly criteria: readonly string[];
  readonly approved: boolean;
  /** The try whose work began last, when, and whether an edit by hand said so. */
  readonly started: { readonly tries: number; readonly at: Time; readonly hand: boolean } | null;
  readonly authors: readonly Author[];
  /** `tree`: the proof's content that was judged. */
  readonly review: {
    readonly tree: string | null;
    readonly by: Author;
    readonly verdicts: readonly Verdict[] | null;
  } | null;
  /** An edit of the file gave a review, which older ledgers hold and which counts for nobody's. */
  readonly edited?: true;
  /** Paths that its work changed, as the engine saw them. */
  readonly changed: readonly Path[];
  /** edited: by a review that an edit of the file gave, which older ledgers hold. */
  readonly settledBy: "verified" | "person" | "forced" | "adopted" | "edited" | null;
  readonly completedAt: Time | null;
  /** It had a strike or an issue, whether or not they still count. */
  readonly troubled: boolean;
  /** An Executor of the roster that its unknown key `agent` names. */
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
  /** When a responder took it, and whether an edit by hand said so. */
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

/** What the last attempt came to that gave no report which counts; told to whoever is next. `struck`: such attempts have cost a strike already. */
export type Slip = { readonly text: string; readonly struck: boolean };

/** All that is counted of one subject; absent: nothing yet, and tries stands at 1. */
export type Tally = {
  /** Grows with each strike, refused gate, answer, resolution, un-halt and reopening: part of its jobs' keys. */
  readonly tries: number;
  readonly strikes: readonly Strike[];
  readonly issues: number;
  readonly questions: number;
  /** The newest last, at most five. */
  readonly guidance: readonly string[];
  /** Absent: whoever was last at it gave a report that counts, or nobody was. */
  readonly slip?: Slip;
};

/** A bypass, shown and exported for ever. */
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
  /** An edit asked for autonomous: a person decides. */
  readonly autonomyAsked: boolean;
  readonly settings: Settings;
  readonly origin: string | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  readonly life: "live" | "paused" | "cancelled";
  readonly cancelled: string | null;
  /** Where the file lies now, from the root, once archived. */
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
  /** The time of the last entry, and how many there are. */
  readonly lastAt: Time;
  readonly entries: number;
  /** Times of the last entries, with those that their authors claimed: what a reference may name. */
  readonly recent: readonly { readonly at: Time; readonly claimed: string | null }[];
  readonly briefPath: Path;
  /** Digests of the files of what is finished; null: it isn't. */
  readonly parts: Readonly<Record<Part, Readonly<Record<Path, Digest>> | null>>;
  /** Digests at the blueprint's gate; null: not passed. */
  readonly pinned: Readonly<Record<Path, Digest>> | null;
  readonly drift: readonly { readonly path: Path; readonly digest: Digest | null }[];
  /** null until pinned, none only by a person's word. */
  readonly checks: readonly Check[] | null;
  readonly proposedChecks: readonly Check[];
  readonly proof: {
    /** The newest known content, without the files that roles may write while others are checked. */
    readonly tree: string | null;
    /** Indexes of the checks that passed on it. */
    readonly passed: readonly number[];
    readonly voids: number;
    /** Only grows. */
    readonly runs: number;
    readonly results: Readonly<Record<string, CheckResult>>;
  };
  /** The whole tree at the blueprint's gate, or where it began. */
  readonly base?: Digest;
  /** The newest whole tree in which no story that is begun later had begun. */
  readonly whole?: Digest;
  /** Changed since then by no story's work, and checks go by them. */
  readonly strays?: readonly Path[];
  readonly epics: readonly Epic[];
  readonly tallies: Readonly<Record<string, Tally>>;
  /** By job key: attempts that came to nothing. */
  readonly attempts: Readonly<Record<string, number>>;
  /** By gate: how often it was refused. */
  readonly refusals: Readonly<Record<string, number>>;
  /** By gate: what it showed when it last waited, and how often that changed; null: it was refused. */
  readonly asked?: Readonly<
    Record<string, { readonly shown: Digest | null; readonly changes: number }>
  >;
  /** Documents of waiting gates that were found to be others than what is recorded. */
  readonly found?: Readonly<Record<Path, Digest>>;
  readonly issues: readonly Issue[];
  readonly questions: readonly Question[];
  readonly bypasses: readonly Bypass[];
  readonly extras: readonly Extras[];
  readonly refused: RefusedEdit | null;
  /** What was read otherwise when the file was adopted; null: started here. */
  readonly adopted: readonly string[] | null;
};
