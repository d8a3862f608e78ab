// Delivery of a run's branch to reviewers: pushed and opened by `gh`, or as commands for the user.
import { isRecord } from "../../core/record.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { parsed } from "../../core/parsed.ts";
import { asTyped } from "../../core/shell-word.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../clean.ts";
import { fitted } from "../layout.ts";
import { type Answer, exits } from "../verb.ts";
import { removeBody, writeBody } from "./body-file.ts";
import type { Remote } from "./remote.ts";
import { type At, lastLine, type Output, usersProgram } from "./users-program.ts";

export type Request = {
  readonly run: string;
  readonly branch: string;
  /** The head of its work, which the branch may not show yet. */
  readonly head: string;
  /** What all that work began on. */
  readonly base: string;
  /** The branch that was checked out when the run began; null: none. */
  readonly onto: string | null;
  readonly title: string;
  readonly body: string;
  /** Not fully proved, or not over. */
  readonly draft: boolean;
};

const refspec = ({ head, branch }: Request): string => `${head}:refs/heads/${branch}`;

/** Commands for the user if nothing can be opened automatically. `known`: number of the open one; `isPushed`: the branch is on the remote. */
const commandsOf = (
  request: Request,
  { forge, name, repository }: Remote,
  file: string,
  known: string | null,
  isPushed: boolean,
): readonly string[] => {
  const { branch, onto, title, draft } = request;
  const typed = (...words: readonly string[]): string =>
    words.map((word) => asTyped(word)).join(" ");
  const push = isPushed ? [] : [typed("git", "push", name, refspec(request))];
  const repo = ["--repo", repository ?? ""];
  if (forge === "github" && known !== null)
    return [
      ...push,
      typed("gh", "pr", "edit", known, ...repo, "--title", title, "--body-file", file),
    ];
  const base = (flag: string): readonly string[] => (onto === null ? [] : [flag, onto]);
  const how = draft ? ["--draft"] : [];
  if (forge === "github")
    return [
      ...push,
      typed(
        "gh",
        "pr",
        "create",
        ...repo,
        ...base("--base"),
        "--head",
        branch,
        "--title",
        title,
        "--body-file",
        file,
        ...how,
      ),
    ];
  if (forge === null)
    return [...push, `# then open a pull request of ${branch}; its text is in ${asTyped(file)}`];
  const made = typed(
    "glab",
    "mr",
    "create",
    "--source-branch",
    branch,
    ...base("--target-branch"),
    "--title",
    title,
    ...how,
  );
  const asked = [
    "merge_request.create",
    ...(onto === null ? [] : [`merge_request.target=${onto}`]),
    `merge_request.title=${title}`,
  ];
  const options = asked.flatMap((option) => ["-o", option]);
  return [
    `${push.join("")} && ${made} --description "$(cat ${asTyped(file)})"`,
    `# or without glab: ${typed("git", "push", ...options, name, refspec(request))}`,
  ];
};

type Why = { readonly text: string; readonly known: string | null; readonly isPushed: boolean };

const prepared = (
  system: System,
  request: Request,
  remote: Remote,
  { text: why, known, isPushed }: Why,
): Answer => {
  const { run, branch, body } = request;
  const file = writeBody(system, run, body);
  const commands = commandsOf(request, remote, file, known, isPushed);
  return {
    exit: isPushed ? exits.waiting : exits.done,
    json: { run, branch, is: "prepared", why, body: file, commands },
    text: (page) =>
      [
        fitted(`${why}; type this yourself:`, page),
        ...commands.map((line) => `  ${line}`),
        `  its text: ${asTyped(file)}`,
      ].join("\n"),
  };
};

export type Open = { readonly number: number; readonly url: string };

/** The open one of a branch; null: none. A text: why that is unknown. */
export const openOf = async (
  at: At,
  repository: string,
  branch: string,
): Promise<Open | null | string> => {
  const listed = await usersProgram(
    [
      "gh",
      "pr",
      "list",
      "--head",
      branch,
      "--state",
      "open",
      "--json",
      "url,number,isCrossRepository",
      "--repo",
      repository,
    ],
    at,
  );
  if (listed.exit === null) return "gh isn't there to open a pull request with";
  const all = listed.exit === 0 ? parsed(listed.out) : null;
  if (!Array.isArray(all)) return `gh can't: ${lastLine(listed)}`;
  // Forks may have one from a branch of the same name.
  const open = all.filter(isRecord).find(({ isCrossRepository }) => isCrossRepository === false);
  return open === undefined ? null : { number: Number(open["number"]), url: String(open["url"]) };
};

type Opened = { readonly url: string; readonly is: "opened" | "brought up to date" };

/** By the user's `gh`; returns why it failed. */
const openOnGithub = async (
  at: At,
  request: Request,
  repository: string,
): Promise<Opened | Why> => {
  const not = (text: string, known: string | null = null): Why => ({ text, known, isPushed: true });
  const { branch, onto, title, body, draft } = request;
  const gh = (words: readonly string[], input = ""): Promise<Output> =>
    usersProgram(["gh", "pr", ...words, "--repo", repository], { ...at, input });
  const open = await openOf(at, repository, branch);
  if (typeof open === "string") return not(open);
  if (open !== null) {
    // `gh pr edit` requests features that many forges have removed.
    const [host = "", ...path] = repository.split("/");
    const pull = `repos/${path.join("/")}/pulls/${open.number}`;
    const patch = [
      "gh",
      "api",
      "--hostname",
      host,
      "--method",
      "PATCH",
      pull,
      "--silent",
      "-f",
      `title=${title}`,
      "-F",
      "body=@-",
    ];
    const edited = await usersProgram(patch, { ...at, input: body });
    return edited.exit === 0
      ? { url: open.url, is: "brought up to date" }
      : not(`gh can't bring it up to date: ${lastLine(edited)}`, String(open.number));
  }
  const words = ["create", "--head", branch, "--title", title, "--body-file", "-"];
  const made = await gh(
    [...words, ...(onto === null ? [] : ["--base", onto]), ...(draft ? ["--draft"] : [])],
    body,
  );
  const url = /https?:\/\/\S+/u.exec(made.out)?.[0];
  return made.exit === 0 && url !== undefined
    ? { url, is: "opened" }
    : not(`gh can't: ${lastLine(made)}`);
};

/** Refused: PUSH_REFUSED. */
export const sendOff = async (
  system: System,
  env: NodeJS.ProcessEnv,
  request: Request,
  remote: Remote,
): Promise<Answer | Refusal> => {
  const at = { cwd: system.root, env };
  const { run, branch } = request;
  const { forge, repository, name } = remote;
  if (forge !== "github" || repository === null) {
    const other = `Cairn opens no pull requests at ${cleanLine(remote.url)}`;
    return prepared(system, request, remote, {
      text: forge === "gitlab" ? `${name} is at GitLab` : other,
      known: null,
      isPushed: false,
    });
  }
  const push = await usersProgram(["git", "push", name, refspec(request)], at);
  if (push.exit !== 0)
    return refuse("PUSH_REFUSED", `${branch} can't be pushed to ${name}: ${lastLine(push)}`, {
      fits: "see whether you may push there, and whether others' commits are on that branch; then repeat",
    });
  const opened = await openOnGithub(at, request, repository);
  if (!("url" in opened)) return prepared(system, request, remote, opened);
  removeBody(system, run);
  const draft =
    request.draft && opened.is === "opened"
      ? " as a draft, since it isn't over, or not all of it is proved"
      : "";
  return {
    exit: exits.done,
    json: { run, branch, ...opened },
    text: (page) => fitted(`${opened.is}${draft}: ${opened.url}`, page),
  };
};
