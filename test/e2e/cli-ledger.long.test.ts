// Tests of named ledgers: flags, misspelt projects, listing that creates nothing.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import { desk } from "./desk.ts";
import { plan } from "./one-file.ts";

const start = ["run", "--later", "ultrawork", "One", "--plan", "plan.json", "--session", "s"];
const files = { "plan.json": JSON.stringify(plan) };

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
    for (const verb of [["log", "s"], ["verify"], ["doctor"]])
      await here.cairn([...verb, ...at("shop")]);
    assert.ok(!existsSync(join(here.root, ".git/cairn")), "looking makes nothing");
    const dry = await here.cairn([...start, "--dry-run", ...at("shop")]);
    assert.match(dry.err, /there is no project shop in that database/);
    const made = await here.cairn([...start, ...at("shop")]);
    assert.match(made.err, /^the project shop is new in that database\n/);
    assert.doesNotMatch(made.err, /there is no/);
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
