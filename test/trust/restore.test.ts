// Why: an export must come back byte for byte on any machine, and nothing that isn't its own history may come with it.
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { chain, digest } from "../../src/core/hash.ts";
import { at, desk } from "../e2e/desk.ts";
import { gitIn } from "../contract/workspace-folder.ts";
import { cutTail, reseal, scene } from "./tamper.ts";
import type { Scene } from "./tamper.ts";

/** A run, where asked with proofs and work of an agent, and its export as `all.jsonl` beside the repository. */
const exported = async (t: TestContext, worked = false): Promise<Scene & { readonly file: string }> => {
  const made = await scene(t);
  const { cairn, root, folder } = made;
  await cairn(["decide", "approve-1", "approve"]);
  if (worked) {
    writeFileSync(join(root, "one.txt"), "1\n");
    const agents = { none: { driver: "command", argv: ["true"], done: "exit" } };
    writeFileSync(join(root, "cairn.config.json"), JSON.stringify({ agents, roles: { "*": "none" } }));
    await cairn(["run", "s"]);
  }
  await made.more();
  const file = join(folder, "all.jsonl");
  const answer = await cairn(["export", "s", "--to", file, "--json"]);
  assert.equal(answer.exit, 0, answer.err + answer.out);
  assert.deepEqual(Object.keys(Object(answer.json())), ["run", "events", "file"]);
  return { ...made, file };
};

const linesOf = (file: string): string[] => readFileSync(file, "utf8").trimEnd().split("\n");
const isRow = (line: string): boolean => line.startsWith('{"version"');
const rowsIn = (given: Scene): unknown =>
  given.hand((db) =>
    db.prepare('select run, version, cause, type, at, hash, "by", data from rows where run = ? order by version').all(given.run),
  );
const write = (file: string, lines: readonly string[]): void => writeFileSync(file, `${lines.join("\n")}\n`);
const codes = (answer: unknown): unknown => {
  const findings = at(answer, "findings");
  return Array.isArray(findings) ? findings.map((one) => at(one, "code")) : findings;
};
const forget = ({ root }: Scene): void => {
  for (const end of ["", "-wal", "-shm"]) rmSync(join(root, `.cairn/ledger.db${end}`), { force: true });
};

test("an export holds the exact texts, the outputs that events name, and no refused edit; to a pipe the same lines", async (t) => {
  const given = await exported(t, true);
  const { cairn, file, run, root } = given;
  const lines = linesOf(file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const head = JSON.parse(lines[0] ?? "");
  assert.deepEqual([head.cairn, head.format, head.protocol, head.run, head.root], ["export", 1, "ultrawork", run, "."]);
  const rows: unknown = rowsIn(given);
  assert.deepEqual(
    lines.filter(isRow).map((line) => ({ run, ...JSON.parse(line) })),
    Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [],
  );
  const outputs = lines.filter((line) => line.startsWith('{"output"')).map((line) => JSON.parse(line));
  assert.ok(outputs.length > 0);
  for (const { output, base64 } of outputs) assert.equal(digest(Buffer.from(base64, "base64")), output);
  const end = JSON.parse(lines.at(-1) ?? "");
  assert.deepEqual([end.events, end.head, end.outputs], [head.version, head.head, outputs.length]);
  const piped = await cairn(["export", "s"]);
  assert.deepEqual(piped.out.trimEnd().split("\n"), lines);
  assert.equal((await cairn(["export", "s", "--json"])).out, piped.out);
  const bare = await cairn(["export", "s", "--without-outputs"]);
  assert.match(bare.out, /left out when this was exported/);
  assert.doesNotMatch(bare.out, /base64/);
  const again = await cairn(["export", "s", "--to", file]);
  assert.equal(again.exit, 2);
  assert.match(again.err, /FILE_PRESENT/);
  assert.ok(!readdirSync(join(root, "..")).some((name) => name.endsWith(".cairn-tmp")));
});

test("after a loss of everything but the repository the run comes back as it was, and verifies", async (t) => {
  const given = await exported(t, true);
  const { cairn, file, root, folder, run, place, found } = given;
  const rows = rowsIn(given);
  const session = readFileSync(join(place, "session.json"), "utf8");
  rmSync(join(root, ".cairn"), { recursive: true });
  rmSync(join(folder, "sessions"), { recursive: true });
  const dry = await cairn(["restore", file, "--dry-run", "--json"]);
  assert.equal(dry.exit, 0, dry.err);
  assert.ok(!existsSync(join(root, ".cairn")), "a dry run writes nothing");
  const answer = await cairn(["restore", file, "--json"]);
  assert.equal(answer.exit, 0, answer.out + answer.err);
  assert.deepEqual([at(answer.json(), "run"), codes(answer.json())], [run, []]);
  assert.equal(at(answer.json(), "added"), at(answer.json(), "events"));
  assert.deepEqual(rowsIn(given), rows);
  assert.equal(readFileSync(join(place, "session.json"), "utf8"), session);
  assert.deepEqual(await found(), { exit: 0, codes: [] });
  assert.equal((await cairn(["pause", "s"])).exit, 0, "it can be gone on with");
});

test("on another machine it comes back whole, and fencing tokens of before stay stale", async (t) => {
  const given = await exported(t, true);
  const other = desk(t);
  const { cairn } = other;
  gitIn(other.root, "commit", "-q", "--allow-empty", "-m", "other");
  // The run's place was in the home of the other machine.
  rmSync(join(given.folder, "sessions"), { recursive: true });
  const answer = await cairn(["restore", given.file, "--json"]);
  assert.equal(answer.exit, 0, answer.out + answer.err);
  const verified = await cairn(["verify", "--json"]);
  assert.equal(verified.exit, 0, verified.out);
  const most = Math.max(
    ...linesOf(given.file)
      .filter(isRow)
      .map((line) => JSON.parse(JSON.parse(line).by).fence ?? 0),
  );
  assert.ok(most > 0);
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(join(other.root, ".cairn/ledger.db"));
  const fence = db.prepare("select max(fence) as most, min(over) as over from leases").get();
  db.close();
  assert.deepEqual([fence?.["most"], fence?.["over"]], [most, 1]);
});

test("damaged text is cut at the last good line, the rest is kept beside it, and said", async (t) => {
  const given = await exported(t);
  const { cairn, file, root } = given;
  const lines = linesOf(file);
  const damages: readonly (readonly [string, (lines: string[]) => void, readonly string[]])[] = [
    ["a word changed", (own) => void (own[3] = (own[3] ?? "").replace(/"data":"/, '"data":" ')), ["CHAIN_BROKEN", "END_DIFFERS"]],
    ["a line cut in the middle", (own) => void (own[3] = (own[3] ?? "").slice(0, 40)), ["LINE_BROKEN", "CHAIN_BROKEN", "END_DIFFERS"]],
    ["a line gone", (own) => void own.splice(3, 1), ["CHAIN_BROKEN", "END_DIFFERS"]],
    ["two lines swapped", (own) => void own.splice(3, 2, own[4] ?? "", own[3] ?? ""), ["CHAIN_BROKEN", "END_DIFFERS"]],
    ["the end cut off", (own) => void own.splice(3), ["END_MISSING"]],
    ["another root", (own) => void (own[0] = (own[0] ?? "").replace('"root":"."', '"root":"/etc"')), ["HEADER_DIFFERS", "ROOT_CHANGED"]],
  ];
  for (const [what, damage, expected] of damages) {
    const own = [...lines];
    damage(own);
    const broken = join(root, "..", "broken.jsonl");
    write(broken, own);
    forget(given);
    rmSync(join(root, ".cairn/anchors"), { recursive: true, force: true });
    gitIn(root, "update-ref", "-d", `refs/cairn/${given.run}`);
    const answer = await cairn(["restore", broken, "--json"]);
    assert.equal(answer.exit, 5, `${what}: ${answer.out}`);
    assert.deepEqual(codes(answer.json()), expected, what);
    const good = expected.includes("HEADER_DIFFERS") ? lines.filter(isRow).length : 2;
    assert.equal(at(answer.json(), "version"), good, what);
    const aside = at(answer.json(), "quarantined");
    const bad = own.filter((line, index) => isRow(lines[index] ?? "") && index > 2 && index < own.length && (isRow(line) || index === 3));
    if (typeof aside === "string") {
      assert.deepEqual(linesOf(aside), good === 2 ? bad : [], what);
      rmSync(aside);
    } else assert.ok(good > 2 || expected[0] === "END_MISSING", what);
  }
});

test("what isn't an export, or has no event to trust, is refused and nothing is written", async (t) => {
  const { cairn, root, file, run } = await exported(t);
  const lines = linesOf(file);
  const before = readdirSync(join(root, ".."));
  const cases: readonly (readonly [string, RegExp])[] = [
    ["", /EXPORT_FOREIGN: the file is empty/],
    ["hello\n", /EXPORT_FOREIGN/],
    [`${(lines[0] ?? "").replace('"format":1', '"format":2')}\n`, /EXPORT_NEWER/],
    [`${(lines[0] ?? "").replace(run, "../../x")}\n`, /EXPORT_BROKEN/],
    [lines.join("\n").replace(run, "other"), /EXPORT_BROKEN: no event of it can be trusted; line 2/],
    [lines.join("\n").replace('"ultrawork"', '"sorcery"'), /EXPORT_BROKEN|PROTOCOL_UNKNOWN/],
  ];
  const strange = join(root, "strange.jsonl");
  for (const [text, told] of cases) {
    writeFileSync(strange, text);
    const answer = await cairn(["restore", strange]);
    assert.equal(answer.exit, 2, answer.out + answer.err);
    assert.match(answer.err, told);
  }
  writeFileSync(strange, Buffer.from([0xff, 0xfe, 0x0a]));
  assert.match((await cairn(["restore", strange])).err, /EXPORT_FOREIGN/);
  assert.equal((await cairn(["restore", join(root, "none.jsonl")])).exit, 1);
  assert.equal((await cairn(["restore", root])).exit, 1);
  assert.deepEqual(readdirSync(join(root, "..")), before);
});

test("over a run that is there: the same changes nothing, an older one says so, a cut tail comes back with --yes", async (t) => {
  const given = await exported(t);
  const { cairn, file, hand, run, found, more } = given;
  const same = await cairn(["restore", file]);
  assert.equal(same.exit, 0, same.err);
  assert.match(same.out, /nothing was changed/);
  const rows = rowsIn(given);
  const version = linesOf(file).filter(isRow).length;
  hand((db) => cutTail(db, run, version - 3));
  assert.deepEqual((await found()).codes, ["TAIL_CUT"]);
  const asked = await cairn(["restore", file]);
  assert.equal(asked.exit, 2);
  assert.match(asked.err, /CONFIRMATION_MISSING: this adds 3 events/);
  assert.match((await cairn(["restore", file], { answers: ["n"] })).err, /nothing was changed/);
  const back = await cairn(["restore", file, "--yes"]);
  assert.equal(back.exit, 0, back.err);
  assert.deepEqual(rowsIn(given), rows);
  assert.deepEqual(await found(), { exit: 0, codes: [] });
  await more();
  const newer = rowsIn(given);
  const old = await cairn(["restore", file, "--yes"]);
  assert.equal(old.exit, 0);
  assert.match(old.out, /already, the export ends at \d+: nothing was changed/);
  assert.deepEqual(rowsIn(given), newer);
});

test("two histories of one run are refused, naming where they part; so is one that the anchors contradict", async (t) => {
  const given = await exported(t);
  const { cairn, file, hand, run, more, root } = given;
  const version = linesOf(file).filter(isRow).length;
  hand((db) => cutTail(db, run, version - 2));
  assert.equal((await cairn(["cancel", "s", "--yes", "--reason", "another way"])).exit, 0);
  const forked = await cairn(["restore", file, "--yes"]);
  assert.equal(forked.exit, 2, forked.out);
  assert.match(forked.err, new RegExp(`HISTORY_FORKS: event ${version - 1} `));
  assert.match((await cairn(["restore", file, "--dry-run"])).err, /HISTORY_FORKS/);

  const other = await exported(t);
  const lines = linesOf(other.file);
  let prev = "";
  const forged = lines.map((line, index) => {
    if (!isRow(line)) return line;
    const row = JSON.parse(line);
    if (index === 1) prev = digest(`cairn 1\nultrawork\n${other.run}`);
    if (index === 1) row.data = row.data.replace('"goal":"Goal"', '"goal":"Gold"');
    row.hash = chain(prev, { ...row, run: other.run });
    prev = row.hash;
    return JSON.stringify(row);
  });
  write(other.file, forged);
  forget(other);
  const contradicted = await other.cairn(["restore", other.file]);
  assert.equal(contradicted.exit, 2, contradicted.out);
  assert.match(contradicted.err, /HISTORY_FORKS: event \d+ of the export is not what was anchored here/);
  assert.ok(root !== other.root && typeof more === "function");
});

test("the folder of another run, and an export whose root isn't here, are told", async (t) => {
  const given = await exported(t);
  const { cairn, file, folder, root } = given;
  const second = `sqlite:${join(folder, "second.db")}`;
  const elsewhere = await cairn(["restore", file, "--ledger", second, "--json"]);
  assert.equal(elsewhere.exit, 0, elsewhere.out);
  forget(given);
  rmSync(join(folder, "sessions"), { recursive: true });
  const started = await cairn(["start", "ultrawork", "Another", "--session", "s"]);
  assert.equal(started.exit, 0, started.err);
  const taken = await cairn(["restore", file]);
  assert.equal(taken.exit, 2, taken.out);
  assert.match(taken.err, /FOLDER_TAKEN/);
  assert.ok(existsSync(join(root, ".cairn/ledger.db")));
});

test("a kept output that was lost comes back from the export of a run that is there; a forged one doesn't", async (t) => {
  const given = await exported(t, true);
  const { cairn, file, root, found } = given;
  rmSync(join(root, ".cairn/kept"), { recursive: true });
  assert.deepEqual([...new Set((await found()).codes)], ["KEPT_MISSING"]);
  const lines = linesOf(file).map((line) => {
    const value = JSON.parse(line);
    return "base64" in value ? JSON.stringify({ ...value, base64: Buffer.from("forged").toString("base64") }) : line;
  });
  const forged = join(root, "..", "forged.jsonl");
  write(forged, lines);
  const refused = await cairn(["restore", forged, "--json"]);
  assert.equal(refused.exit, 5);
  assert.deepEqual([...new Set(Object(codes(refused.json())))], ["OUTPUT_BROKEN"]);
  assert.deepEqual([...new Set((await found()).codes)], ["KEPT_MISSING"]);
  const back = await cairn(["restore", file]);
  assert.match(back.out, /output.? came back/);
  assert.deepEqual(await found(), { exit: 0, codes: [] });
});

test("a run whose chain is broken is not exported as if it were whole", async (t) => {
  const { cairn, hand, folder, run } = await exported(t);
  hand((db) => db.prepare("update rows set data = replace(data, 'Goal', 'Gold') where version = 1 and run = ?").run(run));
  const to = join(folder, "broken.jsonl");
  const answer = await cairn(["export", run, "--to", to]);
  assert.equal(answer.exit, 1);
  assert.match(answer.err, /LEDGER_DAMAGED/);
  assert.ok(!existsSync(to));
  hand((db) => reseal(db, run, 1, (data) => data));
  mkdirSync(join(folder, "none"));
  appendFileSync(join(folder, "none/x"), "");
  assert.equal((await cairn(["export", run, "--to", join(folder, "none")])).exit, 2);
});
