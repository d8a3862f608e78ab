// A shop whose run is to become a pull request, and a stand-in of its forge that the real gh asks.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import type { Desk } from "./desk.ts";
import { auto, criterion, envOf, report, shop } from "./places-shop.ts";
import { git } from "./ground.ts";

const worked = [{ write: { path: "one.txt", text: "1\n" } }, report("1")];

/** With a bare repository behind an address of a forge. */
export const withRemote = async (
  t: TestContext,
  url: string,
): Promise<Desk & { readonly bare: string }> => {
  const here = shop(t, { "1": worked }, [
    { ...criterion("1", "grep -q '1' one.txt"), subject: "Write <b>one</b> for @ana" },
  ]);
  const bare = join(here.folder, "bare.git");
  execFileSync("git", ["init", "-q", "--bare", bare]);
  git(here, "remote", "add", "origin", url);
  git(here, "config", `url.file://${bare}.insteadOf`, url);
  await here.ends(0, [...auto]);
  return { ...here, bare };
};
export const branchOf = (here: Desk): string =>
  git(here, "branch", "--list", "--format=%(refname:short)", "cairn/*").trim();

type Asked = {
  readonly path: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** What a query names, at any depth: gh takes nothing else. */
const asAsked = (value: unknown, query: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => asAsked(one, query));
  if (!isRecord(value)) return value;
  const named = Object.entries(value).filter(([name]) =>
    new RegExp(`\\b${name}\\b`, "u").test(query),
  );
  return Object.fromEntries(named.map(([name, one]) => [name, asAsked(one, query)]));
};

/** Answers what gh asks of a forge's API. It is reached as a proxy, since gh takes no port. */
export const forge = async (t: TestContext) => {
  const asked: Asked[] = [];
  /** What reviewers and checks say, as its API tells it. */
  const said: { pull: Readonly<Record<string, unknown>>; log: string } = { pull: {}, log: "" };
  const open: {
    number: number;
    url: string;
    title: string;
    body: string;
    isDraft: boolean;
    isCrossRepository?: boolean;
  }[] = [];
  const repository = {
    id: "R1",
    name: "shop",
    owner: { id: "U1", login: "ana" },
    defaultBranchRef: { name: "master" },
    viewerPermission: "ADMIN",
    hasIssuesEnabled: true,
    isPrivate: false,
    parent: null,
  };
  const answer = ({ query, variables }: Asked): unknown => {
    if (/mutation PullRequestCreate/u.test(query)) {
      const input = isRecord(variables["input"]) ? variables["input"] : {};
      const made = {
        number: 7,
        url: "http://github.localhost/ana/shop/pull/7",
        title: String(input["title"]),
        body: String(input["body"]),
        isDraft: input["draft"] === true,
      };
      open.push(made);
      return { createPullRequest: { pullRequest: { id: "P7", ...made } } };
    }
    const nodes = open.map((one) => ({
      id: `P${one.number}`,
      state: "OPEN",
      baseRefName: "master",
      headRefName: variables["headRefName"] ?? variables["headBranch"] ?? "",
      isCrossRepository: false,
      headRepositoryOwner: { id: "U1", login: "ana" },
      ...one,
    }));
    if (/reviewThreads/u.test(query))
      return { repository: { pullRequest: { url: open[0]?.url, ...said.pull } } };
    const pullRequests = { totalCount: nodes.length, nodes, pageInfo: { hasNextPage: false } };
    const parts = {
      viewer: { login: "ana" },
      repository: { ...repository, pullRequests, pullRequest: nodes[0] ?? null },
    };
    return asAsked(parts, query);
  };
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const body: unknown = text === "" ? {} : JSON.parse(text);
      const query = isRecord(body) ? String(body["query"] ?? "") : "";
      const variables = isRecord(body) && isRecord(body["variables"]) ? body["variables"] : {};
      const one = { path: request.url ?? "", query, variables };
      asked.push(one);
      const [first] = open;
      if (
        request.method === "PATCH" &&
        one.path.endsWith("/repos/ana/shop/pulls/7") &&
        first !== undefined &&
        isRecord(body)
      )
        open[0] = { ...first, title: String(body["title"]), body: String(body["body"]) };
      const login = /\/collaborators\/([\w-]+)\/permission$/u.exec(one.path)?.[1];
      if (login !== undefined)
        return void response.end(
          JSON.stringify({ permission: login === "rae" ? "read" : "write" }),
        );
      if (one.path.endsWith("/actions/jobs/77/logs")) return void response.end(said.log);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: answer(one) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    asked,
    open,
    said,
    env: { HTTP_PROXY: `http://127.0.0.1:${port}`, http_proxy: `http://127.0.0.1:${port}` },
  };
};

export const hasGh = existsSync("/usr/bin/gh");

export const loggedIn = (here: Desk, env: Readonly<Record<string, string>>) => {
  const config = join(here.folder, "gh");
  mkdirSync(config);
  writeFileSync(
    join(config, "hosts.yml"),
    "github.localhost:\n    user: ana\n    oauth_token: any\n    git_protocol: https\n",
  );
  return { env: { ...envOf(here).env, ...env, GH_CONFIG_DIR: config } };
};
