// A list of stories at the repository's top while an agent is at work: edits of it are a person's, and the rest is out of the agent's reach.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { desk } from "./desk.ts";

const story = (id: string) => ({
  id,
  title: id,
  acceptanceCriteria: ["it is there"],
  passes: false,
});
const prdOf = (...ids: readonly string[]): string =>
  `${JSON.stringify({ project: "Calc", userStories: ids.map(story) }, null, 2)}\n`;

const shop = (t: TestContext) => {
  const here = desk(t, { "prd.json": prdOf("A") });
  const { root } = here;
  const reach = `touch ${join(root, "planted")}; echo tried; sleep 600`;
  const mine = { driver: "command", argv: ["sh", "-c", reach], done: "exit" };
  const config = { agents: { mine }, roles: { "*": "mine" }, fence: "required" };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.email=a@b.c", "-c", "user.name=a", ...args], { cwd: root });
  git("add", ".");
  git("-c", "commit.gpgsign=false", "commit", "-qm", "b");
  const ok = async (...argv: readonly string[]): Promise<string> => {
    const { exit, out, err } = await here.cairn(argv);
    assert.equal(exit, 0, `${argv.join(" ")}: ${out}${err}`);
    return out;
  };
  return { ...here, ok };
};

test("a story that is added while a fenced agent works is a person's edit, and the agent writes nothing else there", async (t) => {
  const { root, cairn, ok } = shop(t);
  await ok("adopt", "prd.json");
  const [begins, stop] = [Promise.withResolvers<void>(), new AbortController()];
  const running = cairn(["run", "--no-input"], {
    heard: (text) => void (/ begins +pass-1: agent/u.test(text) && begins.resolve()),
    signal: stop.signal,
  });
  await Promise.race([begins.promise, running]);
  writeFileSync(join(root, "prd.json"), prdOf("A", "B"));
  const seen = async (argv: readonly string[], what: RegExp): Promise<string> => {
    for (;;) {
      const { out } = await cairn(argv);
      if (what.test(out)) return out;
    }
  };
  const log = await seen(["log"], /PrdEdited|EditRefused/u);
  assert.match(log, /file:\S+ +PrdEdited +added B/u);
  assert.doesNotMatch(log, /file:task-/u);
  await seen(["output", "pass-1"], /^said +tried$/mu);
  stop.abort();
  await running;
  assert.ok(!existsSync(join(root, "planted")));
  assert.match(readFileSync(join(root, "prd.json"), "utf8"), /"B"/u);
  await ok("cancel", "--yes");
});
