// The port to the places where jobs work: repositories of their own beside the user's, and the way of their commits into it.
import type { Change } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";

export type Commit = { readonly commit: string; readonly tree: string };
/** Where the places of a run belong: the user's working tree by its root, the run by its id. `documents`: files or folders of the run's own in the tree; they never enter a landing. */
export type Site = {
  readonly root: string;
  readonly run: string;
  readonly documents: readonly Path[];
};
export type Author = { readonly name: string; readonly email: string };
/** A path that was left out. "document": an agent committed a document of the run. "message": a commit whose message seems to hold a secret, by its id. "special": neither file nor link. "beyond": the job wasn't to write there. */
export type Left = {
  readonly path: Path;
  readonly why:
    | "nested"
    | "large"
    | "secret"
    | "special"
    | "document"
    | "beyond"
    | "message"
    | "submodule";
};
/** Paths and patterns that are to be as in a commit. */
export type Pin = { readonly paths: readonly Path[]; readonly commit: string };
export type Taken =
  /** The place's tree and history are those of `from`, or the place is gone, or stands on what doesn't rest on it. */
  | { readonly is: "nothing"; readonly left: readonly Left[] }
  | {
      readonly is: "taken";
      readonly work: Commit;
      readonly commits: readonly string[];
      readonly left: readonly Left[];
    };
export type Merged =
  | { readonly is: "merged"; readonly merged: Commit }
  | { readonly is: "conflict"; readonly files: readonly Path[] };
/** `branch`: null where HEAD is detached. `uncommitted`: how many paths differ from HEAD. */
export type Start = Commit & {
  readonly branch: string | null;
  readonly uncommitted: number;
  readonly left: readonly Left[];
};
export type Moved =
  | { readonly is: "moved" }
  | { readonly is: "checkedOut" }
  | { readonly is: "foreign"; readonly commit: string | null };
/** What the run branch shows. theirs: commits of a person's on top of what landed, which are kept alive from then on. symbolic: it points to another reference. other: anything else. */
export type Shown =
  | { readonly is: "ours"; readonly commit: string | null }
  | { readonly is: "theirs"; readonly work: Commit; readonly by: string; readonly count: number }
  | { readonly is: "symbolic"; readonly to: string }
  | { readonly is: "other"; readonly commit: string };
/** `added`, `removed`: lines; null: binary. */
export type ChangedLines = Change & {
  readonly added: number | null;
  readonly removed: number | null;
};
/** From one commit to another. */
export type Span = { readonly from: string; readonly to: string };
/** Changed files and lines; files that are no text have no lines. */
export type LineSum = { readonly files: number; readonly added: number; readonly removed: number };
/** What a merge moved HEAD from and to; `branch` null: HEAD is detached. */
export type Step = { readonly from: string; readonly to: string; readonly branch: string | null };
export type Delivered =
  | ({ readonly is: "merged" } & Step)
  | { readonly is: "conflict"; readonly files: readonly Path[] }
  /** Another branch is checked out than the one it was to go into. */
  | { readonly is: "elsewhere"; readonly branch: string | null }
  /** It would change these, and the user has uncommitted changes in them. */
  | { readonly is: "touches"; readonly files: readonly Path[] }
  /** HEAD holds it already. `unsaid`: this run's merge that HEAD rests on, which a kill may have kept from being recorded. */
  | { readonly is: "nothing"; readonly unsaid: Step | null };
export type Undone =
  | { readonly is: "undone" }
  | { readonly is: "moved"; readonly head: string }
  | { readonly is: "pushed"; readonly ref: string }
  | { readonly is: "touches"; readonly files: readonly Path[] };

/** What a remote's branch shows after a commit was to be shown there. theirs: commits on top of it, which are in the store from then on. other: untouched; `commit` null: the remote takes none, in its words. */
export type Published =
  | { readonly is: "shown" }
  | Extract<Shown, { is: "theirs" }>
  | { readonly is: "other"; readonly commit: string | null; readonly said: string };

/** Paths at which a checkout differs from its commit, and those that are new there, ignored ones apart. */
export type Stood = { readonly changed: readonly Path[]; readonly beside: readonly Path[] };

/** Faults are git's and the disk's. Each call can be repeated after a kill at any instant. */
export type Places = {
  /** Why work can't be done in places here, with what to do; null: it can, as far as is asked: `files` starts no git. */
  unfit(root: string, by?: "git" | "files"): Promise<Refusal | null>;
  /** The git directory of the bare store, made if it isn't there: it sees the user's objects, and is what `Ground.at.git` names. */
  store(root: string): Promise<string>;
  /** HEAD, or with the user's uncommitted `changes` as a commit on it, or the commit `at`; kept alive by refs/cairn-land/<run>/0. */
  base(site: Site, from: { readonly changes: boolean; readonly at?: string }): Promise<Start>;
  /** The user's checkout as it is now: HEAD, or its uncommitted changes as a commit on it. Faults: REPOSITORY_EMPTY, CHECKOUT_UNFINISHED. */
  here(site: Site): Promise<Start>;
  /** The commit that is checked out; null: none yet. */
  head(site: Site): Promise<string | null>;
  /** The folder of a place for a writing job, absolute; always the same for the same key. Where the key has one at work, it is moved to the commit only if `fresh`. */
  open(site: Site, key: string, commit: string, fresh: boolean): Promise<string>;
  /** The folder of a place that is at work, and the commit that it was given; null: there is none. */
  folder(
    site: Site,
    key: string,
  ): Promise<{ readonly path: string; readonly commit: string | null } | null>;
  /** How many places and checkouts of a repository are at work, and above how many no free one is kept. */
  atWork(root: string): Promise<{ readonly busy: number; readonly most: number }>;
  /** The keys of a run's places that are at work. */
  keys(site: Site): Promise<readonly string[]>;
  /** What the repository of a place holds besides what is checked out there, in words: branches, a stash. */
  strays(site: Site, key: string): Promise<readonly string[]>;
  /** Paths at which a place differs from the commit that it was given. */
  touched(site: Site, key: string): Promise<readonly Path[]>;
  /** What was done in the place since `from`, as commits of the store. Ignored files stay out. */
  take(site: Site, key: string, from: string, author: Author, message: string): Promise<Taken>;
  /** Merges without a working tree. Documents of the run in the result are those of `head`. */
  merge(site: Site, head: string, work: string, message: string): Promise<Merged>;
  /** Puts the place on `work` with `head` half merged into it; the files with conflicts. */
  handBack(site: Site, key: string, work: string, head: string): Promise<readonly Path[]>;
  /** A clean checkout of a commit for a check or a reader. */
  checkout(site: Site, key: string, commit: string): Promise<string>;
  /** How the checkout of a key stands; with `was`, what differs besides is told and put back. */
  settle(site: Site, key: string, was: Stood | null): Promise<Stood>;
  /** Puts pinned paths of the checkout of a key as they are in another commit, or all back; the tree that lies there then. null: there is no such checkout. */
  pin(site: Site, key: string, to: Pin | null): Promise<string | null>;
  /** Where what a setup made is kept, by a digest of all that it depends on. */
  keptSetup(site: Site, key: string): Promise<string>;
  /** Copies what a setup made from one folder into another; false: not all of it is there. Takes the place of what lies there. */
  copySetup(from: string, to: string, makes: readonly Path[]): Promise<boolean>;
  /** Puts copies of documents into a place or checkout, by their paths in it, and follows no link; which of them are there. Its git takes the site's documents for ignored. */
  lend(
    site: Site,
    folder: string,
    files: Readonly<Record<Path, Uint8Array>>,
  ): Promise<readonly Path[]>;
  /** Gives the place and the checkout of a key back to the pool. */
  free(site: Site, key: string): Promise<void>;
  /** Brings a commit of the store into the user's repository, durably, under refs/cairn-land/<run>/<n>; the commit that stood there before. */
  keep(site: Site, n: number, commit: string): Promise<string | null>;
  /** The same on a machine that others' landings come to; one that went further stays. */
  follow(site: Site, n: number, commit: string): Promise<void>;
  /** Ends at once what talks with a remote now: REMOTE_FAILED. */
  cut(): void;
  /** Which commits aren't here. */
  lacks(site: Site, commits: readonly string[]): Promise<readonly string[]>;
  /** Sends commits to a remote, each under refs/cairn-land/<run>/<commit>. Fault REMOTE_FAILED. */
  send(site: Site, remote: string, commits: readonly string[]): Promise<void>;
  /** Brings what the remote has of a run under such references into the store. Fault REMOTE_FAILED. */
  bring(site: Site, remote: string): Promise<void>;
  /** Shows a commit on a branch of the remote, which is never forced. Fault REMOTE_FAILED: it can't be asked. */
  publish(site: Site, remote: string, branch: string, to: string): Promise<Published>;
  /** Removes what was sent of a run from a remote: all but `keep`. Branches stay. Fault REMOTE_FAILED. */
  withdraw(site: Site, remote: string, keep: string | null): Promise<void>;
  /** Moves the run branch by compare and swap. `checkedOut`: it is checked out somewhere and stays. `foreign`: something else is there, untouched; commit null: a symbolic reference. */
  moveBranch(site: Site, branch: string, to: string, from: string | null): Promise<Moved>;
  /** What stands on the run branch, whose head is `to`. */
  shown(site: Site, branch: string, to: string): Promise<Shown>;
  /** What the commits of a person's between two bring that a job's may not: secrets, files over 10 MB, repositories within. */
  screen(site: Site, from: string, to: string): Promise<readonly Left[]>;
  /** Keeps a commit that stands on the run branch under refs/cairn-aside/<run>/<n>, and moves the branch to `to`; the reference. null: it is checked out, or isn't there any more. `commit` null: a symbolic reference stands there, and what it pointed to is answered. */
  putBack(site: Site, branch: string, to: string, commit: string | null): Promise<string | null>;
  /** A name for a run branch that no branch has. */
  freeName(site: Site, name: string): Promise<string>;
  /** The newest commit that both descend from; the first one where they share none. */
  fork(site: Site, one: string, other: string): Promise<string>;
  changes(site: Site, from: string, to: string): Promise<readonly ChangedLines[]>;
  /** Only how much, of many at once, in their order; null: a commit of it isn't here. */
  lineSums(site: Site, spans: readonly Span[]): Promise<readonly (LineSum | null)[]>;
  patch(site: Site, from: string, to: string): Promise<string>;
  /** At most so many bytes of it, a share of that of each file, and always a patch that can be read. `cut`: there is more. */
  patchPart(
    site: Site,
    from: string,
    to: string,
    bytes: number,
  ): Promise<{ readonly text: string; readonly cut: boolean }>;
  /** What is under way in a place, or was done in a checkout, uncommitted too; null: there is none. */
  peek(site: Site, key: string): Promise<Commit | null>;
  /** Whether the folder has no repository but the one that Cairn keeps for it: its user commits nothing there, and what lands is delivered at once. */
  keeps(root: string): boolean;
  /** Merges a commit into what is checked out at the root: all or nothing. `into`: the branch that must be checked out; not given: whichever is. */
  deliver(site: Site, commit: string, message: string, into?: string | null): Promise<Delivered>;
  /** Moves what is checked out from `to` back to `from`, if HEAD is `to` and it wasn't pushed but as the run's own `branch`. Uncommitted changes of the user's that `base` holds are uncommitted again. */
  undo(
    site: Site,
    merge: {
      readonly from: string;
      readonly to: string;
      readonly branch: string;
      readonly base: string;
    },
  ): Promise<Undone>;
  /** A lock of the root's index that a killed move of ours left. `isHalf`: repeating the move finishes it and removes the lock. null: there is none. */
  killed(root: string): Promise<{ readonly lock: string; readonly isHalf: boolean } | null>;
  /** Removes that lock, but not one of a move that is to be finished. */
  unlock(root: string): Promise<void>;
  /** Files whose uncommitted changes the base holds. */
  usersChanges(site: Site, base: string): Promise<readonly Path[]>;
  /** Removes all places, checkouts and commits under way of a run; with `branch`, also that and refs/cairn-land/<run>/. The references under refs/cairn-aside/<run>/ that keep commits of others. */
  drop(site: Site, branch: string | null): Promise<readonly string[]>;
};
