// Foreign content of the run branch: a person's commits on top, or anything else, which is set aside.
import { headOf } from "../git/head.ts";
import type { LeftOut, BranchState, Site } from "../places.ts";
import { isCheckedOut } from "./branch.ts";
import { asideRefs, branchRef, isLanding, landRefs, type Ref, refAt, refsBelow } from "./refs.ts";
import { descends, durable, inUsers, type Repository } from "./repository.ts";
import { screenHistory } from "./screen.ts";
import { lineOf, linesOf } from "../git/git.ts";
import { updateRef } from "./update-ref.ts";

const takenRef = (site: Site, commit: string): string => `${landRefs(site)}taken/${commit}`;

/** A commit in one line: the runs in its trailers, and its committer's address. */
export const signersForm = "--format=%(trailers:key=Cairn-Run,valueonly,separator=%x20) %ce";
/** Whether such a line is of an agent's commit, or of a landing of the run, which bears its user's name. */
export const isOfRun = ({ run }: Pick<Site, "run">, line: string): boolean =>
  line.endsWith("@cairn.invalid") || line.split(" ").slice(0, -1).includes(run);

/** Whether it continues one landing, or taken commits of a person, and restores nothing that the run dropped. */
const isOnTop = async (
  repository: Repository,
  site: Site,
  commit: string,
  to: string,
): Promise<boolean> => {
  const refs = (...which: readonly string[]): Promise<readonly Ref[]> =>
    refsBelow(inUsers, repository, landRefs(site), ...which);
  if ((await refs(`--merged=${commit}`, `--no-merged=${to}`)).some(isLanding)) return false;
  const bases = linesOf(
    await inUsers(repository, ["merge-base", "--all", to, commit], { also: [1] }),
  );
  const known = (await refs(`--merged=${to}`)).flatMap(({ name, commit: one }) =>
    name === "0" || name.startsWith("work/") ? [] : [one],
  );
  // A person may have merged the landings of other runs.
  const others = ["--not", `--exclude=${landRefs(site)}*`, "--glob=refs/cairn-land/*"];
  const words = ["log", "--no-show-signature", signersForm, commit, `^${to}`, ...others];
  const by = linesOf(await inUsers(repository, words));
  // Commits with an agent's identity didn't come through a job.
  return (
    bases.length === 1 &&
    bases.every((base) => known.includes(base)) &&
    !by.some((line) => isOfRun(site, line))
  );
};

const hasLanded = async (repository: Repository, site: Site, commit: string): Promise<boolean> =>
  (await refsBelow(inUsers, repository, landRefs(site), `--points-at=${commit}`)).some(isLanding);

export const branchState = async (
  repository: Repository,
  site: Site,
  branch: string,
  to: string,
): Promise<BranchState> => {
  const commit = await refAt(repository, branchRef(branch));
  if (
    commit === null ||
    commit === to ||
    (await descends(repository, commit, to)) ||
    (await hasLanded(repository, site, commit))
  )
    return { is: "ours", commit };
  if (!(await isOnTop(repository, site, commit, to))) return { is: "other", commit };
  const told = await inUsers(repository, [
    "log",
    "-1",
    "--no-show-signature",
    "--format=%T%n%cn",
    commit,
  ]);
  const [tree = "", by = ""] = lineOf(told).split("\n");
  const count = Number(
    lineOf(await inUsers(repository, ["rev-list", "--count", commit, `^${to}`])),
  );
  await updateRef(inUsers, repository, [takenRef(site, commit), commit], { env: durable });
  return { is: "theirs", work: { commit, tree }, by: by.slice(0, 60), count };
};

/** Their documents never land, and content of their checkout was theirs before. */
export const screenTheirs = async (
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly LeftOut[]> => {
  const head = await headOf(repository.user);
  return screenHistory(repository, {
    from,
    head: to,
    known: head === null ? [] : [head],
    documents: [],
  });
};

/** The reference that already keeps a commit, or the next number. */
const asideRef = async (repository: Repository, site: Site, commit: string): Promise<string> => {
  const refs = await refsBelow(inUsers, repository, asideRefs(site));
  const same = refs.find((one) => one.commit === commit);
  const last = Math.max(
    0,
    ...refs.map(({ name }) => Number(name)).filter((n) => Number.isInteger(n)),
  );
  return same?.ref ?? `${asideRefs(site)}${last + 1}`;
};

/** Stores the commit before its reference may be changed. */
export const setAside = async (
  repository: Repository,
  site: Site,
  commit: string,
): Promise<string> => {
  const ref = await asideRef(repository, site, commit);
  await updateRef(inUsers, repository, [ref, commit], { env: durable });
  return ref;
};

export const putBack = async (
  repository: Repository,
  site: Site,
  branch: string,
  to: string,
  commit: string,
): Promise<string | null> => {
  if (await isCheckedOut(repository, branch)) return null;
  const kept = await setAside(repository, site, commit);
  const words = ["-m", "cairn: put back", branchRef(branch), to, commit];
  return (await updateRef(inUsers, repository, words, { also: [1, 128], env: durable })).exit === 0
    ? kept
    : null;
};
