// Port to the places where jobs work: separate repositories beside the user's, and their commits' way into it.
import type { Change } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";

export type Commit = { readonly commit: string; readonly tree: string };
/** The owner of places: the user's working tree by root, the run by id. `documents`: the run's own files or folders in the tree, which never land. `keep`: paths and patterns of what lands although it looks like a tool's. `beside`: untracked files and folders that the user had when the run began, which stay the user's. */
export type Site = {
  readonly root: string;
  readonly run: string;
  readonly documents: readonly Path[];
  readonly keep?: readonly Path[] | undefined;
  readonly beside?: readonly Path[] | undefined;
};
/** What a repository's commits are like. `user`: null: git knows no name and address of its user. `unmet`: what it demands and landings don't have, a phrase each. */
export type Customs = {
  readonly user: Author | null;
  /** Of the last 50 commits. */
  readonly subjects: readonly string[];
  readonly signsOff: boolean;
  readonly unmet: readonly string[];
};
/** Author and committer of a commit. */
export type Signers = { readonly author: Author; readonly committer: Author };
export type Author = { readonly name: string; readonly email: string };
/** A path that was left out. "document": an agent committed a document of the run. "message": the id of a commit whose message seems to contain a secret. "special": neither file nor link. "beyond": outside the job's permitted paths. "litter": new, uncommitted and a tool's; "pointer": of Git LFS, its contents are nowhere here. "demand": asks git for programs that the repository didn't ask for before. "refused": git refuses it in a repository that checks what it gets. "committed": such, but an agent committed it, and it lands. "link": it leads out of the tree, and lands. "before": untracked since before the run began. */
export type LeftOut = {
  readonly path: Path;
  readonly why:
    | "nested"
    | "large"
    | "secret"
    | "special"
    | "document"
    | "beyond"
    | "litter"
    | "committed"
    | "message"
    | "submodule"
    | "pointer"
    | "demand"
    | "refused"
    | "link"
    | "before";
};
/** Paths and patterns to restore from a commit. */
export type Pin = { readonly paths: readonly Path[]; readonly commit: string };
export type Collected =
  /** Tree and history of the place equal those of `from`, or the place is gone or doesn't descend from it. */
  | { readonly is: "nothing"; readonly left: readonly LeftOut[] }
  | {
      readonly is: "taken";
      readonly work: Commit;
      readonly commits: readonly string[];
      readonly left: readonly LeftOut[];
    };
/** What a merge's commit is. both: a merge commit. landing: one commit on the head, whose work stays linked to it. theirs: a person's commits as they are where they rest on the head, else a merge commit. */
export type MergedAs = "both" | "landing" | "theirs";
/** `as`: both by default. `files`: of these the result has what another commit has, whatever both sides did. */
export type MergeHow = {
  readonly as?: MergedAs;
  readonly by?: Signers | null;
  readonly files?: { readonly paths: readonly Path[]; readonly of: string } | undefined;
};
/** `commit`: whose tree it has. */
export type Rewritten = {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly message: string;
};
export type Merged =
  | { readonly is: "merged"; readonly merged: Commit }
  | { readonly is: "conflict"; readonly files: readonly Path[] };
/** `branch`: null if HEAD is detached. `uncommitted`: number of paths that differ from HEAD. `beside`: untracked files and folders that the commit lacks. */
export type Start = Commit & {
  readonly branch: string | null;
  readonly uncommitted: number;
  readonly beside: readonly Path[];
  readonly left: readonly LeftOut[];
};
export type Moved =
  | { readonly is: "moved" }
  | { readonly is: "checkedOut" }
  | { readonly is: "foreign"; readonly commit: string };
/** The state of the run branch. theirs: a person's commits on top of the head, which are kept alive from then on. other: anything else. */
export type BranchState =
  | { readonly is: "ours"; readonly commit: string | null }
  | { readonly is: "theirs"; readonly work: Commit; readonly by: string; readonly count: number }
  | { readonly is: "other"; readonly commit: string };
/** `added`, `removed`: lines; null: binary. */
export type ChangedLines = Change & {
  readonly added: number | null;
  readonly removed: number | null;
};
/** From one commit to another. */
export type Span = { readonly from: string; readonly to: string };
/** Changed files and lines; non-text files have no lines. */
export type LineSum = { readonly files: number; readonly added: number; readonly removed: number };
/** How a merge moved HEAD; `branch` null: HEAD is detached. */
export type Step = { readonly from: string; readonly to: string; readonly branch: string | null };
export type Delivered =
  | ({ readonly is: "merged" } & Step)
  | { readonly is: "conflict"; readonly files: readonly Path[] }
  /** A different branch than the target is checked out. */
  | { readonly is: "elsewhere"; readonly branch: string | null }
  /** It would change files in which the user has uncommitted changes. */
  | { readonly is: "touches"; readonly files: readonly Path[] }
  /** HEAD contains it already. `unsaid`: this run's merge below HEAD that a kill may have kept from being recorded. */
  | { readonly is: "nothing"; readonly unsaid: Step | null };
/** A run's landings from `base` to `head`; `delivered`: its last merge, by which `to` holds all up to that head. */
export type LandedSpan = {
  readonly base: string;
  readonly head: string;
  readonly delivered: {
    readonly head: string;
    readonly to: string;
    readonly branch: string | null;
  } | null;
};
/** How the checked out commit `from` stands to what a run landed. holds: nothing is missing, also after a squash, rebase or cherry-pick. follows: a merge brings the run's work alone. apart: it lacks what the run began on, so that a merge would bring that, too: `along`, as short ids and subjects. `since`: the landings up to it are there. `merged`: the branch that the run's last merge went into still has it. */
export type Reach = {
  readonly from: string;
  readonly branch: string | null;
  readonly merged: boolean;
} & (
  | { readonly is: "holds" }
  | { readonly is: "follows" }
  | { readonly is: "apart"; readonly since: string; readonly along: readonly string[] }
);
/** plain: no more commits than needed. squash: one commit. merge: a merge commit. */
export type PutHow = {
  readonly as: "plain" | "squash" | "merge";
  readonly message: string;
  /** To be pushed, and reviewed for this branch; null or gone: what is checked out. The commit is brought into the user's repository. Absent: to be delivered. */
  readonly review?: string | null;
};
export type Onto =
  | { readonly is: "follows" }
  /** `below`: the run's head itself is in it. */
  | { readonly is: "holds"; readonly unsaid: Step | null; readonly below: boolean }
  | {
      readonly is: "conflict";
      readonly files: readonly Path[];
      readonly along: readonly string[];
    }
  /** `to`: rests on `from`, the checked out commit. */
  | {
      readonly is: "put";
      readonly from: string;
      readonly to: Commit;
      readonly apart: boolean;
      readonly along: readonly string[];
    };
export type Undone =
  /** `head`: what is checked out lacked the merge already. */
  | { readonly is: "undone" }
  | { readonly is: "gone"; readonly head: string }
  | { readonly is: "moved"; readonly head: string }
  | { readonly is: "pushed"; readonly ref: string }
  | { readonly is: "touches"; readonly files: readonly Path[] };

/** The state of a remote's branch after publishing a commit. theirs: commits on top of it, which are now in the store. other: untouched; `commit` null: the remote refused, in its words. */
export type Published =
  | { readonly is: "shown" }
  | Extract<BranchState, { is: "theirs" }>
  | { readonly is: "other"; readonly commit: string | null; readonly said: string };

/** Paths where a checkout differs from its commit, and new unignored paths. */
export type Stood = { readonly changed: readonly Path[]; readonly beside: readonly Path[] };

export type Included = { readonly files: readonly Path[]; readonly left: readonly string[] };

/** Faults are git's and the disk's. Each call can be repeated after a kill at any point. */
export type Places = {
  /** Why places can't be used here, with the remedy; null: they can. `changes`: with uncommitted changes, too. */
  unfit(root: string, changes?: boolean): Promise<Refusal | null>;
  /** The git directory of the bare store, created if missing: it sees the user's objects, and is the value of `Ground.at.git`. */
  store(root: string): Promise<string>;
  /** HEAD, optionally with the user's uncommitted `changes` as a commit on it, or the commit `at`; kept alive by refs/cairn-land/<run>/0. */
  base(site: Site, from: { readonly changes: boolean; readonly at?: string }): Promise<Start>;
  /** The user's current checkout: HEAD, or its uncommitted changes as a commit on it. Faults: REPOSITORY_EMPTY, CHECKOUT_UNFINISHED. */
  here(site: Site): Promise<Start>;
  /** Submodules at a commit that places leave empty, since the user's repository hasn't what fills them. */
  emptyModules(site: Site, commit: string): Promise<readonly Path[]>;
  /** The checked out commit; null: none yet. */
  head(site: Site): Promise<string | null>;
  /** The checked out branch; null: none. */
  branch(site: Site): Promise<string | null>;
  /** The absolute folder of a place for a writing job; always the same for the same key. An active place is moved to the commit only if `fresh`. */
  open(site: Site, key: string, commit: string, fresh: boolean): Promise<string>;
  /** The folder of an active place, and its initial commit; null: none. */
  folder(
    site: Site,
    key: string,
  ): Promise<{ readonly path: string; readonly commit: string | null } | null>;
  /** The keys of a run's active places. */
  keys(site: Site): Promise<readonly string[]>;
  /** What the repository of a place has besides its checkout, in words: branches, a stash. */
  strays(site: Site, key: string): Promise<readonly string[]>;
  /** Paths where a place differs from its initial commit. */
  touched(site: Site, key: string): Promise<readonly Path[]>;
  /** Work done in the place since `from`, as commits of the store. Ignored files stay out. */
  take(site: Site, key: string, from: string, author: Author, message: string): Promise<Collected>;
  /** Merges without a working tree. Documents of the run in the result are those of `head`. */
  merge(site: Site, head: string, work: string, message: string, how?: MergeHow): Promise<Merged>;
  /** What the commits before this one are like, and what the repository demands of them. */
  customs(site: Site, commit: string): Promise<Customs>;
  /** Resets the place to `work` with `head` half merged into it; returns the conflicting files. */
  handBack(site: Site, key: string, work: string, head: string): Promise<readonly Path[]>;
  /** A commit of the store with another one's tree, but for files that have the content of a key's checkout. */
  withFiles(site: Site, key: string, files: readonly Path[], to: Rewritten): Promise<Commit>;
  /** A clean checkout of a commit for a check or a reader. */
  checkout(site: Site, key: string, commit: string): Promise<string>;
  /** The state of a key's checkout; with `was`, reports and reverts other differences. */
  settle(site: Site, key: string, was: Stood | null): Promise<Stood>;
  /** Sets pinned paths of a key's checkout to their content in another commit, or restores all; returns the resulting tree. null: no such checkout. */
  pin(site: Site, key: string, to: Pin | null): Promise<string | null>;
  /** Untracked files of the user's checkout that patterns in the syntax of .gitignore match, without links and dependencies, up to a limit. `left`: what isn't among them and why, in words. */
  included(site: Site, patterns: readonly string[]): Promise<Included>;
  /** Where a setup's output is kept, by a digest of all that it depends on. `run`: whose work made it, with which it is dropped; null: serves all. */
  keptSetup(site: Site, run: string | null, key: string): Promise<string>;
  /** What is in a folder of the paths and patterns that a setup makes. */
  made(folder: string, makes: readonly Path[]): readonly Path[];
  /** Keeps a setup's output for the next checkout, if it is complete. `there`: what was there before, which belongs to the commit. */
  keepSetup(
    from: string,
    kept: string,
    makes: readonly Path[],
    there: readonly Path[],
  ): Promise<void>;
  /** Copies the first kept output that is there into a folder, through no link and over no file that only a pattern matches; false: none is kept. */
  copySetup(kept: readonly string[], to: string, makes: readonly Path[]): Promise<boolean>;
  /** Copies documents into a place or checkout without following links; returns those that are there. Its git ignores the site's documents. */
  lend(
    site: Site,
    folder: string,
    files: Readonly<Record<Path, Uint8Array>>,
  ): Promise<readonly Path[]>;
  /** Returns the place and the checkout of a key to the pool. */
  free(site: Site, key: string): Promise<void>;
  /** Copies a commit of the store into the user's repository, durably, as refs/cairn-land/<run>/<n>; returns the commit that was there before. */
  keep(site: Site, n: number, commit: string): Promise<string | null>;
  /** The same on a machine that receives others' landings; a newer one stays. */
  follow(site: Site, n: number, commit: string): Promise<void>;
  /** Aborts current communication with remotes: REMOTE_FAILED. */
  cut(): void;
  /** The missing commits. */
  lacks(site: Site, commits: readonly string[]): Promise<readonly string[]>;
  /** Pushes commits to a remote, each as refs/cairn-land/<run>/<commit>. Fault REMOTE_FAILED. */
  send(site: Site, remote: string, commits: readonly string[]): Promise<void>;
  /** Fetches such references of a run from the remote into the store. Fault REMOTE_FAILED. */
  bring(site: Site, remote: string): Promise<void>;
  /** Pushes a commit to a branch of the remote, never forced. Fault REMOTE_FAILED: unreachable. */
  publish(site: Site, remote: string, branch: string, to: string): Promise<Published>;
  /** Removes a run's pushed references from a remote, except `keep`. Branches stay. Fault REMOTE_FAILED. */
  withdraw(site: Site, remote: string, keep: string | null): Promise<void>;
  /** Moves the run branch by compare and swap. `checkedOut`: it is checked out somewhere and stays. `foreign`: something else is there, untouched. */
  moveBranch(site: Site, branch: string, to: string, from: string | null): Promise<Moved>;
  /** The state of the run branch, whose head is `to`. */
  shown(site: Site, branch: string, to: string): Promise<BranchState>;
  /** Forbidden content that a person's commits between the two add: secrets, files over 10 MB, nested repositories. */
  screen(site: Site, from: string, to: string): Promise<readonly LeftOut[]>;
  /** Stores a commit of the run branch as refs/cairn-aside/<run>/<n>, and moves the branch to `to`; returns the reference. null: checked out, or gone. */
  putBack(site: Site, branch: string, to: string, commit: string): Promise<string | null>;
  /** A name for a run branch that no branch has. */
  freeName(site: Site, name: string): Promise<string>;
  /** The merge base of both; the first one if they share none. */
  fork(site: Site, one: string, other: string): Promise<string>;
  changes(site: Site, from: string, to: string): Promise<readonly ChangedLines[]>;
  /** Sums only, for many at once, in order; null: one of its commits is missing. */
  lineSums(site: Site, spans: readonly Span[]): Promise<readonly (LineSum | null)[]>;
  patch(site: Site, from: string, to: string): Promise<string>;
  /** Whole files of at most that many bytes, those with the smallest patches first. `cut`: some are missing. */
  patchPart(
    site: Site,
    from: string,
    to: string,
    bytes: number,
  ): Promise<{ readonly text: string; readonly cut: boolean }>;
  /** Work in progress in a place, or done in a checkout, including uncommitted changes; null: none. */
  peek(site: Site, key: string): Promise<Commit | null>;
  /** Whether the folder's only repository is the one that Cairn maintains: its user commits nothing there, and landed work is delivered at once. */
  keeps(root: string): boolean;
  /** Files below these paths whose content the checked out commit lacks. Untracked ones count where git tracks another one there; ignored ones don't. */
  uncommitted(site: Site, paths: readonly Path[]): Promise<readonly Path[]>;
  /** How the checked out commit stands to what a run landed. Fault REPOSITORY_EMPTY. */
  reach(site: Site, landed: LandedSpan): Promise<Reach>;
  /** Makes the commit to deliver, if the run's head itself can't be. */
  onto(site: Site, landed: LandedSpan, how: PutHow): Promise<Onto>;
  /** Merges a commit into the checkout at the root: all or nothing. `into`: the branch that must be checked out; absent: any. `on`: the commit that must be checked out, else fault HEAD_MOVED. */
  deliver(
    site: Site,
    commit: string,
    message: string,
    into?: string | null,
    on?: string,
  ): Promise<Delivered>;
  /** Moves the checkout from `to` back to `from` if HEAD is `to` and wasn't pushed except as the run's own `branch`. Uncommitted changes of the user in `base` become uncommitted again. */
  undo(
    site: Site,
    merge: {
      readonly from: string;
      readonly to: string;
      readonly branch: string;
      readonly base: string;
    },
  ): Promise<Undone>;
  /** A killed move of ours, with the lock of the root's index if it is still there. `isHalf`: repeating the move finishes it. null: none. */
  killed(root: string): Promise<{ readonly lock: string | null; readonly isHalf: boolean } | null>;
  /** Removes that lock, unless its move is to be finished. */
  unlock(root: string): Promise<void>;
  /** Files whose uncommitted changes the base contains. */
  usersChanges(site: Site, base: string): Promise<readonly Path[]>;
  /** Removes all places, checkouts and pending commits of a run; with `branch`, also that and refs/cairn-land/<run>/. Returns the references under refs/cairn-aside/<run>/ that keep other people's commits. */
  drop(site: Site, branch: string | null): Promise<readonly string[]>;
};
