// Tests of hostile entries in folders being judged and adopted: named, refused, never touched and never followed.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { desk } from "../e2e/desk.ts";
import { example } from "../formats/folders.ts";

const task = (id: string): string =>
  JSON.stringify({
    id,
    subject: id,
    status: "open",
    success_criteria: ["x"],
    worker_agent_id: null,
    evidence: [],
    blocked_by: [],
    started_at: null,
    completed_at: null,
  });
const hundred = 100 * 1024 * 1024;
const nine = "tasks/9.json";
const put =
  (path: string, text: string | Uint8Array): ((folder: string) => void) =>
  (folder) =>
    writeFileSync(join(folder, path), text);

type Hostile = {
  readonly name: string;
  readonly put: (folder: string) => void;
  /** What `check` finds, and `adopt` refuses. */
  readonly code: string;
  readonly why: string;
};
const large = { code: "FILE_BROKEN", why: "it is larger than 64 MiB" };
const unsound = { code: "FILE_BROKEN", why: "a value must stand here, but the file ends" };
const cases: readonly Hostile[] = [
  {
    name: "a task of 100 MB",
    put: (folder) => (put(nine, "")(folder), truncateSync(join(folder, nine), hundred)),
    ...large,
  },
  {
    name: "a session of 100 MB",
    put: (folder) => truncateSync(join(folder, "session.json"), hundred),
    ...large,
  },
  {
    name: "a link that leads out",
    put: (folder) => symlinkSync("/etc/passwd", join(folder, nine)),
    code: "FILE_BROKEN",
    why: "it is a symbolic link, which isn't followed",
  },
  {
    name: "UTF-16",
    put: put(nine, Buffer.from(`\u{feff}${task("9")}`, "utf16le")),
    code: "FILE_BROKEN",
    why: "it is no UTF-8 text",
  },
  {
    name: "Latin-1",
    put: put(nine, Buffer.from(task("é"), "latin1")),
    code: "FILE_BROKEN",
    why: "it is no UTF-8 text",
  },
  {
    name: "names that differ in case alone",
    put: (folder) => (
      put("tasks/A.json", task("A"))(folder),
      put("tasks/a.json", task("a"))(folder)
    ),
    code: "UNIT_REPEATED",
    why: "is there twice",
  },
  {
    name: "10,000 levels",
    put: put(nine, `{"id":"9","x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
    code: "FILE_BROKEN",
    why: "nest deeper than 100 levels here",
  },
  { name: "nothing", put: put(nine, ""), ...unsound },
  { name: "half a task", put: put(nine, task("9").slice(0, 20)), ...unsound },
  {
    name: "a key that stands twice",
    put: put(nine, '{"id":"9","id":"10"}'),
    code: "FILE_BROKEN",
    why: 'the key "id" stands twice in one object',
  },
  {
    name: "an id that leads out",
    put: put(nine, task("../../x")),
    code: "UNIT_MALFORMED",
    why: '"../../x" can\'t be an id',
  },
  {
    name: "a name of two lines",
    put: put("tasks/a\nb.json", task("a\nb")),
    code: "UNIT_MALFORMED",
    why: "can't be an id",
  },
];
const stageIn = (top: string): string => {
  const folder = join(top, "sessions/shop/sessions/abc");
  mkdirSync(join(folder, "tasks"), { recursive: true });
  writeFileSync(join(folder, "session.json"), example);
  return folder;
};

for (const { name, put: make, code, why } of cases) {
  test(`${name} in a folder that is judged and adopted`, async (t) => {
    const { cairn, folder: top } = desk(t);
    const folder = stageIn(top);
    make(folder);
    const before = readdirSync(folder, { recursive: true });
    const judged = await cairn(["check", folder]);
    assert.ok(judged.out.includes(`${code} `) && judged.out.includes(why), judged.out);
    const adopted = await cairn(["adopt", folder]);
    assert.equal(adopted.exit, 2, adopted.err);
    assert.ok(adopted.err.includes(code) && adopted.err.includes(why), adopted.err);
    assert.deepEqual(readdirSync(folder, { recursive: true }), before, "nothing is touched");
    assert.deepEqual(readdirSync(join(top, "sessions/shop")), ["sessions"]);
    assert.match((await cairn(["status", "--json"])).out, /^\{"runs":\[\],/u);
  });
}

test("a folder of tasks that leads out is neither followed nor written to", async (t) => {
  const { cairn, folder: top } = desk(t);
  const folder = stageIn(top);
  rmSync(join(folder, "tasks"), { recursive: true });
  symlinkSync("/etc", join(folder, "tasks"));
  assert.ok((await cairn(["check", folder])).out.includes("0 errors"));
  const adopted = await cairn(["adopt", folder]);
  assert.equal(adopted.exit, 2, adopted.err);
  assert.match(adopted.err, /FILE_BROKEN: tasks stands where .* and it is a symbolic link/u);
});
