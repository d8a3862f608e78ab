// Tests of two machines with one PostgreSQL ledger: documents and contents travel, credentials stay.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import { asTyped, at, type Desk, hostsWithin, type Line } from "./desk.ts";
import { sessions, sharedDesks } from "./two-desks.ts";

hostsWithin();

const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [
        { criteria: "it is there", command: "sh -c 'echo proof of one; test -e one.txt'" },
      ],
    },
  ],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e one.txt" }] },
};
const agents = { none: { driver: "command", argv: ["true"], done: "exit" } };
const files = {
  "plan.json": JSON.stringify(plan),
  "one.txt": "1\n",
  "cairn.config.json": JSON.stringify({ agents, roles: { "*": "none" } }),
};

const typed = async (desk: Desk, line: Line, exit = 0): Promise<unknown> => {
  const answer = await desk.ends(
    exit,
    asTyped`${typeof line === "string" ? asTyped([line]) : line} --json`,
  );
  const lines = answer.out.trimEnd().split("\n");
  return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : answer.json();
};
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : assert.fail(JSON.stringify(value));
const codes = (answer: unknown): readonly unknown[] =>
  listOf(at(answer, "findings")).map((one) => at(one, "code"));
const started = async (desk: Desk): Promise<void> => {
  const made = await typed(desk, "run --later ultrawork Goal --session s --plan plan.json");
  assert.equal(typeof at(made, "run"), "string");
};
const folderOf = (desk: Desk): string => {
  const [team = ""] = readdirSync(join(desk.root, sessions));
  return join(desk.root, sessions, team, "sessions", "s");
};
const design = (desk: Desk): string => join(folderOf(desk), "design.md");
const recordings = async (desk: Desk): Promise<number> =>
  listOf(await typed(desk, "log s")).filter((row) => at(row, "type") === "DocumentSeen").length;

if (postgresMissing !== null)
  test("content on more than one machine", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  let project = 0;
  const desks = (t: TestContext): ReturnType<typeof sharedDesks> =>
    sharedDesks(t, `${base}?project=p${(project += 1)}`, files);

  test("a free document comes to the other machine, changes there, and comes back; nothing is recorded twice", async (t) => {
    const { one, two } = desks(t);
    await started(one);
    writeFileSync(design(one), "# first\n");
    await typed(one, "status s");
    await typed(two, "status s");
    assert.equal(readFileSync(design(two), "utf8"), "# first\n");
    writeFileSync(design(two), "# second\n");
    await typed(two, "status s");
    await typed(one, "status s");
    assert.equal(readFileSync(design(one), "utf8"), "# second\n");
    for (const desk of [two, one, two]) await typed(desk, "status s");
    assert.equal(await recordings(one), 2);

    // Two who change it at once: the later one is recorded last, and both are kept.
    writeFileSync(design(one), "# by one\n");
    writeFileSync(design(two), "# by two\n");
    for (const desk of [one, two, one, two]) await typed(desk, "status s");
    assert.equal(readFileSync(design(one), "utf8"), "# by two\n");
    assert.equal(readFileSync(design(two), "utf8"), "# by two\n");
    assert.equal(await recordings(two), 4);
    assert.equal(
      server.psql(
        "cairn1",
        `select count(*) from cairn_p${project}.kept where convert_from(bytes, 'UTF8') = E'# by one\\n'`,
      ),
      "1\n",
    );

    // What is recorded no more is nobody's to undo.
    await typed(one, "stop --cancel s --reason enough --yes");
    writeFileSync(design(one), "# kept for myself\n");
    rmSync(design(two));
    for (const desk of [one, two, one, two]) await typed(desk, "status s");
    assert.equal(readFileSync(design(one), "utf8"), "# kept for myself\n");
    assert.equal(existsSync(design(two)), false);
  });

  test("a document that holds a credential stays on the machine that made it, and is not gone elsewhere", async (t) => {
    const { one, two } = desks(t);
    await started(one);
    writeFileSync(design(one), `token: ghp_${"a1B2".repeat(9)}\n`);
    for (const desk of [one, two, one, two]) await typed(desk, "status s");
    assert.equal(existsSync(design(two)), false);
    assert.equal(await recordings(two), 1);
    assert.equal(
      server.psql(
        "cairn1",
        `select count(*) from cairn_p${project}.kept where position('ghp_'::bytea in bytes) > 0`,
      ),
      "0\n",
    );
  });

  test("another machine shows, verifies, checks again and exports what one has proved; with its own disk emptied, too", async (t) => {
    const { one, two, alone } = desks(t);
    await started(one);
    await typed(one, "decide approve-1 approve");
    await one.cairn("run s");
    const criteria = listOf(at(await typed(one, "evidence s"), "criteria"));
    const digests = criteria
      .map((criterion) => Object(at(criterion, "proof"))?.digest)
      .filter((name) => typeof name === "string");
    assert.ok(digests.length > 0, JSON.stringify(criteria));
    assert.equal(existsSync(join(two.root, ".git/cairn", "kept")), false);
    assert.deepEqual(codes(await typed(two, "verify s")), []);
    assert.equal(
      existsSync(
        join(two.root, ".git/cairn", "kept", String(digests[0]).slice(0, 2), String(digests[0])),
      ),
      true,
    );
    const again = listOf(at(await typed(two, "evidence s --recheck"), "criteria")).map(
      (criterion) => Object(criterion).recheck,
    );
    assert.deepEqual(
      again.filter((one) => one !== null).map((one) => at(one, "agrees")),
      digests.map(() => true),
    );
    // What was lost on the machine that made it comes back from the others' shelf.
    rmSync(join(one.root, ".git/cairn", "kept"), { recursive: true });
    assert.deepEqual(codes(await typed(one, "verify s")), []);

    // From PostgreSQL into a file's ledger, and on from there into another project.
    const half = join(alone.folder, "half.jsonl");
    await typed(two, ["export", "s", "--to", half]);
    await typed(one, "stop s");
    const whole = join(alone.folder, "whole.jsonl");
    await typed(two, ["export", "s", "--to", whole]);
    await typed(alone, ["restore", half]);
    await typed(alone, ["restore", half]);
    await typed(alone, ["restore", whole], 2);
    await typed(alone, ["restore", whole, "--yes"]);
    const log = await typed(two, "log s");
    const plain = (rows: unknown): unknown =>
      listOf(rows).map((row) => ({ ...Object(row), seq: 0 }));
    assert.deepEqual(plain(await typed(alone, "log s")), plain(log));
    assert.deepEqual(
      codes(await typed(alone, "verify s")).filter((code) => code !== "COMMIT_GONE"),
      [],
    );

    // What isn't on the shelf is not said to be lost: the machine that made it may have it, and whoever has an export puts it back for all.
    server.psql("cairn1", `delete from cairn_p${project}.kept`);
    rmSync(join(two.root, ".git/cairn", "kept"), { recursive: true });
    assert.deepEqual([...new Set(codes(await typed(two, "verify s")))], ["KEPT_ELSEWHERE"]);
    await typed(one, ["restore", whole]);
    assert.deepEqual(codes(await typed(two, "verify s")), []);
  });

  test("a run goes from a file's ledger into PostgreSQL, the older half first, and one that forks is refused", async (t) => {
    const { two, alone } = desks(t);
    await started(alone);
    await typed(alone, "decide approve-1 approve");
    const half = join(alone.folder, "half.jsonl");
    await typed(alone, ["export", "s", "--to", half]);
    await alone.cairn("run s");
    const whole = join(alone.folder, "whole.jsonl");
    await typed(alone, ["export", "s", "--to", whole]);
    await typed(two, ["restore", half]);
    await typed(two, ["restore", whole, "--yes"]);
    const head = at(JSON.parse(readFileSync(whole, "utf8").split("\n")[0] ?? ""), "head");
    assert.equal(
      server.psql("cairn1", `select head from cairn_p${project}.cards`),
      `${String(head)}\n`,
    );
    assert.deepEqual(codes(await typed(two, "verify s")), []);
    // Its outputs are on the shelf: a machine with nothing of its own has them.
    rmSync(join(two.root, ".git/cairn", "kept"), { recursive: true });
    assert.deepEqual(codes(await typed(two, "verify s")), []);
    // Both went on apart.
    for (const desk of [alone, two]) await typed(desk, "stop s");
    const forked = join(alone.folder, "forked.jsonl");
    await typed(alone, ["export", "s", "--to", forked]);
    const refused = await two.ends(2, ["restore", forked, "--yes"]);
    assert.match(refused.err, /HISTORY_FORKS/);
  });
}
