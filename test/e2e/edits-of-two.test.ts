// Two processes that read hand edits of one file: each edit is read against what stood there, whoever wrote it.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { open } from "../../src/open.ts";
import { desk } from "./desk.ts";

test("what was taken before another process wrote the file is no base of a later edit", async (t) => {
  const { root, folder, ends } = desk(t, { "README.md": "a shop\n" });
  await ends(0, 'run --later ralph Sell --story "A: it is there"');
  const [prd, progress] = ["prd.json", "progress.txt"].map((name) =>
    join(root, "scripts/ralph", name),
  );
  assert.ok(prd !== undefined && progress !== undefined);
  const options = { cwd: root, env: { HOME: folder } };
  const [one, other] = [await open(options), await open(options)];
  t.after(() => Promise.all([one.close(), other.close()]));
  const [card] = await one.runs({});
  assert.ok(card !== undefined);
  const read = async (system: typeof one, added: string): Promise<void> => {
    appendFileSync(progress, added);
    await system.scan(card.run);
    await system.settle();
  };
  // While somebody is writing another file, nothing tells the first that all is written.
  const whole = readFileSync(prd, "utf8");
  writeFileSync(prd, whole.slice(0, 40));
  await read(one, "- first\n");
  writeFileSync(prd, whole);
  await read(other, "\n## 2026-01-01T00:00:00Z - A\n- second\n");
  await read(one, "- third\n");
  const text = readFileSync(progress, "utf8");
  for (const word of ["- first", "- second", "- third", "## 2026"])
    assert.equal(text.split(word).length, 2, `${word} in ${text}`);
});
