// Git as values for runs whose jobs work in places: commits, the references of the user's repository, and the folders that stand on commits.
import { digest } from "../../src/core/hash.ts";
import type { Path } from "../../src/core/row.ts";
import type { Commit } from "../../src/workspace/places.ts";
import type { Disk } from "./disk.ts";

export type Content = ReadonlyMap<Path, string>;
export type Made = Commit & { readonly parents: readonly string[]; readonly content: Content };
/** A place or checkout, by its folder. */
export type Slot = {
  readonly at: string;
  readonly merging: { readonly head: string; readonly files: readonly Path[] } | null;
};

export type Git = {
  readonly commits: ReadonlyMap<string, Made>;
  /** Of the user's repository. */
  readonly refs: Map<string, string>;
  readonly slots: Map<string, Slot>;
  /** The work in each landing. */
  readonly links: Map<string, string>;
  /** Branches that are checked out somewhere. */
  readonly out: Set<string>;
  /** `named`: the user's own commit, unless it is known with another content. */
  commit(content: Content, parents: readonly string[], named?: string | null): Made;
  of(commit: string): Made;
  /** Itself and all before it, nearest first. */
  line(commit: string): readonly string[];
  /** Whether `commit` descends from `from`, or is it. */
  descends(from: string, commit: string): boolean;
  /** The newest that both descend from. */
  fork(one: string, other: string): string | null;
  merged(
    head: string,
    work: string,
  ): { readonly content: Content; readonly files: readonly Path[] };
};

export const makeGit = (disk: Pick<Disk, "know">): Git => {
  const commits = new Map<string, Made>();
  const of = (commit: string): Made => {
    const found = commits.get(commit);
    if (found === undefined) throw new Error(`there is no commit ${commit}`);
    return found;
  };
  const line = (commit: string): readonly string[] => {
    const seen = new Set([commit]);
    for (const one of seen) for (const parent of commits.get(one)?.parents ?? []) seen.add(parent);
    return [...seen];
  };
  const links = new Map<string, string>();
  /** As merges see it: a landing descends from the work in it, too. */
  const linked = (commit: string): readonly string[] => {
    const seen = new Set([commit]);
    for (const one of seen) {
      for (const parent of commits.get(one)?.parents ?? []) seen.add(parent);
      const work = links.get(one);
      if (work !== undefined) seen.add(work);
    }
    return [...seen];
  };
  const git: Git = {
    commits,
    links,
    refs: new Map(),
    slots: new Map(),
    out: new Set(),
    of,
    line,
    commit(content, parents, named = null) {
      const tree = disk.know(content);
      if (named !== null && (commits.get(named)?.tree ?? tree) === tree) {
        const made = { commit: named, tree, parents, content };
        commits.set(named, made);
        return made;
      }
      // Whoever makes it once more makes another: it bears another time.
      const made = {
        commit: digest(`${tree} ${parents.join(" ")} ${commits.size}`).slice(0, 40),
        tree,
        parents,
        content,
      };
      commits.set(made.commit, made);
      return made;
    },
    descends: (from, commit) => line(commit).includes(from),
    fork(one, other) {
      const first = new Set(linked(one));
      return linked(other).find((commit) => first.has(commit)) ?? null;
    },
    merged(head, work) {
      const fork = git.fork(head, work);
      const before: Content = fork === null ? new Map<Path, string>() : of(fork).content;
      const [ours, theirs] = [of(head).content, of(work).content];
      const content = new Map(ours);
      const files: Path[] = [];
      for (const path of new Set([...before.keys(), ...theirs.keys()])) {
        const [was, own, other] = [before.get(path), ours.get(path), theirs.get(path)];
        if (other === was || other === own) continue;
        if (own !== was) {
          files.push(path);
          content.set(path, `<<<<<<< head\n${own ?? ""}\n=======\n${other ?? ""}\n>>>>>>> work\n`);
        } else if (other === undefined) content.delete(path);
        else content.set(path, other);
      }
      return { content, files: files.toSorted() };
    },
  };
  return git;
};
