// Delivery into the user's checkout, and its undo.
import { rmSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import { branchOf, headOf } from "../git/head.ts";
import type { Delivered, Site, Step, Undone } from "../places.ts";
import { headMoved, moveCheckout } from "./move.ts";
import { userIn } from "../places/customs.ts";
import { bringToUser } from "../places/keep.ts";
import { mergeTrees } from "../places/merge.ts";
import { commitTree, descends, inUsers, type Repository } from "../places/repository.ts";
import { clearKilled, recordPath, writeRecord } from "./under-way.ts";
import { mergedChanges } from "./users-changes.ts";
import { lineOf, linesOf } from "../git/git.ts";
import { parsed } from "../../core/json/parsed.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { workRef } from "../places/update-ref.ts";

/** One list for each commit that a merge began on. */
const pathOf = (repository: Repository, from: string): string => recordPath(repository, `-${from}`);

const forgetThere = (repository: Repository, from: string): void => {
  const path = pathOf(repository, from);
  onDisk("remove", path, () => rmSync(path, { force: true }));
};

const noteThere = (repository: Repository, from: string, names: readonly string[]): void => {
  if (names.length === 0) forgetThere(repository, from);
  else writeRecord(pathOf(repository, from), names);
};

const thereBefore = (repository: Repository, from: string): readonly string[] => {
  const value = parsed(trimmedText(pathOf(repository, from)) ?? "");
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
};

export const headIn = async (repository: Repository): Promise<string> => {
  const head = await headOf(repository.user);
  if (head !== null) return head;
  throw new Fault(
    "REPOSITORY_EMPTY",
    `${repository.root} has no commit at HEAD`,
    "check a branch with commits out, then repeat",
  );
};

const reasonOf = ({ run }: Site): string => `cairn: merge ${run}`;

/** HEAD's reflog tells whether a merge of the run was its last change. */
export const unsaidIn = async (
  repository: Repository,
  site: Site,
  branch: string | null,
): Promise<Step | null> => {
  const log = await inUsers(
    repository,
    ["log", "--walk-reflogs", "--max-count=2", "--format=%H %gs", "HEAD"],
    { also: [128] },
  );
  const [last = "", before = ""] = lineOf(log).split("\n");
  if (last.slice(last.indexOf(" ") + 1) !== reasonOf(site) || before === "") return null;
  const [from = "", to = ""] = [before, last].map((line) => line.slice(0, line.indexOf(" ")));
  return { from, to, branch };
};

export const deliver = async (
  repository: Repository,
  site: Site,
  commit: string,
  message: string,
  into?: string | null,
  on?: string,
): Promise<Delivered> => {
  const branch = await branchOf(repository.user);
  if (into !== undefined && into !== branch) return { is: "elsewhere", branch };
  const from = await headIn(repository);
  if (on !== undefined && on !== from) throw headMoved(repository, `it is at ${from}`);
  if (await descends(repository, commit, from)) {
    await clearKilled(repository);
    return { is: "nothing", unsaid: await unsaidIn(repository, site, branch) };
  }
  let to = commit;
  if (!(await descends(repository, from, commit))) {
    const { tree, conflicts } = await mergeTrees(repository, from, commit);
    if (conflicts.length > 0) return { is: "conflict", files: conflicts };
    to = await commitTree(
      repository,
      tree,
      [from, commit],
      message,
      (await userIn(repository)) ?? undefined,
    );
    await workRef(repository, site, to);
  }
  const bring = (): Promise<void> => bringToUser(repository, site, to);
  const touched = await moveCheckout(repository, {
    from,
    to,
    branch,
    reason: reasonOf(site),
    bring,
    there: (names) => noteThere(repository, from, names),
  });
  if (touched.length > 0) return { is: "touches", files: touched };
  return { is: "merged", from, to, branch };
};

/** Where it was published: a remote branch, other than the run's own, which only shows it. */
const pushedTo = async (
  repository: Repository,
  commit: string,
  own: string,
): Promise<string | null> => {
  const refs = await inUsers(repository, [
    "for-each-ref",
    "--format=%(refname)",
    `--contains=${commit}`,
    "refs/remotes",
  ]);
  return linesOf(refs).find((ref) => !ref.endsWith(`/${own}`)) ?? null;
};

export const undo = async (
  repository: Repository,
  site: Site,
  {
    from,
    to,
    branch,
    base,
  }: { readonly from: string; readonly to: string; readonly branch: string; readonly base: string },
): Promise<Undone> => {
  const checkedOut = await branchOf(repository.user);
  const head = await headIn(repository);
  // An undo that was killed, or the user's own reset.
  if (head === from || !(await descends(repository, to, head))) {
    await clearKilled(repository);
    return { is: "gone", head };
  }
  if (head !== to) return { is: "moved", head };
  const keeps = [
    ...new Set([
      ...(await mergedChanges(repository, base, from, to)),
      ...thereBefore(repository, from),
    ]),
  ];
  const ref = await pushedTo(repository, to, branch);
  if (ref !== null) return { is: "pushed", ref };
  const touched = await moveCheckout(repository, {
    from: to,
    to: from,
    branch: checkedOut,
    reason: `cairn: undo ${site.run}`,
    bring: async () => {},
    keeps,
  });
  if (touched.length > 0) return { is: "touches", files: touched };
  forgetThere(repository, from);
  return { is: "undone" };
};
