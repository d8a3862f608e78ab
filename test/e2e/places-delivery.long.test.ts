// The way of a run's work to its user: merged, taken back, dropped, and refused where it would cost them anything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { asked, git, landed, shop } from "./delivery-desk.ts";
import { asTyped, at, hostsWithin } from "./desk.ts";
import { checkoutOf } from "./ground.ts";

hostsWithin();

test("a run ends with what it made; on a terminal it asks, merges, and that can be taken back and dropped", async (t) => {
  const here = shop(t);
  const { cairn, ends, root } = here;
  const [before, old] = [checkoutOf(here), git(here, "rev-parse", "HEAD")];
  const done = await ends(0, ["run", ...asked], { answers: ["y"] });
  assert.match(
    done.out,
    /^files +2 files, \+3 −0\n +one\.txt +\+1 −0 \(new\)\n +two\.txt +\+2 −0 \(new\)\n/mu,
  );
  assert.match(
    done.out,
    /2 uncommitted changes of yours stay out of it: a run begun by `cairn run --with-changes` takes them along\./u,
  );
  assert.match(done.out, /^3 of 3 criteria proved$/mu);
  assert.match(done.out, /branch +cairn\/two-files-\w+: 2 landed\n/u);
  assert.match(
    done.out,
    /look: cairn diff \w+ --patch\n +take it: cairn merge \w+ +give it up: cairn drop \w+/u,
  );
  assert.match(done.err, /Merge cairn\/two-files-\w+ into what is checked out now\? \[y\/N\]/u);
  assert.match(done.out, /run \w+ merged into master: \w+\.\.\w+\n +take it back.*cairn undo \w+/u);
  assert.equal(readFileSync(join(root, "two.txt"), "utf8"), "2\n2\n");
  assert.equal(
    readFileSync(join(root, "README.md"), "utf8"),
    "a shop, changed\n",
    "what wasn't committed stays",
  );
  assert.equal(git(here, "status", "--porcelain"), "M README.md\n?? notes.txt");
  assert.match((await cairn("status s")).out, /2 landed, merged into master\n/u);
  const undone = await cairn("undo --json");
  assert.equal(at(undone.json(), "to"), old);
  assert.deepEqual({ ...checkoutOf(here), ".git/index": "" }, { ...before, ".git/index": "" });
  assert.equal(git(here, "status", "--porcelain"), "M README.md\n?? notes.txt");
  assert.match(
    (await cairn("drop s")).err,
    /CONFIRMATION_MISSING: this removes cairn\/two-files-\w+ with 2 landings, which aren't merged/u,
  );
  const dropped = await ends(0, "drop s --yes");
  assert.equal(git(here, "for-each-ref", "refs/heads/cairn", "refs/cairn-land"), "");
  const [, back = "", head = ""] = /git branch (\S+) (\w+)$/mu.exec(dropped.out) ?? [];
  git(here, "branch", back, head);
  assert.equal(git(here, "show", `${back}:two.txt`), "2\n2");
});

test("a merge that would touch uncommitted changes or conflicts is refused by the names of files, and changes nothing", async (t) => {
  const here = await landed(t, [{ "price.txt": "2\n", "notes.txt": "theirs\n" }]);
  const { ends, root } = here;
  const before = checkoutOf(here);
  const touches = await ends(2, "merge --yes");
  assert.match(
    touches.err,
    /CHANGES_TOUCHED: .*notes\.txt; nothing was merged\n +commit them, or put them aside: `git stash push -u -- :\/notes\.txt`; then: `cairn merge/u,
  );
  assert.deepEqual(checkoutOf(here), before);
  rmSync(join(root, "notes.txt"));
  writeFileSync(join(root, "price.txt"), "3\n");
  git(here, "commit", "--quiet", "-am", "dearer");
  const clean = checkoutOf(here);
  const conflict = await ends(2, "merge --yes --json");
  assert.equal(at(conflict.json(), "error", "code"), "MERGE_CONFLICT");
  assert.match(String(at(conflict.json(), "error", "text")), /price\.txt/u);
  assert.match(
    String(at(conflict.json(), "error", "fits")),
    /`git merge cairn\/\S+`, then resolve the conflicts in these files/u,
  );
  assert.deepEqual(checkoutOf(here), clean);
});

test("where the branch has moved on a merge commit is made; undo is refused once something follows, or it was pushed", async (t) => {
  const here = await landed(t, [{ "one.txt": "1\n" }]);
  const { cairn, ends, root, folder } = here;
  writeFileSync(join(root, "four.txt"), "4\n");
  git(here, "add", "four.txt");
  git(here, "commit", "--quiet", "-m", "four");
  const old = git(here, "rev-parse", "HEAD");
  assert.match((await cairn("undo")).err, /DELIVERY_NONE/u);
  await ends(0, "merge --yes");
  assert.equal(git(here, "rev-parse", "HEAD^1"), old);
  assert.match(
    git(here, "log", "-1", "--format=%B"),
    /^Merge cairn\/two-files: Two files\n\nCairn-Run: \w+$/u,
  );
  assert.match(
    (await cairn("merge --yes")).out,
    /master holds all that run \w+ has landed: nothing was merged/u,
  );
  git(here, "switch", "--quiet", "-c", "other");
  assert.match(
    (await cairn("undo")).err,
    /BRANCH_OTHER: the run was merged into master, and other is checked out\n +`git switch master/u,
  );
  git(here, "switch", "--quiet", "master");
  execFileSync("git", ["init", "--quiet", "--bare", join(folder, "origin.git")]);
  git(here, "remote", "add", "origin", join(folder, "origin.git"));
  git(here, "push", "--quiet", "origin", "master");
  assert.match((await cairn("undo")).err, /MERGE_PUSHED: .*refs\/remotes\/origin\/master/u);
  git(here, "update-ref", "-d", "refs/remotes/origin/master");
  git(here, "commit", "--quiet", "--allow-empty", "-m", "later");
  assert.match((await cairn("undo")).err, /CHECKOUT_MOVED: master has moved on/u);
  git(here, "update-ref", "HEAD", "HEAD^1");
  writeFileSync(join(root, "one.txt"), "mine now\n");
  const touches = await cairn("undo");
  assert.match(touches.err, /CHANGES_TOUCHED: .*one\.txt/u);
  writeFileSync(join(root, "one.txt"), "1\n");
  await ends(0, "undo");
  assert.equal(git(here, "rev-parse", "HEAD"), old);
});

test("what git did before a kill is recorded when it is asked for again, and can be taken back", async (t) => {
  const here = await landed(t, [{ "one.txt": "1\n" }]);
  const { cairn, ends, places, site, system, run } = here;
  const old = git(here, "rev-parse", "HEAD");
  const picture = await system.picture(run);
  assert.ok(!isRefusal(picture) && picture.work !== undefined);
  assert.equal((await places.deliver(site, picture.work.head, "merge\n")).is, "merged");
  const merged = await cairn("merge --yes --json");
  assert.equal(at(merged.json(), "is"), "recorded");
  assert.equal(at(merged.json(), "from"), old);
  assert.equal(
    (await places.undo(site, { from: old, to: picture.work.head, branch: "cairn/x", base: old }))
      .is,
    "undone",
  );
  await ends(0, "undo");
  assert.equal(git(here, "rev-parse", "HEAD"), old);
  await ends(0, "merge --yes");
});

test("no agent merges, takes back or drops; a live run isn't dropped; what was dropped is gone, and its record stays", async (t) => {
  const here = await landed(t, [{ "one.txt": "1\n" }], { "three.txt": "3\n" });
  const { cairn, ends, run, folder } = here;
  for (const verb of ["merge", "undo", "drop"])
    assert.match(
      (await cairn([verb, run], { env: { CAIRN_MARK: `${run}.1` } })).err,
      /SENDER_WRONG/u,
      verb,
    );
  const live = await cairn("merge --yes --json");
  assert.equal(at(live.json(), "over"), false);
  for (const sure of [[], ["--yes"]])
    assert.match(
      (await cairn(["drop", run, ...sure])).err,
      /RUN_LIVE: .*\n +end it first: `cairn stop --cancel/u,
    );
  assert.match(
    (await cairn(asTyped`stop --cancel ${run} --reason enough --yes`)).out,
    /^run cancelled .*\n +take the run up again: cairn resume \w+ --reason WHY\n/u,
    "what landed is merged already",
  );
  assert.match(
    (await cairn(["drop", run], { answers: ["n"] })).err,
    /^\w+ \(.*\): remove .*\? \[y\/N\]\nCONFIRMATION_MISSING: nothing was changed/u,
  );
  const dropped = await cairn(["drop", run, "--yes", "--json"]);
  assert.equal(at(dropped.json(), "events", 0, "type"), "PlacesDropped");
  assert.equal(git(here, "for-each-ref", "refs/heads/cairn", "refs/cairn-land"), "");
  const [own = ""] = readdirSync(join(folder, "places"));
  assert.ok(existsSync(join(folder, "places", own)));
  assert.equal(readFileSync(join(here.root, "one.txt"), "utf8"), "1\n", "what was merged stays");
  for (const verb of ["merge", "diff"])
    assert.match((await cairn([verb, run])).err, /PLACES_DROPPED: cairn\/two-files/u, verb);
  assert.match(
    (await cairn(["status", run])).out,
    /cairn\/two-files was dropped, merged into master/u,
  );
  assert.match((await cairn(["drop", run])).out, /nothing changed/u);
  assert.match((await cairn(["log", run])).out, /WorkLanded/u);
  const undone = await ends(0, ["undo", run]);
  assert.equal(existsSync(join(here.root, "one.txt")), false);
  const [, commit = ""] =
    /merge it again: git merge (\w+)\n +git keeps that commit for some weeks only/u.exec(
      undone.out,
    ) ?? [];
  git(here, "merge", "--quiet", commit);
  assert.equal(readFileSync(join(here.root, "one.txt"), "utf8"), "1\n");
});

test("of two runs the one that can be merged is meant; their merges are taken back in reverse order", async (t) => {
  const here = shop(t);
  const { cairn, ends } = here;
  const old = git(here, "rev-parse", "HEAD");
  const runs: string[] = [];
  const script = join(here.folder, "script.mjs");
  for (const session of ["s", "s2"]) {
    const done = await ends(0, ["run", ...asked.slice(0, -1), session, "--json"]);
    runs.push(String(at(done.json(), "run")));
    // The same changes once more would count as merged with the first.
    writeFileSync(script, readFileSync(script, "utf8").replace("one.txt", "one-more.txt"));
  }
  const [first = "", second = ""] = runs;
  const both = new RegExp(
    `RUN_AMBIGUOUS: the work of 2 runs can be merged: name one\\n +cairn VERB ${second} {2}# ultrawork s2: Two files\\n +cairn VERB ${first} {2}# ultrawork s: Two files\n`,
    "u",
  );
  for (const verb of ["merge", "diff"])
    assert.match((await cairn([verb])).err, new RegExp(both.source.replaceAll("VERB", verb), "u"));
  await ends(0, "merge s");
  const between = git(here, "rev-parse", "HEAD");
  await ends(0, 'run --later ultrawork "Another" --session other');
  const only = await cairn("merge --json");
  assert.equal(at(only.json(), "run"), second);
  assert.match(only.err, new RegExp(`^merging ${second}\n  ultrawork s2: Two files$`, "mu"));
  await ends(0, "stop --cancel other --yes");
  assert.match(
    (await cairn("undo s")).err,
    new RegExp(`CHECKOUT_MOVED: .*that of ${second} follows it\\n +.*cairn undo ${second}`, "u"),
  );
  const unnamed = await cairn("undo");
  assert.match(
    unnamed.err,
    new RegExp(`^taking back the merge of ${second}\n  ultrawork s2: Two files$`, "mu"),
  );
  assert.equal(git(here, "rev-parse", "HEAD"), between);
  const last = await cairn("undo", { answers: [] });
  assert.match(
    last.err,
    new RegExp(`^taking back the merge of ${first}\n  ultrawork s: Two files$`, "mu"),
  );
  assert.equal(git(here, "rev-parse", "HEAD"), old);
  // A merge that its user reset is gone already, and runs without landed work are never meant.
  await ends(0, "merge s");
  git(here, "reset", "--quiet", "--hard", "HEAD~2");
  git(here, "commit", "--quiet", "--allow-empty", "-m", "elsewhere");
  assert.match(
    (await cairn("undo")).out,
    /^master \(at \w+\) lacked the merge already, and nothing/u,
  );
  for (const run of runs) await ends(0, ["drop", run, "--yes"]);
  for (const session of ["s3", "s4"])
    await ends(0, ["run", "--later", ...asked.slice(0, -1), session]);
  for (const [verb, code] of [
    ["merge", "LANDING_NONE"],
    ["pr", "LANDING_NONE"],
    ["undo", "DELIVERY_NONE: there is nothing to undo"],
  ] as const) {
    const none = await ends(2, [verb]);
    assert.match(none.err, new RegExp(`^${code}`, "u"));
  }
});
