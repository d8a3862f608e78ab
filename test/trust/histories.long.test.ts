// Tests of importing other histories of a run: divergent, older or forged ones refused.
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chain, digest } from "../../src/core/hash.ts";
import { codes, exported, forget, isRow, linesOf, rowsIn, write } from "./exported.ts";
import { gitIn } from "../contract/workspace-folder.ts";
import { cutTail } from "./tamper.ts";

/** The first event changed, and the whole chain made anew behind it. */
const forge = (
  lines: readonly string[],
  run: string,
  change: (data: string) => string,
  protocol = "ultrawork",
): readonly string[] => {
  let prev = digest(`cairn 1\n${protocol}\n${run}`);
  return lines.map((line, index) => {
    if (!isRow(line)) return line.replace('"protocol":"ultrawork"', `"protocol":"${protocol}"`);
    const row = JSON.parse(line);
    if (index === 1) row.data = change(row.data);
    row.hash = chain(prev, { ...row, run });
    prev = row.hash;
    return JSON.stringify(row);
  });
};

test("a fence as high as whoever forged it likes costs no more than another, and one that nobody can be granted is refused", async (t) => {
  const given = await exported(t);
  const { file, root, run } = given;
  const named = async (fence: unknown) => {
    forget(given);
    rmSync(join(root, ".git/cairn"), { recursive: true, force: true });
    rmSync(given.place, { recursive: true, force: true });
    gitIn(root, "update-ref", "-d", `refs/cairn/${run}`);
    const lines = linesOf(file).map((line) => {
      if (!isRow(line)) return line;
      const row = JSON.parse(line);
      return JSON.stringify(
        row.version === 1 ? { ...row, by: JSON.stringify({ ...JSON.parse(row.by), fence }) } : row,
      );
    });
    write(
      file,
      forge(lines, run, (data) => data),
    );
    return given.cairn(["restore", file, "--json"]);
  };
  const high = await named(1_000_000_000);
  assert.equal(high.exit, 5, high.err);
  const grants = given.hand((db) =>
    db.prepare("select count(*) as grants, max(fence) as most from leases").get(),
  );
  assert.deepEqual({ ...grants }, { grants: 1, most: 1_000_000_000 });
  // Whoever goes on with it at once, or finds it where a restore was ended, is granted none of before.
  given.hand((db) =>
    db.exec(
      "delete from rows; delete from cards; delete from leases; create trigger full before insert on rows begin select raise(abort, 'full'); end",
    ),
  );
  assert.notEqual((await given.cairn(["restore", file])).exit, 5);
  assert.equal(
    given.hand((db) => db.prepare("select max(fence) as most from leases").get())?.["most"],
    1_000_000_000,
  );
  for (const fence of [999_999_999_999, 1_000_000_001, 1e15, 0, -1, 1.5, "9"]) {
    const refused = await named(fence);
    assert.equal(refused.exit, 2, String(fence));
    assert.match(refused.err + refused.out, /EXPORT_BROKEN/);
  }
});

test("over a run that is there: the same changes nothing, an older one says so, a cut tail comes back with --yes", async (t) => {
  const given = await exported(t);
  const { cairn, file, hand, run, found, more } = given;
  const same = await cairn(["restore", file]);
  assert.equal(same.exit, 0, same.err);
  assert.match(same.out, /nothing was changed/);
  const rows = rowsIn(given);
  const version = linesOf(file).filter(isRow).length;
  hand((db) => db.prepare("delete from rows where version > ?").run(version - 3));
  for (const more of [["--dry-run"], ["--yes"]])
    assert.match((await cairn(["restore", file, ...more])).err, /LEDGER_DAMAGED/u);
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
  const { cairn, file, hand, run } = given;
  const version = linesOf(file).filter(isRow).length;
  hand((db) => cutTail(db, run, version - 2));
  assert.equal(
    (await cairn(["stop", "--cancel", "s", "--yes", "--reason", "another way"])).exit,
    0,
  );
  const forked = await cairn(["restore", file, "--yes"]);
  assert.equal(forked.exit, 2, forked.out);
  assert.match(forked.err, new RegExp(`HISTORY_FORKS: event ${version - 1} `));
  assert.match((await cairn(["restore", file, "--dry-run"])).err, /HISTORY_FORKS/);

  const other = await exported(t);
  const forged = forge(linesOf(other.file), other.run, (data) =>
    data.replace('"goal":"Goal"', '"goal":"Gold"'),
  );
  write(other.file, forged);
  forget(other);
  const contradicted = await other.cairn(["restore", other.file]);
  assert.equal(contradicted.exit, 2, contradicted.out);
  assert.match(
    contradicted.err,
    /HISTORY_FORKS: event \d+ of the export is not what was anchored here/,
  );
});

test("the folder of another run, and an export whose root isn't here, are told", async (t) => {
  const given = await exported(t);
  const { cairn, file, folder, root } = given;
  const second = `sqlite:${join(folder, "second.db")}`;
  const elsewhere = await cairn(["restore", file, "--ledger", second, "--yes", "--json"]);
  assert.equal(elsewhere.exit, 0, elsewhere.out);
  forget(given);
  rmSync(join(folder, "sessions"), { recursive: true });
  const started = await cairn(["run", "--later", "ultrawork", "Another", "--session", "s"]);
  assert.equal(started.exit, 0, started.err);
  const taken = await cairn(["restore", file]);
  assert.equal(taken.exit, 2, taken.out);
  assert.match(taken.err, /FOLDER_TAKEN/);
  assert.ok(existsSync(join(root, ".git/cairn/ledger.db")));
});

test("a kept output that was lost comes back from the export of a run that is there; a forged one doesn't", async (t) => {
  const given = await exported(t, true);
  const { cairn, file, root, found } = given;
  rmSync(join(root, ".git/cairn/kept"), { recursive: true });
  assert.deepEqual([...new Set((await found()).codes)], ["KEPT_MISSING"]);
  const lines = linesOf(file).map((line) => {
    const value = JSON.parse(line);
    return "base64" in value
      ? JSON.stringify({ ...value, base64: Buffer.from("forged").toString("base64") })
      : line;
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

test("a forged export that leads to a folder elsewhere, or that no rules can read, is refused", async (t) => {
  const given = await exported(t);
  const { cairn, file, run, root } = given;
  const lines = linesOf(file);
  rmSync(join(root, ".git/cairn"), { recursive: true });
  for (const [change, told] of [
    [
      (data: string) => data.replace('"session":"s"', '"session":"../../../../etc"'),
      /EXPORT_BROKEN: .*no rules would have allowed/,
    ],
    [() => "{}", /EXPORT_BROKEN: event \d+ .*is none that ultrawork knows/],
    [() => "not JSON", /EXPORT_BROKEN: event 1 /],
  ] as const) {
    write(file, forge(lines, run, change));
    const answer = await cairn(["restore", file]);
    assert.equal(answer.exit, 2, answer.out);
    assert.match(answer.err, told);
  }
  for (const protocol of ["__proto__", "constructor", "toString"]) {
    write(
      file,
      forge(lines, run, (data) => data, protocol),
    );
    const answer = await cairn(["restore", file]);
    assert.equal(answer.exit, 2, answer.err);
    assert.match(answer.err, /PROTOCOL_UNKNOWN/);
  }
  assert.ok(!existsSync(join(root, ".git/cairn")));
});
