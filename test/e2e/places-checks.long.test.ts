// What checks in places rest on: pinned files, private inputs, a configuration that a person had read again.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asTyped, type Desk, hostsWithin } from "./desk.ts";
import { isRecord } from "../../src/core/json/record.ts";
import {
  alone,
  attended,
  auto,
  configure,
  criterion,
  handed,
  report,
  shop,
} from "./places-shop.ts";
import { branchOf, git, type Event, eventsOf } from "./ground.ts";

hostsWithin();

const proofIn = (event: Event | undefined, name: string): Readonly<Record<string, unknown>> => {
  const proofs = event?.data["proofs"];
  const found = Array.isArray(proofs)
    ? proofs.find((one) => isRecord(one) && one["name"] === name)
    : undefined;
  return isRecord(found) ? found : {};
};
const one = [criterion("1", "test -e one.txt")];

const blob = (here: Desk, text: string): string => {
  writeFileSync(join(here.folder, "blob"), text);
  return git(here, "hash-object", "-w", join(here.folder, "blob")).trim();
};

test("a pinned check sees the tests of the base, whatever work made of them, the next one what the job left; changed tests, builds and private files are told with the proof and at delivery", async (t) => {
  const write = (path: string, text: string) => ({ write: { path, text } });
  const work = [
    write("one.txt", "bad\n"),
    write("test/a.sh", "exit 0\n"),
    write("test/more/b.sh", "exit 0\n"),
    { run: ["rm", "test/c.sh"] },
    write("package.json", "{}\n"),
    write("cairn.config.json", "{}\n"),
    { run: ["git", "add", "--force", "cairn.config.json"] },
    { run: asTyped`git -c user.name=w -c user.email=w@w commit -qm settings` },
    report("1"),
  ];
  const here = shop(t, { "1": work, mend: [write("one.txt", "good\n")] }, one);
  for (const [name, text] of [
    ["a.sh", "test ! -e one.txt || grep -q good one.txt\n"],
    ["c.sh", "exit 0\n"],
  ] as const)
    git(here, "update-index", "--add", "--cacheinfo", `100644,${blob(here, text)},test/${name}`);
  git(here, "commit", "--quiet", "-m", "tests");
  git(here, "checkout", "--quiet", "HEAD", "--", "test");
  writeFileSync(join(here.root, ".env"), "A=1\n");
  const seen = handed(here, "seen");
  const check = (name: string, text: string) => ({
    name,
    argv: ["sh", "-c", `echo ${name} $(ls test) >> ${seen}; ${text}`],
  });
  configure(here, {
    place: { copy: [".env", ".npmrc"] },
    checks: [
      {
        ...check("pinned", "sh test/a.sh && sh test/c.sh && test ! -e test/more"),
        pin: ["test/**"],
      },
      check("free", "test ! -e one.txt || { test -e test/more/b.sh && test ! -e test/c.sh; }"),
    ],
  });
  const done = await here.ends(0, [...auto, "--verbose"]);
  const told = done.out + done.err;
  assert.match(told, /pinned sees test\/\*\* as the run found them/u);
  assert.match(told, /LandingTried 1 [^\n]*red; pinned with pinned paths, on tree/u);
  // In an empty tree, where a check runs a second time, there is none.
  const trials = readFileSync(seen, "utf8").match(/^\w+ .+$/gmu) ?? [];
  assert.deepEqual(
    [trials.slice(0, 2), trials.slice(-2)],
    [
      ["pinned a.sh c.sh", "free a.sh c.sh"],
      ["pinned a.sh c.sh", "free a.sh more"],
    ],
  );
  assert.equal(git(here, "show", `${branchOf(here)}:test/a.sh`), "exit 0\n");
  const all = await eventsOf(here);
  const landed = all.findLast(({ type }) => type === "LandingTried");
  const { tree, checked } = proofIn(landed, "pinned");
  assert.equal(git(here, "rev-parse", `${branchOf(here)}^{tree}`).trim(), tree);
  assert.notEqual(checked, tree);
  assert.equal(typeof checked, "string");
  assert.equal(proofIn(landed, "free")["checked"], undefined);

  const missing = /\.npmrc, which `place\.copy`[^\n]*is no file in your checkout/gu;
  assert.equal(told.match(missing)?.length, 1, told);
  const lent = all.filter(({ type }) => type === "InputsLent");
  assert.equal(lent.length, 1);
  const files = lent[0]?.data["files"];
  assert.ok(
    isRecord(files) && files[".npmrc"] === null && /^[0-9a-f]{64}$/u.test(String(files[".env"])),
    JSON.stringify(files),
  );

  const named =
    /checks go by these, look at them: [^\n]*test\/a\.sh, [^\n]*cairn\.config\.json, [^\n]*one\.txt, package\.json/u;
  assert.match(done.out, named);
  assert.match((await here.cairn("diff s")).out, named);
  assert.match(
    (await here.cairn("evidence s")).out,
    /work changed files that checks go by: .*test\/a\.sh/u,
  );
  assert.match(
    readFileSync(handed(here, "verify.md"), "utf8"),
    /tests, manifests and build scripts:[^]*test\/a\.sh/u,
  );
  await here.ends(0, "verify s");
  // The user's own is in the way of the one that the work brings.
  await here.ends(2, "merge s");
  writeFileSync(join(here.root, "cairn.config.json"), "{}\n");
  const then = await here.cairn("merge s");
  assert.match(then.out, named, then.out + then.err);
  assert.match(then.out, /counts for runs that begin after you merge it/u);
});

test("a setup that fails on the base ends a run that asks nobody; corrected, it is read again by their word alone", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, one);
  configure(here, { setup: { argv: ["sh", "no-such-script"] } });
  const failed = await here.ends(1, auto);
  assert.match(
    failed.err,
    /^SETUP_FAILED: `setup` of cairn\.config\.json fails before any work: [^]*no-such-script/mu,
  );
  const [, key = ""] = /`cairn decide \S+ (red-\S+) again`/u.exec(failed.err) ?? [];
  configure(here, { setup: { argv: ["sh", "-c", "mkdir made"], makes: ["made"] } });
  // A change counts for nothing until then.
  await here.ends(1, "run s");
  await here.ends(0, ["decide", "s", key, "again"]);
  await here.ends(0, "run s");
  const [answered] = (await eventsOf(here)).filter(({ type }) => type === "BaseAnswered");
  assert.match(String(answered?.data["digest"]), /^[0-9a-f]{64}$/u);
  await here.ends(0, "verify s");
});

test("a run that asks nobody goes on from a red base and says so: what it mends counts, what can't be run at all stays in sight", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "good\n" } }, report("1")] }, one);
  configure(here, {
    checks: [
      { name: "tests", argv: ["grep", "good", "one.txt"] },
      { name: "lint", argv: ["no-such-lint"] },
    ],
  });
  const done = await here.ends(4, auto);
  assert.match(done.out, /; lint failed before the run and ever since$/mu);
  assert.match(
    done.out,
    /^\S+ +again +tests, lint: red on the base, and may stay red until green once; tests: grep: one\.txt: No such file or directory; lint couldn't be run at all \(cannot be started: spawn no-such-lint ENOENT\)$/mu,
  );
  assert.doesNotMatch(done.out, /decide/u);
});

test("checks that fail on the base before any work are a person's question: corrected they are tried anew, or expected red until they are green", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, one);
  const checked = (...argv: readonly string[]): void =>
    configure(here, { checks: [{ name: "tests", argv }] });
  const keyIn = (out: string): string => /cairn decide \S+ (red-\S+) again/u.exec(out)?.[1] ?? "";
  checked("no-such-test");
  const asked = await here.ends(3, attended);
  assert.match(asked.out, /Before any work these checks of the repository fail/u);
  assert.match(
    asked.out,
    /`checks`\s+in\s+cairn\.config\.json\s+is\s+wrong,\s+correct\s+it\s+there,\s+then\s+try\s+again/u,
  );
  checked("cat", "plan.json");
  await here.ends(0, ["decide", "s", keyIn(asked.out), "again"]);
  const lacks = await here.ends(3, "run s");
  assert.notEqual(keyIn(lacks.out), keyIn(asked.out));
  assert.match(
    lacks.out.replaceAll(/\s+/gu, " "),
    /plan\.json: in your checkout, but not tracked by git, [^.]*\. If it is needed, name it in `place\.copy`/u,
  );
  checked("test", "-e", "one.txt");
  await here.ends(0, ["decide", "s", keyIn(lacks.out), "again"]);
  const still = await here.ends(3, "run s");
  assert.match(still.out, /cairn stop --cancel/u);
  assert.match(still.out, / cairn job output \S+ base-\S+ {2}# shows the whole output\n/u);
  const prompted = await here.cairn(["decide", "s", keyIn(still.out)], {
    answers: ["later"],
  });
  assert.match(prompted.out, /Before any work these checks[^]*What now\?[^]*start a\s+new run/u);
  assert.match(prompted.err, /What now\?/u);
  const shown = await here.cairn(["decide", "s", keyIn(still.out)]);
  assert.match(shown.out, /Before any work these checks of the repository fail/u, shown.err);
  await here.ends(0, ["decide", "s", keyIn(still.out), "expect"]);
  await alone(here);
  const done = await here.ends(0, "run s");
  assert.match(done.out, / lands +1 as landing 1, /u);
});
