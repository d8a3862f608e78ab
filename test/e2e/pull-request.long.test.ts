// A run's work becomes a pull request by the real gh, against a stand-in of its forge; elsewhere what to type is printed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { at, hostsWithin } from "./desk.ts";
import { envOf } from "./places-shop.ts";
import { branchOf, forge, hasGh, loggedIn, withRemote } from "./pull-request-forge.ts";
import { git } from "./ground.ts";

hostsWithin();

test("elsewhere than at GitHub all is printed and nothing is pushed", async (t) => {
  const here = await withRemote(t, "https://git.example.org/ana/shop.git");
  const plain = await here.ends(0, "pr");
  assert.match(
    plain.out,
    /^Cairn opens no pull requests at https:\/\/git\.example\.org\/ana\/shop\.git; type this yourself:\n {2}git push origin \w{40}:refs\/heads\/cairn\/two-files-\w+\n/u,
  );
  const file = /its text: (\S+)/u.exec(plain.out)?.[1] ?? "";
  const body = readFileSync(file, "utf8");
  assert.match(body, /^## What was done\n\n- 1: Write \\<b\\>one\\<\/b\\> for @\u200bana\n/u);
  assert.match(
    body,
    /\n2 of 2 criteria are proved: Cairn itself, not an agent, ran the command on `\w{12}`, which is what this brings, and it passed\.\n/u,
  );
  assert.match(body, /\n\| 1 \| 1 holds \| proved \| `grep -q '1' one\.txt`, exit 0 \|\n/u);
  assert.equal(execFileSync("git", ["-C", here.bare, "branch"], { encoding: "utf8" }), "");
  git(here, "remote", "remove", "origin");
  assert.match((await here.cairn("pr")).err, /^REMOTE_NONE: /u);
  const agent = await here.cairn("pr", { env: { ...envOf(here).env, CAIRN_MARK: "x.1" } });
  assert.match(agent.err, /^SENDER_WRONG/u);
  const run = /pull-request-(\S+)\.md/u.exec(file)?.[1] ?? "";
  assert.ok(existsSync(file));
  await here.ends(0, ["drop", run, "--yes"]);
  assert.ok(!existsSync(file), "its text goes with the run's branch");
});

test(
  "by gh a pull request is opened with its proofs, and brought up to date by the next call",
  { skip: hasGh ? false : "gh isn't installed" },
  async (t) => {
    const here = await withRemote(t, "http://github.localhost/ana/shop.git");
    const { asked, open, env } = await forge(t);
    const own = loggedIn(here, env);
    // Nobody is logged in there.
    const prepared = await here.cairn("pr --json");
    const file = String(at(prepared.json(), "body"));
    assert.ok(existsSync(file), prepared.out + prepared.err);
    const made = await here.cairn("pr", own);
    assert.ok(!existsSync(file), "its text is in the pull request");
    assert.equal(made.exit, 0, made.err + JSON.stringify(asked, null, 1));
    assert.equal(
      made.out,
      "opened: http://github.localhost/ana/shop/pull/7\n",
      JSON.stringify(asked, null, 1),
    );
    assert.equal(
      execFileSync("git", ["-C", here.bare, "show", `${branchOf(here)}:one.txt`], {
        encoding: "utf8",
      }),
      "1\n",
    );
    assert.deepEqual([open[0]?.title, open[0]?.isDraft], ["Two files", false]);
    assert.match(open[0]?.body ?? "", /2 of 2 criteria are proved/u);
    const [first] = open;
    assert.ok(first !== undefined);
    open[0] = { ...first, body: "somebody's" };
    const again = await here.cairn("pr --json", own);
    assert.deepEqual(
      [at(again.json(), "is"), at(again.json(), "url")],
      ["brought up to date", "http://github.localhost/ana/shop/pull/7"],
      again.out + again.err,
    );
    assert.equal(open[0]?.body, first.body);
    const { length } = asked;
    assert.match((await here.cairn("pr --print", own)).out, /^Two files\n\n## What was done\n/u);
    assert.equal(asked.length, length, "nothing was asked");

    git(here, "config", "--unset", `url.file://${here.bare}.insteadOf`);
    git(
      here,
      "config",
      `url.file://${here.bare}.gone.insteadOf`,
      "http://github.localhost/ana/shop.git",
    );
    assert.match(
      (await here.cairn("pr", own)).err,
      /^PUSH_REFUSED: cairn\/two-files-\w+ can't be pushed to origin: /u,
    );
  },
);
