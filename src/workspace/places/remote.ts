// Exchange of a run's commits between machines by the user's remote, never forced.
import { isFullId } from "../../core/commit-id.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { Fault } from "../../core/refusal.ts";
import { infoOf } from "../git/batch.ts";
import { diskRefusedIn } from "../git/disk-refused.ts";
import { type GitAnswer, lineOf, linesOf } from "../git/git.ts";
import type { Published, Site } from "../places.ts";
import { branchRef, landRefs, type Ref } from "./refs.ts";
import { askStore, descends, inStore, type Repository, treeOf, withRemote } from "./repository.ts";
import { isOfRun, signersForm } from "./theirs.ts";
import { workRef } from "./update-ref.ts";

const sentRef = (site: Site, commit: string): string => `${landRefs(site)}${commit}`;

/** The most informative line of the output of git and the remote. */
const errorLine = (err: string): string => {
  const lines = err.split("\n").filter((line) => line.trim() !== "");
  const told =
    lines.find((line) => /^(?:error|fatal|remote: (?:error|fatal)|ssh):?/iu.test(line)) ??
    lines.at(-1) ??
    "";
  return cleanLine(told).slice(0, 300);
};

const remoteFault = (remote: string, does: string, said: string): Fault =>
  new Fault(
    "REMOTE_FAILED",
    `${remote} can't be ${does}: ${said}`,
    `see whether \`git ls-remote ${remote}\` and a push to it work without asking anything; git.remote in cairn.config.json names it`,
  );

const talk = async (
  repository: Repository,
  remote: string,
  does: string,
  args: readonly string[],
): Promise<GitAnswer> => {
  let answer: GitAnswer;
  try {
    answer = await withRemote(repository, args, { also: [-1, 1, 128] });
  } catch (error) {
    if (error instanceof Fault && error.code === "GIT_OVERRUN")
      throw remoteFault(
        remote,
        does,
        error.message.replace(/^.* (?=heard nothing|was cut)/su, "it "),
      );
    throw error;
  }
  const full = args.includes("fetch") ? diskRefusedIn(repository.store, "fetch", answer.err) : null;
  if (full !== null) throw full;
  if (answer.exit !== 0 && !answer.out.includes("\t"))
    throw remoteFault(remote, does, errorLine(answer.err) || `git ended with ${answer.exit}`);
  return answer;
};

const quiet = ["--no-recurse-submodules", "--progress"] as const;
type Line = { readonly flag: string; readonly to: string; readonly said: string };

/** The result for each reference, in git's order. */
const pushRefs = async (
  repository: Repository,
  remote: string,
  specs: readonly string[],
): Promise<readonly Line[]> => {
  const how = ["--no-verify", "--no-follow-tags", "--no-signed", "--no-force-with-lease", ...quiet];
  const words = ["push", "--porcelain", ...how, "--", remote, ...specs];
  const answer = await talk(repository, remote, "pushed to", words);
  return linesOf(answer).flatMap((line) => {
    const [flag = "", names, said = ""] = line.split("\t");
    return names === undefined
      ? []
      : [{ flag, to: names.slice(names.indexOf(":") + 1), said: cleanLine(said).slice(0, 300) }];
  });
};

/** As seen by the store; history missing from a shallow clone is ignored. */
export const lacks = async (
  repository: Repository,
  commits: readonly string[],
): Promise<readonly string[]> => {
  const names = commits.map((commit) => `${commit}^{commit}`);
  const found = await infoOf(askStore(repository), names);
  return commits.filter((commit, at) => found[at]?.id !== commit);
};

const refsOn = async (
  repository: Repository,
  remote: string,
  prefix: string,
): Promise<readonly Ref[]> => {
  const words = ["ls-remote", "--refs", "--", remote, prefix, `${prefix}*`];
  const answer = await talk(repository, remote, "read", words);
  return linesOf(answer).flatMap((line) => {
    const [commit = "", ref] = line.split("\t");
    // Git matches the ends of names: it also lists `refs/backup/refs/heads/main`.
    return ref?.startsWith(prefix) === true
      ? [{ commit, ref, name: ref.slice(prefix.length) }]
      : [];
  });
};

/** The engine's own references; others below the same prefix are foreign. */
const sentOn = async (
  repository: Repository,
  site: Site,
  remote: string,
): Promise<readonly Ref[]> =>
  (await refsOn(repository, remote, landRefs(site))).filter(({ name }) => isFullId(name));

/** Retries for pushes that race with another machine's. */
const rounds = 3;

export const send = async (
  repository: Repository,
  site: Site,
  remote: string,
  commits: readonly string[],
): Promise<void> => {
  let missing: readonly string[] = [...new Set(commits)];
  for (let round = 1; missing.length > 0; round += 1) {
    const specs = missing.map((commit) => `${commit}:${sentRef(site, commit)}`);
    const refused = (await pushRefs(repository, remote, specs)).find(({ flag }) => flag === "!");
    if (refused === undefined) return;
    const there = new Set(
      (await sentOn(repository, site, remote)).map(({ name, commit }) => `${name} ${commit}`),
    );
    missing = missing.filter((commit) => !there.has(`${commit} ${commit}`));
    if (missing.length > 0 && round === rounds)
      throw remoteFault(remote, "pushed to", `${refused.said} at ${refused.to}`);
  }
};

/** By references only, without writing any of the user's. */
const fetchRefs = async (
  repository: Repository,
  site: Site,
  remote: string,
  refs: readonly Ref[],
): Promise<void> => {
  if (refs.length === 0) return;
  // With loose unpacking an interrupted fetch could leave a commit without its files.
  const whole = ["-c", "transfer.unpackLimit=1", "-c", "fetch.unpackLimit=1"];
  const how = ["--no-tags", "--no-write-fetch-head", "--no-prune", "--refmap=", ...quiet];
  const words = [...whole, "fetch", ...how, "--", remote, ...refs.map(({ ref }) => ref)];
  await talk(repository, remote, "fetched from", words);
  for (const { commit } of refs) await workRef(repository, site, commit);
};

export const bring = async (repository: Repository, site: Site, remote: string): Promise<void> => {
  const there = await sentOn(repository, site, remote);
  const commits = there.map(({ commit }) => commit);
  const absent = new Set(await lacks(repository, commits));
  const lacking = there.filter(({ commit }) => absent.has(commit));
  await fetchRefs(repository, site, remote, lacking);
};

/** The current commit of the remote's branch; null: another machine may have just moved it. */
const standsThere = async (
  repository: Repository,
  site: Site,
  remote: string,
  { branch, to, said }: { readonly branch: string; readonly to: string; readonly said: string },
): Promise<Published | null> => {
  const there = (await refsOn(repository, remote, branchRef(branch))).find(
    ({ name }) => name === "",
  );
  if (there === undefined) return null;
  const { commit } = there;
  if (commit === to) return { is: "shown" };
  if ((await lacks(repository, [commit])).length > 0)
    await fetchRefs(repository, site, remote, [there]);
  if (await descends(repository, commit, to)) return null;
  if (!(await descends(repository, to, commit))) return { is: "other", commit, said };
  const made = linesOf(await inStore(repository, ["log", signersForm, commit, `^${to}`]));
  // Another machine's landing that isn't known here yet.
  if (made.some((line) => isOfRun(site, line))) return { is: "shown" };
  const by = lineOf(await inStore(repository, ["log", "-1", "--format=%cn", commit])).slice(0, 60);
  const work = { commit, tree: await treeOf(repository, commit) };
  return { is: "theirs", work, by, count: made.length };
};

export const publish = async (
  repository: Repository,
  site: Site,
  remote: string,
  branch: string,
  to: string,
): Promise<Published> => {
  for (let round = 1; ; round += 1) {
    const refused = (await pushRefs(repository, remote, [`${to}:${branchRef(branch)}`])).find(
      ({ flag }) => flag === "!",
    );
    if (refused === undefined) return { is: "shown" };
    const { said } = refused;
    const found = await standsThere(repository, site, remote, { branch, to, said });
    if (found !== null) return found;
    // Lost races aren't a refusal.
    if (round === rounds && said.startsWith("[rejected]"))
      throw remoteFault(remote, "pushed to", said);
    if (round === rounds) return { is: "other", commit: null, said };
  }
};

export const withdraw = async (
  repository: Repository,
  site: Site,
  remote: string,
  keep: string | null,
): Promise<void> => {
  const there = (await sentOn(repository, site, remote)).filter(({ commit }) => commit !== keep);
  const specs = there.map(({ ref }) => `:${ref}`);
  if (specs.length > 0) await pushRefs(repository, remote, specs);
};
