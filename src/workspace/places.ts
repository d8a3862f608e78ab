// The port to the places where jobs work: repositories of their own beside the user's, and the way of their commits into it.
import type { Change } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";

export type Commit = { readonly commit: string; readonly tree: string };
/** Where the places of a run belong: the user's working tree by its root, the run by its id. `documents`: files or folders of the run's own in the tree; they never enter a landing. */
export type Site = { readonly root: string; readonly run: string; readonly documents: readonly Path[] };
export type Author = { readonly name: string; readonly email: string };
/** A path that was left out. "document": an agent committed a document of the run. "special": neither file nor link. "beyond": the job wasn't to write there. */
export type Left = { readonly path: Path; readonly why: "nested" | "large" | "secret" | "special" | "document" | "beyond" };
export type Taken =
  /** The place's tree and history are those of `from`, or the place is gone, or stands on what doesn't rest on it. */
  | { readonly is: "nothing"; readonly left: readonly Left[] }
  | { readonly is: "taken"; readonly work: Commit; readonly commits: readonly string[]; readonly left: readonly Left[] };
export type Merged = { readonly is: "merged"; readonly merged: Commit } | { readonly is: "conflict"; readonly files: readonly Path[] };
/** `branch`: null where HEAD is detached. `uncommitted`: how many paths differ from HEAD. */
export type Start = Commit & { readonly branch: string | null; readonly uncommitted: number; readonly left: readonly Left[] };
export type Moved = { readonly is: "moved" } | { readonly is: "checkedOut" } | { readonly is: "foreign"; readonly commit: string };
/** `added`, `removed`: lines; null: binary. */
export type ChangedLines = Change & { readonly added: number | null; readonly removed: number | null };
/** What a merge moved HEAD from and to; `branch` null: HEAD is detached. */
export type Step = { readonly from: string; readonly to: string; readonly branch: string | null };
export type Delivered =
  | ({ readonly is: "merged" } & Step)
  | { readonly is: "conflict"; readonly files: readonly Path[] }
  /** It would change these, and the user has uncommitted changes in them. */
  | { readonly is: "touches"; readonly files: readonly Path[] }
  /** HEAD holds it already. `unsaid`: this run's merge that HEAD rests on, which a kill may have kept from being recorded. */
  | { readonly is: "nothing"; readonly unsaid: Step | null };
export type Undone =
  | { readonly is: "undone" }
  | { readonly is: "moved"; readonly head: string }
  | { readonly is: "pushed"; readonly ref: string }
  | { readonly is: "touches"; readonly files: readonly Path[] };

/** Paths at which a checkout differs from its commit, and those that are new there, ignored ones apart. */
export type Stood = { readonly changed: readonly Path[]; readonly beside: readonly Path[] };

/** Faults are git's and the disk's. Each call can be repeated after a kill at any instant. */
export type Places = {
  /** Why work can't be done in places here, with what to do; null: it can. */
  unfit(root: string): Promise<Refusal | null>;
  /** The git directory of the bare store, made if it isn't there: it sees the user's objects, and is what `Ground.at.git` names. */
  store(root: string): Promise<string>;
  /** HEAD, or with the user's uncommitted `changes` as a commit on it, or the commit `at`; kept alive by refs/cairn-land/<run>/0. */
  base(site: Site, from: { readonly changes: boolean; readonly at?: string }): Promise<Start>;
  /** The user's checkout as it is now: HEAD, or its uncommitted changes as a commit on it. Faults: REPOSITORY_EMPTY. */
  here(site: Site): Promise<Start>;
  /** The folder of a place for a writing job, absolute; always the same for the same key. Where the key has one at work, it is moved to the commit only if `fresh`. */
  open(site: Site, key: string, commit: string, fresh: boolean): Promise<string>;
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
  /** Where what a setup made is kept, by a digest of all that it depends on. */
  keptSetup(site: Site, key: string): Promise<string>;
  /** Copies what a setup made from one folder into another; false: not all of it is there. Takes the place of what lies there. */
  copySetup(from: string, to: string, makes: readonly Path[]): Promise<boolean>;
  /** Puts copies of documents into a place or checkout, by their paths in it, and follows no link; which of them are there. Its git takes the site's documents for ignored. */
  lend(site: Site, folder: string, files: Readonly<Record<Path, Uint8Array>>): Promise<readonly Path[]>;
  /** Gives the place and the checkout of a key back to the pool. */
  free(site: Site, key: string): Promise<void>;
  /** Brings a commit of the store into the user's repository, durably, under refs/cairn-land/<run>/<n>. */
  keep(site: Site, n: number, commit: string): Promise<void>;
  /** Moves the run branch by compare and swap. `checkedOut`: it is checked out somewhere and stays. `foreign`: something else is there, untouched. */
  moveBranch(site: Site, branch: string, to: string, from: string | null): Promise<Moved>;
  /** The newest commit that both descend from; the first one where they share none. */
  fork(site: Site, one: string, other: string): Promise<string>;
  changes(site: Site, from: string, to: string): Promise<readonly ChangedLines[]>;
  patch(site: Site, from: string, to: string): Promise<string>;
  /** What is under way in a place, or was done in a checkout, uncommitted too; null: there is none. */
  peek(site: Site, key: string): Promise<Commit | null>;
  /** Merges a commit into what is checked out at the root: all or nothing. */
  deliver(site: Site, commit: string, message: string): Promise<Delivered>;
  /** Moves what is checked out from `to` back to `from`, if HEAD is `to` and it wasn't pushed. */
  undo(site: Site, from: string, to: string): Promise<Undone>;
  /** Removes all places, checkouts and commits under way of a run; with `branch`, also that and refs/cairn-land/<run>/. */
  drop(site: Site, branch: string | null): Promise<void>;
};
