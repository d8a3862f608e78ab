// Tests of restoring an export byte for byte; damaged text is cut off and reported.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { at, desk } from "../e2e/desk.ts";
import { gitIn } from "../contract/workspace-folder.ts";
import { codes, exported, forget, isRow, linesOf, rowsIn, write } from "./exported.ts";

test("after a loss of everything but the repository the run comes back as it was, and verifies", async (t) => {
  const given = await exported(t, true);
  const { cairn, file, root, folder, run, place, found } = given;
  const rows = rowsIn(given);
  const session = readFileSync(join(place, "session.json"), "utf8");
  rmSync(join(root, ".git/cairn"), { recursive: true });
  rmSync(join(folder, "sessions"), { recursive: true });
  const dry = await cairn(["restore", file, "--dry-run", "--json"]);
  assert.equal(dry.exit, 0, dry.err);
  assert.ok(!existsSync(join(root, ".git/cairn")), "a dry run writes nothing");
  const answer = await cairn(["restore", file, "--json"]);
  assert.equal(answer.exit, 0, answer.out + answer.err);
  assert.deepEqual([at(answer.json(), "run"), codes(answer.json())], [run, []]);
  assert.equal(at(answer.json(), "added"), at(answer.json(), "events"));
  assert.deepEqual(rowsIn(given), rows);
  assert.equal(readFileSync(join(place, "session.json"), "utf8"), session);
  assert.deepEqual(await found(), { exit: 0, codes: [] });
  assert.equal((await cairn(["stop", "s"])).exit, 0, "it can be gone on with");
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
  const db = new DatabaseSync(join(other.root, ".git/cairn/ledger.db"));
  const fence = db.prepare("select max(fence) as most, min(over) as over from leases").get();
  db.close();
  assert.deepEqual([fence?.["most"], fence?.["over"]], [most, 1]);
});

test("damaged text is cut at the last good line, the rest is kept beside it, and said", async (t) => {
  const given = await exported(t);
  const { cairn, file, root } = given;
  const lines = linesOf(file);
  const damages: readonly (readonly [string, (lines: string[]) => void, readonly string[]])[] = [
    [
      "a word changed",
      (own) => void (own[3] = (own[3] ?? "").replace(/"data":"/, '"data":" ')),
      ["CHAIN_BROKEN", "END_DIFFERS"],
    ],
    [
      "a line cut in the middle",
      (own) => void (own[3] = (own[3] ?? "").slice(0, 40)),
      ["LINE_BROKEN", "CHAIN_BROKEN", "END_DIFFERS"],
    ],
    ["a line gone", (own) => void own.splice(3, 1), ["CHAIN_BROKEN", "END_DIFFERS"]],
    [
      "two lines swapped",
      (own) => void own.splice(3, 2, own[4] ?? "", own[3] ?? ""),
      ["CHAIN_BROKEN", "END_DIFFERS"],
    ],
    ["the end cut off", (own) => void own.splice(3), ["END_MISSING"]],
    [
      "another root",
      (own) => void (own[0] = (own[0] ?? "").replace('"root":"."', '"root":"/etc"')),
      ["HEADER_DIFFERS", "ROOT_CHANGED"],
    ],
  ];
  for (const [what, damage, expected] of damages) {
    const own = [...lines];
    damage(own);
    const broken = join(root, "..", "broken.jsonl");
    write(broken, own);
    forget(given);
    rmSync(join(root, ".git/cairn/anchors"), { recursive: true, force: true });
    gitIn(root, "update-ref", "-d", `refs/cairn/${given.run}`);
    const answer = await cairn(["restore", broken, "--json"]);
    assert.equal(answer.exit, 5, `${what}: ${answer.out}`);
    assert.deepEqual(codes(answer.json()), expected, what);
    const good = expected.includes("HEADER_DIFFERS") ? lines.filter(isRow).length : 2;
    assert.equal(at(answer.json(), "version"), good, what);
    assert.deepEqual(linesOf(broken), own, "the file stays as it is");
  }
});

test("what isn't an export, or has no event to trust, is refused and nothing is written", async (t) => {
  const { cairn, root, file, run } = await exported(t);
  const lines = linesOf(file);
  const before = readdirSync(join(root, ".."));
  const cases: readonly (readonly [string, RegExp])[] = [
    ["", /EXPORT_FOREIGN: the file is empty/],
    ["hello\n", /EXPORT_FOREIGN/],
    [`${(lines[0] ?? "").replace('"format":1', '"format":2')}\n`, /EXPORT_FORMAT/],
    [`${(lines[0] ?? "").replace('"format":1', '"format":0')}\n`, /EXPORT_FORMAT/],
    [`${(lines[0] ?? "").replace(run, "../../x")}\n`, /EXPORT_BROKEN/],
    [
      lines.join("\n").replace(run, "other"),
      /EXPORT_BROKEN: no event of it can be trusted; line 2/,
    ],
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
  assert.match((await cairn(["restore", root])).err, /EXPORT_FOREIGN|EXPORT_MISSING/u);
  assert.deepEqual(readdirSync(join(root, "..")), before);
});

test("a run's folder that another repository may still use is left alone, and what to do is said", async (t) => {
  const given = await exported(t);
  const session = readFileSync(join(given.place, "session.json"), "utf8");
  const other = desk(t);
  for (const dry of [["--dry-run"], []]) {
    const no = await other.cairn(["restore", given.file, ...dry]);
    assert.equal(no.exit, 2, no.out);
    assert.match(
      no.err,
      /^FOLDER_TAKEN: .*\n {2}go on with the run in the repository .* move that folder away/u,
    );
  }
  assert.ok(!existsSync(join(other.root, ".git/cairn/ledger.db")));
  assert.equal(readFileSync(join(given.place, "session.json"), "utf8"), session);
  rmSync(given.place, { recursive: true });
  assert.equal((await other.cairn(["restore", given.file])).exit, 0, "once it is moved away");
});

test("a card ahead of its events: what verify and restore advise brings the run back", async (t) => {
  const given = await exported(t);
  const { cairn, file, path, folder } = given;
  const rows = rowsIn(given);
  given.hand((db) => db.exec("delete from rows where version > 3"));
  const [verified, restored] = [await cairn(["verify"]), await cairn(["restore", file, "--yes"])];
  assert.deepEqual([verified.exit, restored.exit], [5, 1]);
  for (const said of [verified.out, restored.err])
    assert.match(
      said.replaceAll(/\s+/gu, " "),
      /set this ledger aside: move its file, .* then `cairn restore FILE`/u,
    );
  renameSync(path, join(folder, "ledger.db"));
  assert.equal((await cairn(["restore", file])).exit, 0);
  assert.deepEqual([rowsIn(given), await given.found()], [rows, { exit: 0, codes: [] }]);
});
