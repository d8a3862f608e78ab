// Delivery of a run's branch to reviewers: pushed and opened by `gh`, or as commands for the user.
import { isRecord } from "../../core/json/record.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { parsed } from "../../core/json/parsed.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { fitted } from "../terminal/layout.ts";
import { type Answer, exits } from "../verb.ts";
import { removeBody, writeBody } from "./body-file.ts";
import type { Remote } from "./remote.ts";
import { type At, lastLine, usersProgram } from "./users-program.ts";

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

/** A command of gh's that takes the text from a file; `-`: standard input. */
type Way = (body: string) => readonly string[];

const creation =
  ({ branch, onto, title, draft }: Request, repository: string): Way =>
  (body) => {
    const words = ["--head", branch, "--title", title, "--body-file", body];
    const base = onto === null ? [] : ["--base", onto];
    const how = draft ? ["--draft"] : [];
    return ["gh", "pr", "create", "--repo", repository, ...words, ...base, ...how];
  };

/** Not by `gh pr edit`, which requests features that many forges have removed. */
const update =
  ({ title }: Request, repository: string, number: number): Way =>
  (body) => {
    const [host = "", ...path] = repository.split("/");
    const pull = `repos/${path.join("/")}/pulls/${number}`;
    const to = ["--hostname", host, "--method", "PATCH", pull];
    return ["gh", "api", ...to, "--silent", "-f", `title=${title}`, "-F", `body=@${body}`];
  };

const typed = (words: readonly string[]): string => words.map((word) => asTyped(word)).join(" ");

/** What the user types themselves. `way` null: the branch isn't on the remote either. */
const prepared = (
  system: System,
  request: Request,
  remote: Remote,
  why: string,
  way: Way | null,
): Answer => {
  const { run, branch, body } = request;
  const file = writeBody(system, run, body);
  const commands =
    way === null
      ? [
          typed(["git", "push", remote.name, refspec(request)]),
          `# then open a pull request of ${branch}; its text is in ${asTyped(file)}`,
        ]
      : [typed(way(file))];
  return {
    exit: way === null ? exits.done : exits.waiting,
    json: { run, branch, is: "prepared", why, body: file, commands },
    text: (page) =>
      [
        fitted(`${why}; type this yourself:`, page),
        ...commands.map((line) => `  ${line}`),
        `  its text: ${asTyped(file)}`,
      ].join("\n"),
  };
};

type Open = { readonly number: number; readonly url: string };

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

/** Refused: PUSH_REFUSED. */
export const sendOff = async (
  system: System,
  env: NodeJS.ProcessEnv,
  request: Request,
  remote: Remote,
): Promise<Answer | Refusal> => {
  const at = { cwd: system.root, env };
  const { run, branch, body } = request;
  const { repository, name } = remote;
  if (repository === null) {
    const why = `Cairn opens no pull requests at ${cleanLine(remote.url)}`;
    return prepared(system, request, remote, why, null);
  }
  const push = await usersProgram(["git", "push", name, refspec(request)], at);
  if (push.exit !== 0)
    return refuse("PUSH_REFUSED", `${branch} can't be pushed to ${name}: ${lastLine(push)}`, {
      fits: "see whether you may push there, and whether others' commits are on that branch; then repeat",
    });
  const open = await openOf(at, repository, branch);
  if (typeof open === "string")
    return prepared(system, request, remote, open, creation(request, repository));
  const way =
    open === null ? creation(request, repository) : update(request, repository, open.number);
  const sent = await usersProgram(way("-"), { ...at, input: body });
  const url = open?.url ?? /https?:\/\/\S+/u.exec(sent.out)?.[0];
  if (sent.exit !== 0 || url === undefined)
    return prepared(system, request, remote, `gh can't: ${lastLine(sent)}`, way);
  removeBody(system, run);
  const is = open === null ? "opened" : "brought up to date";
  const draft =
    request.draft && open === null
      ? " as a draft, since it isn't over, or not all of it is proved"
      : "";
  return {
    exit: exits.done,
    json: { run, branch, url, is },
    text: (page) => fitted(`${is}${draft}: ${url}`, page),
  };
};
