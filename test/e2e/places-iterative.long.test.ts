// Units of iterative in places of their own: each is worked on, judged and landed as commits, and the run's documents come back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, folder, type Shop, shop, unit } from "./iterative-shop.ts";
import { asTyped, at, hostsWithin } from "./desk.ts";
import { checkoutOf } from "./ground.ts";

hostsWithin();

const text = (word: string): string => `${`${word} `.repeat(80)}\n`;
const types = async (here: Shop): Promise<readonly string[]> =>
  (await here.events()).map(({ type }) => type);
const count = (all: readonly string[], type: string): number =>
  all.filter((one) => one === type).length;

test("two units side by side: each pass begins on its unit's work, gates run on its commit, what a verifier changes is thrown away with its verdict, and what is settled lands", async (t) => {
  const entry =
    "## T2 - Iteration 9 - now\\n**Did:** wrote two\\n**Remaining:** None\\n**Signal:** T2_DONE\\n";
  const here = await shop(t, [unit("T1", ["one.txt"]), unit("T2", ["two.txt"])], {
    "T1#1": [{ write: { path: "one.txt", text: "broken\n" } }],
    "T1#2": [{ edit: { path: "one.txt", from: "broken", to: "one" } }],
    // Who verifies it.
    "T1#4": [{ write: { path: "one.txt", text: "better\n" } }],
    "T2#1": [
      { write: { path: "two.txt", text: "two\n" } },
      { run: ["sh", "-c", `printf '${entry}' >> ${folder}/progress.md`] },
      { run: ["git", "add", "--all"] },
      { run: asTyped`git -c user.name=bot -c user.email=b@example.org commit -qm "feat: two"` },
    ],
  });
  const before = checkoutOf(here);
  const done = await here.ends(0, "run add-login");
  assert.doesNotMatch(done.out, /warning/u);
  assert.deepEqual(checkoutOf(here), before);
  assert.equal(here.git("show", `${here.branch()}:one.txt`), "one");
  assert.equal(here.git("show", `${here.branch()}:two.txt`), "two");
  assert.equal(
    here.git("ls-tree", "--name-only", here.branch()),
    ".gitignore\nREADME.md\none.txt\ntwo.txt",
  );
  const progress = fileOf(here, "progress.md");
  assert.deepEqual(
    progress.match(/^## T1 - .*(?= - )/gmu),
    ["Iteration 1", "Gate 1", "Iteration 2", "Confirmation 1", "Verification 1"].map(
      (kind) => `## T1 - ${kind}`,
    ),
  );
  const [, named = ""] = /## T2 - Iteration 1 - [^#]*\*\*Commit:\*\* (\w{7})/u.exec(progress) ?? [];
  assert.match(here.git("log", "-1", "--format=%an %s", named), /^\S+ feat: two$/u);
  assert.doesNotMatch(here.git("log", "--format=%s", here.branch()), /feat\(add-login\)/u);
  const all = await here.events();
  assert.match(
    String(all.find(({ type }) => type === "PassVoided")?.data["why"]),
    /its verifier changed one\.txt/u,
  );
  for (const type of ["VerdictGiven", "WorkLanded"])
    assert.equal(all.filter((one) => one.type === type).length, 2, type);
  await here.ends(0, "verify add-login");
});

test("knowledge: outputs and other documents of the run come back to its folder, count as work, and nothing lands", async (t) => {
  const units = [
    { id: "R1", title: "Write R1", criteria: ["it is said"], output: "outputs/final.md", max: 4 },
  ];
  const here = await shop(
    t,
    units,
    {
      "R1#1": [{ write: { path: `${folder}/outputs/final.md`, text: text("said") } }],
      "R1#2": [{ write: { path: `${folder}/sources/more.md`, text: "found by the second\n" } }],
    },
    "research",
  );
  const before = checkoutOf(here);
  await here.ends(0, "run add-login");
  assert.deepEqual(checkoutOf(here), before);
  assert.equal(fileOf(here, "outputs/final.md"), text("said"));
  assert.equal(fileOf(here, "sources/more.md"), "found by the second\n");
  const all = await here.events();
  const [found] = all.filter(({ type }) => type === "WorkFound");
  assert.deepEqual(found?.data["paths"], [`${folder}/sources/more.md`]);
  assert.equal(count(await types(here), "WorkTaken"), 0);
  assert.equal(here.branch(), "");
  assert.doesNotMatch(fileOf(here, "progress.md"), /\*\*Commit:\*\*/u);
  await here.ends(0, "verify add-login");
});

test("what a pass leaves is there for the next, however it ended: killed, stuck at its limit, on another branch, reopened", async (t) => {
  const here = await shop(t, [unit("T1", ["one.txt"], { max: 2 }), unit("T2", ["two.txt"])], {
    "T1#1": [{ write: { path: "one.txt", text: "1\n" } }, { die: "SIGKILL" }],
    "T1#2": [
      { edit: { path: "one.txt", from: "1\n", to: "1\n2\n" } },
      { report: { unit: "T1", status: "continue", did: "a bit", remaining: "the rest" } },
    ],
    "T1#3": [{ edit: { path: "one.txt", from: "2\n", to: "2\n3\n" } }],
    "T1#6": [{ edit: { path: "one.txt", from: "3\n", to: "3\n4\n" } }],
    "T2#1": [
      { write: { path: "two.txt", text: "half\n" } },
      { write: { path: "one.txt", text: "theirs\n" } },
      {
        report: {
          unit: "T2",
          status: "blocked",
          did: "half of it",
          remaining: "the rest",
          reason: "no key",
        },
      },
    ],
  });
  const before = checkoutOf(here);
  await here.ends(3, "run add-login");
  assert.match(fileOf(here, "state.json"), /"status": "timeout"/u);
  assert.equal(here.branch(), "");
  assert.deepEqual(checkoutOf(here), before);
  // What another unit names is one's own in a place of one's own.
  const made = (await here.events()).find(
    ({ type, data }) => type === "PassEnded" && data["unit"] === "T2",
  );
  assert.deepEqual(at(made, "data", "measured", "mine"), ["one.txt", "two.txt"]);
  here.git("switch", "--quiet", "-c", "elsewhere");
  await here.ends(0, "decide add-login T1 raise --n 3");
  await here.ends(3, "run add-login");
  assert.equal(here.git("show", `${here.branch()}:one.txt`), "1\n2\n3");
  await here.ends(0, "resume add-login --to T1 --reason anew --yes");
  await here.ends(3, "run add-login");
  assert.equal(here.git("show", `${here.branch()}:one.txt`), "1\n2\n3\n4");
  await here.ends(0, "verify add-login");
  await here.ends(0, "stop --cancel add-login --yes");
  const over = await here.cairn("run add-login");
  assert.doesNotMatch(over.out, / lands | begins /u);
  assert.throws(() => here.git("show", `${here.branch()}:two.txt`));
});
