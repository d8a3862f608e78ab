// Open feedback on a pull request by `gh`: red checks, and remarks of authors who may push.
import { isCommitId } from "../../core/commit-id.ts";
import { isRecord } from "../../core/json/record.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { parsed } from "../../core/json/parsed.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { type At, lastLine, usersProgram } from "./users-program.ts";

/** A check that isn't green. `log`: the end of its output; null: not available. */
export type RedCheck = {
  readonly name: string;
  readonly is: string;
  readonly said: string;
  readonly url: string;
  readonly log: string | null;
};
/** `where`: the file and line; null: the whole. `may`: its author may push to the repository. */
export type Remark = {
  readonly by: string;
  readonly where: string | null;
  readonly text: string;
  readonly url: string;
  readonly may: boolean;
};
export type Feedback = {
  readonly url: string;
  /** The head commit. */
  readonly head: string;
  readonly red: readonly RedCheck[];
  /** Number of unfinished checks. */
  readonly running: number;
  readonly remarks: readonly Remark[];
};

const author = "author{login} authorAssociation body url";
const query = `query($owner:String!,$name:String!,$number:Int!){repository(owner:$owner,name:$name){pullRequest(number:$number){
  url headRefOid
  reviewThreads(last:100){nodes{isResolved path line comments(first:100){nodes{${author}}}}}
  reviews(last:100){nodes{${author}}}
  comments(last:100){nodes{isMinimized ${author}}}
  commits(last:1){nodes{commit{statusCheckRollup{contexts(first:100){nodes{
    ...on CheckRun{databaseId name status conclusion detailsUrl title summary}
    ...on StatusContext{context state description targetUrl}
  }}}}}}
}}}`;

type Node = Readonly<Record<string, unknown>>;
const textOf = (node: Node, name: string): string =>
  typeof node[name] === "string" ? node[name] : "";
const under = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
const nodesOf = (value: unknown, ...path: readonly string[]): readonly Node[] => {
  const found = under(value, ...path, "nodes");
  return Array.isArray(found) ? found.filter(isRecord) : [];
};

/** Associations with the repository, which imply no permissions. */
const members = ["OWNER", "MEMBER", "COLLABORATOR"];
const remarkOf = (node: Node, where: string | null): Remark => ({
  by: String(under(node, "author", "login") ?? "somebody"),
  where,
  text: textOf(node, "body").trim(),
  url: textOf(node, "url"),
  may: members.includes(textOf(node, "authorAssociation")),
});

const remarksOf = (pull: Node): readonly Remark[] =>
  [
    ...nodesOf(pull, "reviewThreads")
      .filter(({ isResolved }) => isResolved !== true)
      .flatMap((thread) => {
        const line = typeof thread["line"] === "number" ? `:${thread["line"]}` : "";
        return nodesOf(thread, "comments").map((one) =>
          remarkOf(one, `${textOf(thread, "path")}${line}`),
        );
      }),
    ...nodesOf(pull, "reviews").map((one) => remarkOf(one, null)),
    ...nodesOf(pull, "comments")
      .filter(({ isMinimized }) => isMinimized !== true)
      .map((one) => remarkOf(one, null)),
  ].filter(({ text }) => text !== "");

/** Users with permission to push, as reported by the forge. */
const pushers = async (
  at: At,
  repository: string,
  logins: readonly string[],
): Promise<ReadonlySet<string>> => {
  const [host = "", ...path] = repository.split("/");
  const may = new Set<string>();
  for (const login of new Set(logins.filter((one) => /^[\w-]+$/u.test(one)))) {
    const asked = await usersProgram(
      [
        "gh",
        "api",
        "--hostname",
        host,
        `repos/${path.join("/")}/collaborators/${login}/permission`,
      ],
      at,
    );
    const permission = asked.exit === 0 ? under(parsed(asked.out), "permission") : null;
    if (permission === "admin" || permission === "write") may.add(login);
  }
  return may;
};

const isGreen = ["SUCCESS", "NEUTRAL", "SKIPPED"];
const isRunning = (check: Node): boolean =>
  ["PENDING", "EXPECTED"].includes(textOf(check, "state")) ||
  !["", "COMPLETED"].includes(textOf(check, "status"));
const resultOf = (check: Node): string => textOf(check, "conclusion") || textOf(check, "state");

/** Only GitHub's own runner provides a check's output by its API. */
const logOf = async (at: At, repository: string, check: Node): Promise<string | null> => {
  const job = /\/actions\/runs\/\d+\/job\/(\d+)/u.exec(textOf(check, "detailsUrl"))?.[1];
  if (job === undefined) return null;
  const [host = "", ...path] = repository.split("/");
  const { exit, out } = await usersProgram(
    ["gh", "api", "--hostname", host, `repos/${path.join("/")}/actions/jobs/${job}/logs`],
    at,
  );
  return exit === 0 && out.trim() !== "" ? out : null;
};

const redOf = async (at: At, repository: string, check: Node): Promise<RedCheck> => ({
  name: textOf(check, "name") || textOf(check, "context"),
  is: resultOf(check).toLowerCase().replaceAll("_", " "),
  said: [textOf(check, "title"), textOf(check, "summary"), textOf(check, "description")]
    .filter((part) => part.trim() !== "")
    .join("\n"),
  url: textOf(check, "detailsUrl") || textOf(check, "targetUrl"),
  log: await logOf(at, repository, check),
});

/**
 * Refused: FORGE_UNREAD.
 * @param repository `host/owner/name`
 */
export const feedbackOf = async (
  at: At,
  repository: string,
  number: number,
): Promise<Feedback | Refusal> => {
  const [host = "", owner = "", ...name] = repository.split("/");
  const words = [
    "gh",
    "api",
    "graphql",
    "--hostname",
    host,
    "-f",
    `query=${query}`,
    "-f",
    `owner=${owner}`,
    "-f",
    `name=${name.join("/")}`,
    "-F",
    `number=${number}`,
  ];
  const asked = await usersProgram(words, at);
  const pull =
    asked.exit === 0 ? under(parsed(asked.out), "data", "repository", "pullRequest") : undefined;
  if (!isRecord(pull))
    return refuse(
      "FORGE_UNREAD",
      `gh can't read pull request ${number}: ${asked.exit === null ? "gh isn't there" : lastLine(asked)}`,
      { fits: "see whether `gh auth status` and `gh pr view` work there" },
    );
  const head = textOf(pull, "headRefOid");
  if (!isCommitId(head))
    return refuse("FORGE_UNREAD", `gh names no commit of pull request ${number}`, {
      fits: "see whether `gh pr view` works there",
    });
  const checks = nodesOf(pull, "commits").flatMap((one) =>
    nodesOf(one, "commit", "statusCheckRollup", "contexts"),
  );
  const ended = checks.filter((check) => !isRunning(check));
  const red = ended.filter((check) => !isGreen.includes(resultOf(check)));
  const remarks = remarksOf(pull);
  const may = await pushers(
    at,
    repository,
    remarks.flatMap((one) => (one.may ? [one.by] : [])),
  );
  return {
    url: cleanLine(textOf(pull, "url")),
    head,
    red: await Promise.all(red.map((check) => redOf(at, repository, check))),
    running: checks.length - ended.length,
    remarks: remarks.map((one) => ({ ...one, may: one.may && may.has(one.by) })),
  };
};
