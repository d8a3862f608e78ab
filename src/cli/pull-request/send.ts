// A run's branch on its way to reviewers: pushed and opened by `gh`, or the commands that its user types himself.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/record.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { parsed } from "../../core/parsed.ts";
import { asTyped } from "../../core/shell-word.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../clean.ts";
import { type Answer, exits } from "../verb.ts";
import type { Remote } from "./remote.ts";
import { type Said, usersProgram } from "./users-program.ts";

export type Request = {
  readonly run: string;
  readonly branch: string;
  /** The branch that was checked out as the run began; null: none. */
  readonly onto: string | null;
  readonly title: string;
  readonly body: string;
  /** Not all of it is proved, or the run isn't over. */
  readonly draft: boolean;
};

type At = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

/** What to type where nothing can be opened for its user. */
const commandsOf = ({ branch, onto, title }: Request, { forge, name, repository }: Remote, file: string): readonly string[] => {
  const base = onto ?? "main";
  const typed = (...words: readonly string[]): string => words.map((word) => asTyped(word)).join(" ");
  const push = typed("git", "push", name, branch);
  if (forge === "github")
    return [
      push,
      typed("gh", "pr", "create", "--repo", repository ?? "", "--base", base, "--head", branch, "--title", title, "--body-file", file),
    ];
  if (forge === null) return [push, `# then open a pull request of ${branch} into ${base}; its text is in ${asTyped(file)}`];
  const made = typed("glab", "mr", "create", "--source-branch", branch, "--target-branch", base, "--title", title);
  const asked = ["merge_request.create", `merge_request.target=${base}`, `merge_request.title=${title}`].flatMap((option) => [
    "-o",
    option,
  ]);
  return [
    `${push} && ${made} --description "$(cat ${asTyped(file)})"`,
    `# or without glab: ${typed("git", "push", ...asked, name, branch)}`,
  ];
};

const prepared = (system: System, request: Request, remote: Remote, why: string): Answer => {
  const { run, branch, body } = request;
  const file = join(system.workspace.home, `pull-request-${run}.md`);
  writeFileSync(file, body, { mode: 0o600 });
  const commands = commandsOf(request, remote, file);
  return {
    exit: exits.done,
    json: { run, branch, is: "prepared", why, body: file, commands },
    text: () => [`${why}; type this yourself:`, ...commands.map((line) => `  ${line}`), `  its text: ${asTyped(file)}`].join("\n"),
  };
};

const lastLine = ({ out, err }: Said): string => cleanLine((err.trim() || out.trim()).split("\n").at(-1) ?? "");

type Opened = { readonly url: string; readonly is: "opened" | "brought up to date" };

/** By `gh`, as its user has it; a text: why it can't be. */
const openOnGithub = async (at: At, request: Request, repository: string): Promise<Opened | string> => {
  const { branch, onto, title, body, draft } = request;
  const gh = (words: readonly string[], input = ""): Promise<Said> =>
    usersProgram(["gh", "pr", ...words, "--repo", repository], { ...at, input });
  const listed = await gh(["list", "--head", branch, "--state", "open", "--json", "url,number"]);
  if (listed.exit === null) return "gh isn't there to open a pull request with";
  const all = listed.exit === 0 ? parsed(listed.out) : null;
  if (!Array.isArray(all)) return `gh can't: ${lastLine(listed)}`;
  const [open] = all.filter(isRecord);
  if (open !== undefined) {
    // `gh pr edit` asks for parts of a forge that many don't have any more.
    const [host = "", ...path] = repository.split("/");
    const pull = `repos/${path.join("/")}/pulls/${String(open["number"])}`;
    const patch = ["gh", "api", "--hostname", host, "--method", "PATCH", pull, "--silent", "-f", `title=${title}`, "-F", "body=@-"];
    const edited = await usersProgram(patch, { ...at, input: body });
    return edited.exit === 0 ? { url: String(open["url"]), is: "brought up to date" } : `gh can't bring it up to date: ${lastLine(edited)}`;
  }
  const words = ["create", "--head", branch, "--title", title, "--body-file", "-"];
  const made = await gh([...words, ...(onto === null ? [] : ["--base", onto]), ...(draft ? ["--draft"] : [])], body);
  const url = /https?:\/\/\S+/u.exec(made.out)?.[0];
  return made.exit === 0 && url !== undefined ? { url, is: "opened" } : `gh can't: ${lastLine(made)}`;
};

/** Refused: PUSH_REFUSED. */
export const sendOff = async (system: System, env: NodeJS.ProcessEnv, request: Request, remote: Remote): Promise<Answer | Refusal> => {
  const at = { cwd: system.root, env };
  const { run, branch } = request;
  const { forge, repository, name } = remote;
  if (forge !== "github" || repository === null) {
    const other = `Cairn opens no pull requests at ${cleanLine(remote.url)}`;
    return prepared(system, request, remote, forge === "gitlab" ? `${name} is at GitLab` : other);
  }
  const push = await usersProgram(["git", "push", name, `refs/heads/${branch}:refs/heads/${branch}`], at);
  if (push.exit !== 0)
    return refuse("PUSH_REFUSED", `${branch} can't be pushed to ${name}: ${lastLine(push)}`, {
      fits: "see whether you may push there, and whether others' commits are on that branch; then repeat",
    });
  const opened = await openOnGithub(at, request, repository);
  if (typeof opened === "string") return prepared(system, request, remote, opened);
  const draft = request.draft && opened.is === "opened" ? " as a draft, since not all of it is proved" : "";
  return { exit: exits.done, json: { run, branch, ...opened }, text: () => `${opened.is}${draft}: ${opened.url}` };
};
