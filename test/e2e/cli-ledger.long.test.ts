// Tests of named ledgers: flags, misspelt projects, listing that creates nothing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import { desk, type Printed } from "./desk.ts";
import { plan } from "./one-file.ts";

const start = ["run", "--later", "ultrawork", "One", "--plan", "plan.json", "--session", "s"];
const files = { "plan.json": JSON.stringify(plan) };
const hint =
  /commands that are shown ask the same ledger after this.*:\n {2}export (CAIRN_LEDGER=\S+)\n/;
/** What a shell makes of the line that is to be copied. */
const copied = ({ err }: Printed): string => {
  const [, line = ""] = hint.exec(err) ?? assert.fail(err);
  return execFileSync("sh", ["-c", `export ${line}; printf %s "$CAIRN_LEDGER"`], {
    encoding: "utf8",
  });
};

test("a ledger in a file that a flag names: what is shown works when it is copied", async (t) => {
  const here = desk(t, files);
  const started = await here.ends(0, [...start, "--ledger", "sqlite:other.db"]);
  const env = { CAIRN_LEDGER: copied(started) };
  const status = await here.cairn("status s", { env });
  assert.deepEqual([status.exit, status.err], [0, ""]);
  assert.match(status.out, /cairn decide /);
  // Nothing to copy, nothing to say; nor where programs read, or where the environment says the same.
  for (const quiet of [
    await here.cairn("log s --ledger sqlite:other.db"),
    await here.cairn("status s --json --ledger sqlite:other.db"),
    await here.cairn(["status", "s", "--ledger", env.CAIRN_LEDGER], { env }),
  ])
    assert.deepEqual([quiet.exit, quiet.err], [0, ""]);
});

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();

  test("a project that isn't there is told as such, with those that are; one that is made is told to be new", async (t) => {
    const here = desk(t, files);
    const at = (project: string): readonly string[] => ["--ledger", `${base}?project=${project}`];
    const none = await here.ends(0, ["status", ...at("shop")]);
    assert.match(
      none.err,
      /^there is no project shop in that database, nor any other: what is begun first makes it\n/,
    );
    assert.doesNotMatch(none.err, hint);
    for (const verb of [["log", "s"], ["verify"], ["doctor"]])
      await here.cairn([...verb, ...at("shop")]);
    assert.ok(!existsSync(join(here.root, ".git/cairn")), "looking makes nothing");
    const dry = await here.cairn([...start, "--dry-run", ...at("shop")]);
    assert.match(dry.err, /there is no project shop in that database/);
    const made = await here.cairn([...start, ...at("shop")]);
    assert.match(made.err, /^the project shop is new in that database\n/);
    assert.doesNotMatch(made.err, /there is no/);
    assert.equal(copied(made), `${base}?project=shop`);
    for (const verb of [["status"], ["log", "s"], ["verify"], ["run"], ["status", "--json"]]) {
      const slip = await here.cairn([...verb, ...at("shpo")]);
      assert.match(
        slip.err,
        /there is no project shpo in that database; there are: shop\. Name one by \?project=NAME/,
        verb.join(" "),
      );
    }
    const second = await here.cairn([...start.slice(0, -1), "s2", ...at("web")]);
    assert.match(
      second.err,
      /^the project web is new in that database \(there are besides: shop\)\n/,
    );
    assert.doesNotMatch((await here.cairn(["status", ...at("shop")])).err, /there is no|is new/);
  });

  test("of an address with a password what is to be copied has none, and says where it is looked for", async (t) => {
    const here = desk(t, files);
    server.psql("cairn1", "create role passer login superuser password 'kestrel7Moor9'");
    const url = `${base.replace("postgres@", "passer:kestrel7Moor9@")}?project=passed`;
    const started = await here.cairn([...start, "--ledger", url]);
    assert.match(started.err, /its password isn't in it: PGPASSWORD or ~\/\.pgpass/);
    assert.doesNotMatch(started.out + started.err, /kestrel7Moor9/);
    assert.equal(copied(started), url.replace(":kestrel7Moor9", ""));
  });
}

test("a folder of another program in cairn's place is left as it is, and refused by its name", async (t) => {
  const here = desk(t);
  const home = join(here.root, ".git/cairn");
  mkdirSync(home);
  for (const ignore of [null, "theirs\n"]) {
    writeFileSync(join(home, "notes.txt"), "theirs\n");
    if (ignore !== null) writeFileSync(join(home, ".gitignore"), ignore);
    const before = readdirSync(home);
    const refused = await here.ends(1, 'run --later ultrawork "A goal"');
    assert.match(refused.err, /^HOME_FOREIGN: \S+\/\.git\/cairn is another program's: /mu);
    await here.ends(0, "status");
    assert.deepEqual(readdirSync(home), before);
  }
});

test("what a killed process left of a ledger that it was making is no other program's", async (t) => {
  const here = desk(t);
  const home = join(here.root, ".git/cairn");
  mkdirSync(home);
  writeFileSync(join(home, "ledger.db.new-0123456789ab"), "");
  await here.ends(0, 'run --later ultrawork "A goal"');
});
