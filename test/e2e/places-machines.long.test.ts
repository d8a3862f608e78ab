// Machines that share a ledger and a remote: what one did is where another goes on, and nothing counts before the others can have it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import type { Desk } from "./desk.ts";
import { criterion, report, type Steps } from "./places-shop.ts";
import { sharedShop } from "./shared-shop.ts";

const started = ["start", "ultrawork", "Two files", "--plan", "plan.json", "--auto", "--no-baseline", "--session", "s"];
const writes = (id: string): Steps => [{ write: { path: `${id}.txt`, text: `${id}\n` } }, report(id)];
const both = [criterion("1", "test -e 1.txt"), criterion("2", "test -e 2.txt")];

const done = async (desk: Desk, argv: readonly string[], exit = 0): Promise<string> => {
  const answer = await desk.cairn(argv);
  assert.equal(answer.exit, exit, `cairn ${argv.join(" ")}: ${answer.out}${answer.err}`);
  return answer.out + answer.err;
};
const refsOf = (repository: string): readonly string[] =>
  gitIn(repository, "for-each-ref", "--format=%(refname)")
    .split("\n")
    .filter((ref) => ref !== "");

if (postgresMissing !== null) test("machines that share a remote", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  let project = 0;
  const shop = (t: TestContext, ...rest: [Readonly<Record<string, Steps>>, typeof both, (string | null)?]) =>
    sharedShop(t, `${base}?project=p${(project += 1)}`, ...rest);

  test("one machine works, another judges, merges, and its user has all of it", async (t) => {
    const { one, two, origin } = shop(t, { "1": writes("1"), "2": writes("2") }, both);
    await done(one, started);
    const said = await Promise.all([
      done(one, ["run", "s", "--serve", "worker", "--verbose"]),
      done(two, ["run", "s", "--serve", "verifier,checks", "--verbose"]),
    ]);
    for (const text of said) t.diagnostic(text);
    assert.equal(existsSync(join(two.root, "1.txt")), false);
    await done(two, ["merge", "s"]);
    assert.equal(existsSync(join(two.root, "1.txt")) && existsSync(join(two.root, "2.txt")), true);
    t.diagnostic(refsOf(origin).join("\n"));
  });

  test("without a remote a machine goes on only where it has what the run stands on, and says what is missing", async (t) => {
    const { one, two } = shop(t, { "1": writes("1"), "2": writes("2") }, both, null);
    await done(one, started);
    await done(one, ["run", "s"]);
    for (const words of [
      "status s",
      "next s",
      "log s",
      "evidence s",
      "verify s",
      "doctor",
      "diff s",
      "diff s --patch",
      "merge s",
      "open s",
      "run s",
      "pr s",
      "undo s",
      "evidence s --recheck",
    ]) {
      const answer = await two.cairn(words.split(" "));
      t.diagnostic(`$ cairn ${words} => ${answer.exit}\n${answer.out}${answer.err}`);
    }
  });
}
