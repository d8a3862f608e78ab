// A list of stories at the repository's top while an agent is at work: edits of it are a person's, and the rest is out of the agent's reach.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { desk, hostsWithin, type Line } from "./desk.ts";
import { configured, git } from "./ground.ts";

hostsWithin();

const story = (id: string) => ({
  id,
  title: id,
  acceptanceCriteria: ["it is there"],
  passes: false,
});
const prdOf = (...ids: readonly string[]): string =>
  `${JSON.stringify({ project: "Calc", userStories: ids.map(story) }, null, 2)}\n`;

/** `does`: the agent's shell commands. */
const shop = (t: TestContext, does: (folder: string) => string) => {
  const here = desk(t, { "prd.json": prdOf("A") });
  const { root, folder } = here;
  const mine = { driver: "command", argv: ["sh", "-c", does(folder)], done: "exit" };
  const config = { agents: { mine }, roles: { "*": "mine" }, fence: "required" };
  configured({ root }, config);
  git(here, "add", ".");
  git(here, "commit", "-qm", "b");
  const ok = async (line: Line): Promise<string> => (await here.ends(0, line)).out;
  return { ...here, ok };
};

test("a story that is added while a fenced agent works is a person's edit, and the agent writes nothing else there", async (t) => {
  const { root, cairn, ok } = shop(
    t,
    (folder) => `touch ${folder}/shop/planted; echo tried; sleep 600`,
  );
  await ok("adopt prd.json");
  const stop = new AbortController();
  const running = cairn("run --no-input", { signal: stop.signal });
  const seen = async (argv: readonly string[], what: RegExp): Promise<string> => {
    for (const since = Date.now(); ;) {
      const { out, err } = await cairn(argv);
      if (what.test(out)) return out;
      assert.ok(Date.now() - since < 60_000, out + err);
    }
  };
  await seen(["job", "output", "pass-A-1"], /^said +tried$/mu);
  writeFileSync(join(root, "prd.json"), prdOf("A", "B"));
  const log = await seen(["log"], /PrdEdited|EditRefused/u);
  assert.match(log, /file:\S+ +PrdEdited[^]* UnitsSet +B/u);
  assert.doesNotMatch(log, /file:task-/u);
  stop.abort();
  await running;
  assert.ok(!existsSync(join(root, "planted")));
  assert.match(readFileSync(join(root, "prd.json"), "utf8"), /"B"/u);
  await ok("stop --cancel --yes");
});

test("a list beside the repository opens nothing around it to a fenced agent", async (t) => {
  const { folder, ends, ok } = shop(t, (top) => `touch ${top}/planted ${top}/shop/planted`);
  writeFileSync(join(folder, "prd.json"), prdOf("A"));
  await ok("adopt ../prd.json");
  await ends(3, "run --no-input");
  assert.deepEqual(
    [folder, join(folder, "shop")].filter((one) => existsSync(join(one, "planted"))),
    [],
  );
});

test("a link that an agent puts where its copies lie leads to nothing that is taken over", async (t) => {
  const { root, folder, cairn, ok } = shop(t, (top) => `rm -r list; ln -s ${top}/keys list`);
  for (const name of [join(root, "list"), join(folder, "keys")]) mkdirSync(name);
  writeFileSync(join(root, "list/prd.json"), prdOf("A"));
  writeFileSync(join(folder, "keys/progress.txt"), "a key");
  await ok("adopt list/prd.json");
  const { err, exit, out } = await cairn("run --no-input");
  assert.equal(exit, 3, err);
  assert.match(out + err, /list of pass-A-1 isn't brought back: it is no folder any more/u);
  assert.doesNotMatch((await cairn("log")).out, /ProgressEdited/u);
  assert.doesNotMatch(readFileSync(join(root, "list/progress.txt"), "utf8"), /a key/u);
});

test("what an agent writes to its copy of the list that is no text is kept, and said", async (t) => {
  const { root, cairn, ok } = shop(t, () => `printf '\\377\\376' > list/prd.json`);
  mkdirSync(join(root, "list"));
  writeFileSync(join(root, "list/prd.json"), prdOf("A"));
  await ok("adopt list/prd.json");
  const { out, err } = await cairn("run --no-input");
  const [, kept = ""] =
    /prd\.json is no UTF-8: it isn't read, and kept in (\S+)/u.exec(out + err) ?? [];
  assert.deepEqual([...readFileSync(kept)], [0xff, 0xfe], out + err);
  assert.match(readFileSync(join(root, "list/prd.json"), "utf8"), /"A"/u);
});
