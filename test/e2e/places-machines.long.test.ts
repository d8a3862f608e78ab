// Machines that share a ledger and a remote: what one did is where another goes on, and nothing counts before the others can have it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import { asTyped, type Desk, hostsWithin, type Line } from "./desk.ts";
import { criterion, report, type Steps } from "./places-shop.ts";
import { away, refusing, type Shared, sharedShop } from "./machines-shop.ts";

hostsWithin();

const started = asTyped`run --later ultrawork "Two files" --plan plan.json --auto --session s`;
const writes = (id: string): Steps => [
  { write: { path: `${id}.txt`, text: `${id}\n` } },
  report(id),
];
const both = [criterion("1", "test -e 1.txt"), criterion("2", "test -e 2.txt")];

const done = async (desk: Desk, line: Line, exit = 0): Promise<string> => {
  const { out, err } = await desk.ends(exit, line);
  return out + err;
};
const filesOf = ({ root }: Desk): readonly string[] =>
  readdirSync(root).filter((name) => /^\d\.txt$/u.test(name));
const typesOf = async (desk: Desk, type: string): Promise<readonly string[]> =>
  (await done(desk, ["log", "s", "--json"]))
    .split("\n")
    .filter((line) => line.includes(`"type":"${type}"`));
const refsOf = (repository: string): readonly string[] =>
  gitIn(repository, "for-each-ref", "--format=%(refname)")
    .split("\n")
    .filter((ref) => ref !== "");

if (postgresMissing !== null)
  test("machines that share a remote", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  let project = 0;
  const shop = (t: TestContext, remote?: null): Shared =>
    sharedShop(
      t,
      `${base}?project=p${(project += 1)}`,
      { "1": writes("1"), "2": writes("2") },
      both,
      remote,
    );

  test("one machine works, another judges, merges, and its user has all of it; what somebody claimed is handed in where it was, and from nowhere else", async (t) => {
    const { one, two, origin } = shop(t);
    await done(one, started);
    const claimed = await done(two, "job claim s task-1-1 --as bea --json");
    const { token, place } = JSON.parse(claimed.split("\n")[0] ?? "");
    writeFileSync(join(String(place), "1.txt"), "by bea\n");
    const told = { task: "1", status: "done", summary: "It is there.", evidence: [] };
    const hands = asTyped`job report s --token ${String(token)} --data ${JSON.stringify(told)}`;
    assert.match(
      (await one.cairn(hands)).err,
      /^CLAIM_ELSEWHERE: task-1-1 was claimed on \S+\/\w{6}, and what was done of it lies there/u,
    );
    await done(two, hands);
    await Promise.all([
      done(one, "run s --serve worker"),
      done(two, "run s --serve verifier,checks"),
    ]);
    const [head = "", branch = "", ...rest] = refsOf(origin);
    assert.match(head, /^refs\/cairn-land\/\w+\/[0-9a-f]{40}$/u);
    assert.match(branch, /^refs\/heads\/cairn\/two-files/u);
    assert.deepEqual(rest, ["refs/heads/main"]);
    assert.equal(gitIn(origin, "rev-parse", head), gitIn(origin, "rev-parse", branch));
    for (const desk of [one, two]) assert.deepEqual(filesOf(desk), []);
    await done(two, "merge s");
    assert.deepEqual(filesOf(two), ["1.txt", "2.txt"]);
    // What was pushed is the run's branch alone, so the merge can be taken back.
    await done(two, "undo s");
    await done(two, "merge s");
    // Of the other's user nothing is moved, and whoever merges there has the same.
    assert.deepEqual(filesOf(one), []);
    await done(one, "merge s");
    assert.deepEqual(filesOf(one), ["1.txt", "2.txt"]);
    assert.equal(readFileSync(join(one.root, "1.txt"), "utf8"), "by bea\n");
  });

  test("without a remote a machine says what it lacks, shows the record, and has all once git brings it", async (t) => {
    const { one, two } = shop(t, null);
    await done(one, started);
    await done(one, "run s");
    assert.match(
      await done(two, "status s"),
      /warning +this machine lacks the commit \w+ that the run's work stands on: name the/u,
    );
    assert.match(await done(two, "evidence s"), /3 of 3 criteria proved/u);
    assert.match(await done(two, "run s"), /3 met: 3 by checks/u);
    for (const verb of ["diff", "merge", "open"]) {
      const told = await done(two, [verb, "s"], 1);
      assert.match(
        told,
        /^COMMIT_AWAY: this machine lacks .*\n {2}name the remote that all machines push to.*git\.remote/u,
      );
    }
    const branch = gitIn(one.root, "for-each-ref", "--format=%(refname)", "refs/heads/cairn");
    gitIn(one.root, "push", "-q", "origin", branch);
    gitIn(two.root, "fetch", "-q");
    await done(two, "merge s");
    assert.deepEqual(filesOf(two), ["1.txt", "2.txt"]);
  });

  test("a remote that is away or refuses: nothing begins or is recorded, in its own words; where it goes away while jobs are at work, what they did is recorded once it is back; one that takes no such branch is told, and others have what landed all the same; somebody commits on the branch: that lands; or forces it elsewhere: that stays, and is told", async (t) => {
    const shared = shop(t);
    const { one, two, origin, folder } = shared;
    await done(one, started);
    away(shared, true);
    assert.match(
      await done(one, "run s", 1),
      /^REMOTE_FAILED: origin can't be pushed to: fatal: .*origin\.git.*\n {2}see whether `git ls-remote origin`/mu,
    );
    away(shared, false);
    refusing(shared, "cairn-land");
    assert.match(
      await done(one, "run s", 1),
      /^REMOTE_FAILED: origin can't be pushed to: \[remote rejected\] \(hook declined\)/mu,
    );
    assert.deepEqual(await typesOf(one, "BaseSet"), []);
    assert.deepEqual(refsOf(origin), ["refs/heads/main"]);

    refusing(shared, "heads/cairn");
    let out = "";
    let taken: readonly unknown[] = [];
    let looks: Promise<void> | null = null;
    const { exit } = await one.cairn("run s", {
      heard: (text) => {
        const before = out;
        out += text;
        if (!before.includes("begins ") && out.includes("begins ")) away(shared, true);
        if (looks !== null || !out.includes("isn't recorded yet, and nothing begins here")) return;
        looks = typesOf(two, "WorkTaken").then((found) => {
          taken = found;
          away(shared, false);
        });
      },
    });
    assert.equal(exit, 0, out);
    assert.deepEqual(taken, []);
    assert.match(out, /the remote is back: what waited for it is recorded/u);
    assert.match(
      out,
      /warning .*origin doesn't take cairn\/two-files\S*: \[remote rejected\] \(hook declined\)/u,
    );
    assert.equal(
      refsOf(origin).some((ref) => ref.startsWith("refs/heads/cairn")),
      false,
    );
    await done(two, "merge s");
    assert.deepEqual(filesOf(two), ["1.txt", "2.txt"]);

    refusing(shared, null);
    await done(one, "run s");
    const branch = (refsOf(origin)[1] ?? "").replace("refs/heads/", "");
    gitIn(folder, "clone", "-q", "-b", branch, origin, "people");
    const people = join(folder, "people");
    writeFileSync(join(people, "3.txt"), "by hand\n");
    gitIn(people, "add", "3.txt");
    gitIn(people, "commit", "-q", "-m", "By hand");
    gitIn(people, "push", "-q");
    assert.match(
      await done(two, "run s"),
      /one commit of Ana on cairn\/two-files\S* will land once the checks pass/u,
    );
    await done(one, "merge s");
    assert.deepEqual(filesOf(one), ["1.txt", "2.txt", "3.txt"]);

    gitIn(people, "checkout", "-q", "--orphan", "other");
    gitIn(people, "commit", "-q", "-m", "Something else");
    gitIn(people, "push", "-q", "--force", "origin", `HEAD:refs/heads/${branch}`);
    const forced = gitIn(people, "rev-parse", "HEAD");
    assert.match(
      await done(one, "run s"),
      /warning .* on origin holds \w{12}, which doesn't rest on what landed: it stays/u,
    );
    assert.equal(gitIn(origin, "rev-parse", branch), forced);
  });

  test("what the remote lacks is shown by the next runner there, which is held up by nothing; dropped runs leave nothing but the branch", async (t) => {
    const shared = shop(t);
    const { one, two, origin } = shared;
    await done(one, started);
    await done(one, "run s");
    const all = refsOf(origin);
    for (const ref of all) if (ref.includes("cairn")) gitIn(origin, "update-ref", "-d", ref);
    assert.match(
      await done(two, "diff s", 1),
      /COMMIT_AWAY.*\n {2}origin doesn't have it: a runner on the machine that made it sends it/u,
    );
    away(shared, true);
    const told = await done(one, "run s");
    assert.match(
      told,
      /warning cairn\/two-files\S* isn't shown on origin yet: origin can't be pushed to/u,
    );
    assert.match(told, /3 met: 3 by checks/u);
    assert.doesNotMatch(told, /isn't recorded yet/u);
    away(shared, false);
    await done(one, "run s");
    assert.deepEqual(refsOf(origin), all);
    assert.match(
      await done(two, "status s"),
      /warning +the newest of its commits isn't on this machine yet; `cairn diff \w+` brings it from origin/u,
    );
    await done(two, "diff s");
    assert.doesNotMatch(await done(two, "status s"), /isn't on this machine/u);

    assert.match(
      await done(one, "drop s --yes"),
      /what origin shows of it stays there: git push origin --delete cairn\/two-files-\w+\n +on other machines that have it, type this, too/u,
    );
    assert.deepEqual(refsOf(origin), all.slice(1));
    const local = (desk: Desk): readonly string[] =>
      refsOf(desk.root).filter((ref) => /^refs\/(?:heads\/cairn|cairn-land)/u.test(ref));
    assert.deepEqual(local(one), []);
    assert.notDeepEqual(local(two), []);
    assert.match(
      await done(two, "drop s --yes"),
      /its branch and places on this machine are gone, too/u,
    );
    assert.deepEqual(local(two), []);
  });
}
