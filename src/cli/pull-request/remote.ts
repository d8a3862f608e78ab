// Remote for a run's branch, and its repository at GitHub, by the remote's address.
import { refuse, type Refusal } from "../../core/refusal.ts";
import { type At, type Output, usersProgram } from "./users-program.ts";

/** `repository`: `host/owner/name` at GitHub; null: elsewhere, or unknown from its address. */
export type Remote = {
  readonly name: string;
  readonly url: string;
  readonly repository: string | null;
};

/** `https://host/owner/name.git`, `ssh://git@host:22/owner/name`, `git@host:owner/name`. */
const repositoryIn = (url: string): string | null => {
  const found =
    /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/u.exec(url) ??
    /^(?:[^/@:]+@)?([^/:]+):(?!\/\/)([^/].*)$/u.exec(url);
  const [, host, path] = found ?? [];
  if (host === undefined || path === undefined) return null;
  const name = path.replace(/\/+$/u, "").replace(/\.git$/u, "");
  return name.includes("/") ? `${host}/${name}` : null;
};

const isGithub = (repository: string): boolean =>
  /(?:^|\.)github\b/u.test(repository.split("/")[0] ?? "");

const git = (at: At, ...words: readonly string[]): Promise<Output> =>
  usersProgram(["git", ...words], at);
/** Whether there is a remote to push to. */
export const hasRemote = async (at: At): Promise<boolean> =>
  (await git(at, "remote")).out.trim() !== "";
const lineOf = ({ exit, out }: Output): string | null =>
  exit === 0 && out.trim() !== "" ? out.trim() : null;

/**
 * The named one; else that of the run's initial branch, `origin`, or the only one. Refused: REMOTE_NONE, REMOTE_UNKNOWN.
 * @param onto the branch that the run began on; null: none was checked out
 */
export const remoteOf = async (
  at: At,
  onto: string | null,
  named: string | null,
): Promise<Remote | Refusal> => {
  const listed = await git(at, "remote");
  if (listed.exit !== 0)
    return refuse(
      "REMOTE_NONE",
      `git tells of no remote here: ${listed.err.trim().split("\n").at(-1) ?? ""}`,
      { fits: "git remote add origin URL, then repeat" },
    );
  const names = listed.out.split("\n").filter((name) => name !== "");
  const own =
    onto === null ? null : lineOf(await git(at, "config", "--get", `branch.${onto}.remote`));
  const usual =
    [own, "origin"].find((name) => name !== null && names.includes(name)) ??
    (names.length === 1 ? names[0] : undefined);
  const name = named ?? usual;
  if (name === undefined)
    return names.length === 0
      ? refuse("REMOTE_NONE", "this repository has no remote to push to", {
          fits: "git remote add origin URL, then repeat",
        })
      : refuse("REMOTE_UNKNOWN", "which remote is meant isn't clear", {
          fits: `--remote NAME: ${names.join(", ")}`,
        });
  if (!names.includes(name))
    return refuse("REMOTE_UNKNOWN", `there is no remote ${name}`, {
      fits: `there are: ${names.join(", ") || "none"}`,
    });
  const url = lineOf(await git(at, "config", "--get", `remote.${name}.url`)) ?? "";
  const repository = repositoryIn(url);
  return { name, url, repository: repository !== null && isGithub(repository) ? repository : null };
};
