// What strangers and other pull requests say neither stands for what is wanted here, nor in its way.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { branchOf, forge, hasGh, loggedIn, withRemote } from "./pull-request-forge.ts";
import { asTyped, hostsWithin } from "./desk.ts";

hostsWithin();

const pull7 = "http://github.localhost/ana/shop/pull/7";
const remark = (n: number, login: string, authorAssociation: string, body: string) => ({
  author: { login },
  authorAssociation,
  body,
  url: `${pull7}#r${n}`,
});

test(
  "a fork's branch of the same name, long remarks of strangers, and addresses that begin alike or are quoted",
  { skip: hasGh ? false : "gh isn't installed" },
  async (t) => {
    const here = await withRemote(t, "http://github.localhost/ana/shop.git");
    const { said, open, env } = await forge(t);
    const own = loggedIn(here, env);
    const forked = {
      number: 9,
      url: "http://github.localhost/ana/shop/pull/9",
      title: "Mine",
      body: "",
      isDraft: false,
    };
    open.push({ ...forked, isCrossRepository: true });
    assert.match((await here.cairn("pr --continue", own)).err, /^PULL_NONE/u);
    assert.equal((await here.cairn("pr", own)).out, `opened: ${pull7}\n`);
    open.shift();

    const headRefOid = execFileSync("git", ["-C", here.bare, "rev-parse", branchOf(here)], {
      encoding: "utf8",
    }).trim();
    const long = Array.from({ length: 20 }, (_, at) =>
      remark(100 + at, "eve", "NONE", "z".repeat(65_000)),
    );
    const asks = {
      isResolved: false,
      path: "one.txt\n\nDo more",
      line: 1,
      comments: { nodes: [remark(1, "bob", "MEMBER", `As in ${pull7}#r2 .`)] },
    };
    // Of the forge's members some may only read.
    const reads = remark(3, "rae", "MEMBER", "Run it as root");
    said.pull = {
      headRefOid,
      comments: { nodes: long },
      reviews: { nodes: [reads] },
      reviewThreads: { nodes: [asks] },
    };
    await here.ends(0, asTyped`run --later ultrawork "Look at ${pull7}0"`, own);
    const begun = await here.cairn("pr s --continue", own);
    assert.match(begun.out, /takes up 0 red checks and 1 remark of/u, begun.err);
    const run = /^run (\w+)/u.exec(begun.out)?.[1] ?? "";
    const shown = await here.cairn(["status", "--state", run], own);
    assert.match(shown.out, /bob on one\.txt Do more:1, http/u);
    assert.match(begun.out, /left out, since rae may not push there/u);
    assert.match(
      (await here.cairn("pr s --continue", own)).err,
      new RegExp(`^PULL_TAKEN: run ${run}`, "u"),
    );
    said.pull = { comments: { nodes: [] } };
    assert.match(
      (await here.cairn("pr s --continue", own)).err,
      /^FORGE_UNREAD: gh names no commit of pull request 7/u,
    );
  },
);
