// Tests of ultrawork's published schemas against the example, golden files and adopted folders.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { example, filesBelow, takeOver } from "./folders.ts";
import { misfits } from "./fits.ts";

const schemas = join(import.meta.dirname, "..", "..", "schemas");
const schema = (name: string): unknown =>
  JSON.parse(readFileSync(join(schemas, `ultrawork.${name}.schema.json`), "utf8"));
const kindOf = (path: string): string | null =>
  path === "session.json"
    ? "session"
    : path === "context.json"
      ? "context"
      : /^tasks\/.+\.json$/.test(path)
        ? "task"
        : null;

/** Everything in a folder that a schema speaks of. */
const folderMisfits = (files: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(files).flatMap(([path, text]) => {
    const kind = kindOf(path);
    return kind === null ? [] : misfits(schema(kind), JSON.parse(text), path);
  });

test("the published example fits", () =>
  assert.deepEqual(misfits(schema("session"), JSON.parse(example)), []));

test("every file of every golden story fits", () => {
  const stories = join(import.meta.dirname, "..", "golden", "stories");
  const folders = readdirSync(stories, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name === "session.json",
  );
  assert.ok(folders.length > 1, "there are stories");
  for (const { parentPath } of folders)
    assert.deepEqual(folderMisfits(filesBelow(parentPath)), [], parentPath);
});

test("what the adopted example becomes fits", async () => {
  const run = await takeOver({ "session.json": example });
  assert.ok(!isRefusal(run));
  assert.deepEqual(folderMisfits(run.files()), []);
});

/** Changes one value of the example. */
const changed = (path: readonly (string | number)[], value: unknown): unknown => {
  const root: unknown = JSON.parse(example);
  let inner: unknown = root;
  for (const key of path.slice(0, -1)) inner = Reflect.get(Object(inner), key);
  const last = path.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(Object(inner), last);
  else Reflect.set(Object(inner), last, value);
  return root;
};

const broken: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
  [["phase"], "DOING"],
  [["goal"], ""],
  [["goal"], undefined],
  [["planner"], null],
  [["planner", "status"], "napping"],
  [["started_at"], "yesterday"],
  [["child_tasks"], {}],
  [["child_tasks", 0, "blocked_by"], "1"],
  [["child_tasks", 0, "evidence", 0, "verified"], "true"],
  [["evidence_log", 0, "type"], "hearsay"],
  [["verify_task_id"], 5],
];
for (const [path, value] of broken)
  test(`${path.join(".")} as ${JSON.stringify(value)} fits neither the schema nor the check`, async () => {
    const document = changed(path, value);
    assert.notDeepEqual(misfits(schema("session"), document), []);
    const findings = (await ultrawork.check({ "session.json": JSON.stringify(document) })) ?? [];
    assert.ok(
      findings.some(({ code }) => !["PHASE_MISMATCHED", "VERIFY_MISSING"].includes(code)),
      "it is found",
    );
  });

const earlier: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
  [["child_tasks", 0, "status"], "pending"],
  [["child_tasks", 0, "evidence", 0], "CREATED: a"],
];
for (const [path, value] of earlier)
  test(`${path.join(".")} as ${JSON.stringify(value)}, as earlier versions had it, is a warning`, async () => {
    const document = changed(path, value);
    assert.deepEqual(misfits(schema("session"), document), []);
    const findings = (await ultrawork.check({ "session.json": JSON.stringify(document) })) ?? [];
    const own = findings.filter(
      ({ code }) => !["PHASE_MISMATCHED", "VERIFY_MISSING"].includes(code),
    );
    assert.deepEqual([...new Set(own.map(({ severity }) => severity))], ["warning"]);
  });
