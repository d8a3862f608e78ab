// What checks in places rest on: pinned files, private inputs, a configuration that a person had read again.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import { isRecord } from "../../src/core/record.ts";
import {
  alone,
  attended,
  auto,
  configure,
  criterion,
  envOf,
  git,
  handed,
  report,
  shop,
} from "./places-shop.ts";

hostsWithin();

type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
const events = async (here: Desk): Promise<readonly Event[]> =>
  (await here.cairn(["log", "s", "--json"], envOf(here))).out
    .trim()
    .split("\n")
    .flatMap((line) => {
      const row: unknown = JSON.parse(line);
      return isRecord(row) && isRecord(row["data"])
        ? [{ type: String(row["type"]), data: row["data"] }]
        : [];
    });
const branchOf = (here: Desk): string =>
  git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
const proofIn = (event: Event | undefined, name: string): Readonly<Record<string, unknown>> => {
  const proofs = event?.data["proofs"];
  const found = Array.isArray(proofs)
    ? proofs.find((one) => isRecord(one) && one["name"] === name)
    : undefined;
  return isRecord(found) ? found : {};
};
const one = [criterion("1", "test -e one.txt")];

test("a pinned check sees the tests of the base, the next one what the job left; the proof names both trees", async (t) => {
  const bent = [
    { write: { path: "test/a.sh", text: "exit 0\n" } },
    { write: { path: "test/more/b.sh", text: "exit 0\n" } },
    { write: { path: "one.txt", text: "good\n" } },
  ];
  const here = shop(t, { "1": [...bent, { run: ["rm", "test/c.sh"] }, report("1")] }, one);
  for (const [name, text] of [
    ["a.sh", "test ! -e one.txt || grep -q good one.txt\n"],
    ["c.sh", "exit 0\n"],
  ] as const) {
    git(here, "update-index", "--add", "--cacheinfo", `100644,${blob(here, text)},test/${name}`);
  }
  git(here, "commit", "--quiet", "-m", "tests");
  git(here, "checkout", "--quiet", "HEAD", "--", "test");
  const seen = handed(here, "seen");
  configure(here, {
    checks: [
      {
        name: "pinned",
        argv: [
          "sh",
          "-c",
          `ls test >> ${seen}; sh test/a.sh && sh test/c.sh && test ! -e test/more`,
        ],
        pin: ["test/**"],
      },
      {
        name: "free",
        argv: [
          "sh",
          "-c",
          `ls test >> ${seen}; test ! -e one.txt || { test -e test/more/b.sh && test ! -e test/c.sh; }`,
        ],
      },
    ],
  });
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.out, /pinned sees test\/\*\* as the run found them/u);
  assert.equal(readFileSync(seen, "utf8"), "a.sh\nc.sh\na.sh\nc.sh\na.sh\nc.sh\na.sh\nmore\n");
  assert.equal(git(here, "show", `${branchOf(here)}:test/a.sh`), "exit 0\n");
  const landed = (await events(here)).find(({ type }) => type === "LandingTried");
  const { tree, checked } = proofIn(landed, "pinned");
  assert.equal(git(here, "rev-parse", `${branchOf(here)}^{tree}`).trim(), tree);
  assert.notEqual(checked, tree);
  assert.equal(typeof checked, "string");
  assert.equal(proofIn(landed, "free")["checked"], undefined);
  assert.equal((await here.cairn(["verify", "s"], envOf(here))).exit, 0);
});

const blob = (here: Desk, text: string): string => {
  writeFileSync(join(here.folder, "blob"), text);
  return git(here, "hash-object", "-w", join(here.folder, "blob")).trim();
};

test("a work that makes its own tests green fails a pinned check", async (t) => {
  const here = shop(
    t,
    {
      "1": [
        { write: { path: "test.sh", text: "exit 0\n" } },
        { write: { path: "one.txt", text: "bad\n" } },
        report("1"),
      ],
      mend: [],
    },
    one,
  );
  git(
    here,
    "update-index",
    "--add",
    "--cacheinfo",
    `100644,${blob(here, "! grep -q bad *.txt\n")},test.sh`,
  );
  git(here, "commit", "--quiet", "-m", "tests");
  git(here, "checkout", "--quiet", "HEAD", "--", "test.sh");
  configure(here, { checks: [{ name: "tests", argv: ["sh", "test.sh"], pin: ["test.sh"] }] });
  const done = await here.cairn([...auto, "--verbose"], envOf(here));
  assert.equal(done.exit, 4, done.out + done.err);
  assert.match(done.out, /LandingTried 1 [^\n]*red; tests with pinned paths, on tree/u);
  assert.equal(branchOf(here), "");
});

test("private files are told by their digests, and one that is missing is named once", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, one);
  writeFileSync(join(here.root, ".env"), "A=1\n");
  configure(here, { place: { copy: [".env", ".npmrc"] } });
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(
    (done.out + done.err).match(/\.npmrc, which `place\.copy`[^\n]*is no file in your checkout/gu)
      ?.length,
    1,
    done.out + done.err,
  );
  const lent = (await events(here)).filter(({ type }) => type === "InputsLent");
  assert.equal(lent.length, 1);
  const files = lent[0]?.data["files"];
  assert.ok(
    isRecord(files) && files[".npmrc"] === null && /^[0-9a-f]{64}$/u.test(String(files[".env"])),
    JSON.stringify(files),
  );
});

test("a setup that fails on the base ends a run that asks nobody; corrected, it is read again by their word alone", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, one);
  configure(here, { setup: { argv: ["sh", "no-such-script"] } });
  const failed = await here.cairn(auto, envOf(here));
  assert.equal(failed.exit, 1, failed.out + failed.err);
  assert.match(
    failed.err,
    /^SETUP_FAILED: `setup` of cairn\.config\.json fails before any work: [^]*no-such-script/mu,
  );
  const [, key = ""] = /`cairn decide \S+ (red-\S+) again`/u.exec(failed.err) ?? [];
  configure(here, { setup: { argv: ["sh", "-c", "mkdir made"], makes: ["made"] } });
  // A change counts for nothing until then.
  assert.equal((await here.cairn(["run", "s"], envOf(here))).exit, 1);
  assert.equal((await here.cairn(["decide", "s", key, "again"], envOf(here))).exit, 0);
  const done = await here.cairn(["run", "s"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  const [answered] = (await events(here)).filter(({ type }) => type === "BaseAnswered");
  assert.match(String(answered?.data["digest"]), /^[0-9a-f]{64}$/u);
  assert.equal((await here.cairn(["verify", "s"], envOf(here))).exit, 0);
});

test("a run that asks nobody goes on from a red base, says so, and mends it; what stays red stays in sight", async (t) => {
  for (const text of ["good\n", "bad\n"]) {
    const here = shop(t, { "1": [{ write: { path: "one.txt", text } }, report("1")] }, one);
    configure(here, { checks: [{ name: "tests", argv: ["grep", "good", "one.txt"] }] });
    const done = await here.cairn(auto, envOf(here));
    assert.equal(done.exit, text === "bad\n" ? 4 : 0, done.out + done.err);
    assert.equal(
      /; tests failed before the run and ever since$/mu.test(done.out),
      text === "bad\n",
    );
    assert.match(
      done.out,
      /^\S+ +again +tests: red on the base, and may stay red until green once; tests: grep: one\.txt: No such file or directory$/mu,
    );
    assert.doesNotMatch(done.out, /decide/u);
  }
});

test("a check that can't be run at all is announced as such where nobody is asked; a file that git ignores is named where it is missed", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, one);
  configure(here, { checks: [{ name: "tests", argv: ["cat", "plan.json"] }] });
  const asked = await here.cairn(
    attended.map((word) => ({ s: "asked", "Two files": "Two other files" })[word] ?? word),
    envOf(here),
  );
  assert.equal(asked.exit, 3, asked.out + asked.err);
  const missed =
    /plan\.json: in your checkout, but not tracked by git, [^.]*\. If it is needed, name it in `place\.copy`/u;
  assert.match(asked.out.replaceAll(/\s+/gu, " "), missed);
  configure(here, { checks: [{ name: "tests", argv: ["no-such-test"] }] });
  const done = await here.cairn(auto, envOf(here));
  const never = "tests couldn't be run at all \\(cannot be started: spawn no-such-test ENOENT\\)";
  assert.match(
    done.out,
    new RegExp(`^\\S+ +again +tests: red on the base, .* once; ${never}$`, "mu"),
  );
});

test("checks that are red on the base by a typo are corrected and tried anew", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, one);
  configure(here, { checks: [{ name: "tests", argv: ["no-such-test"] }] });
  const asked = await here.cairn(attended, envOf(here));
  assert.equal(asked.exit, 3, asked.out + asked.err);
  const keyIn = (out: string): string => /cairn decide \S+ (red-\S+) again/u.exec(out)?.[1] ?? "";
  configure(here, { checks: [{ name: "tests", argv: ["false"] }] });
  assert.equal((await here.cairn(["decide", "s", keyIn(asked.out), "again"], envOf(here))).exit, 0);
  const still = await here.cairn(["run", "s"], envOf(here));
  assert.equal(still.exit, 3, still.out + still.err);
  assert.notEqual(keyIn(still.out), keyIn(asked.out));
  configure(here, { checks: [{ name: "tests", argv: ["test", "-e", "README.md"] }] });
  assert.equal((await here.cairn(["decide", "s", keyIn(still.out), "again"], envOf(here))).exit, 0);
  await alone(here);
  const done = await here.cairn(["run", "s"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.out, / lands +1 as landing 1, /u);
});

test("changed tests, builds and configuration stand beside the proof, in the verifier's brief and at delivery", async (t) => {
  const work = [
    { write: { path: "one.txt", text: "1\n" } },
    { write: { path: "test/a.test.sh", text: "exit 0\n" } },
    { write: { path: "package.json", text: "{}\n" } },
    { write: { path: "cairn.config.json", text: "{}\n" } },
    { run: ["git", "add", "--force", "cairn.config.json"] },
    { run: ["git", "-c", "user.name=w", "-c", "user.email=w@w", "commit", "-qm", "settings"] },
  ];
  const here = shop(t, { "1": [...work, report("1")] }, one);
  git(
    here,
    "update-index",
    "--add",
    "--cacheinfo",
    `100644,${blob(here, "exit 1\n")},test/a.test.sh`,
  );
  git(here, "commit", "--quiet", "-m", "tests");
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  const named =
    /checks go by these, look at them: test\/a\.test\.sh, cairn\.config\.json, one\.txt, package\.json/u;
  assert.match(done.out, named);
  assert.match((await here.cairn(["diff", "s"], envOf(here))).out, named);
  assert.match(
    (await here.cairn(["evidence", "s"], envOf(here))).out,
    /work changed files that checks go by: .*test\/a\.test\.sh/u,
  );
  assert.match(
    readFileSync(handed(here, "verify.md"), "utf8"),
    /tests, manifests and build scripts:[^]*test\/a\.test\.sh/u,
  );
  git(here, "checkout", "--quiet", "HEAD", "--", "test");
  const merged = await here.cairn(["merge", "s"], envOf(here));
  // The user's own is in the way of the one that the work brings.
  assert.equal(merged.exit, 2, merged.out + merged.err);
  writeFileSync(join(here.root, "cairn.config.json"), "{}\n");
  const then = await here.cairn(["merge", "s"], envOf(here));
  assert.match(then.out, named, then.out + then.err);
  assert.match(then.out, /counts for runs that begin after you merge it/u);
});
