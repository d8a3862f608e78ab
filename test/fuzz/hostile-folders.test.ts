// Tests of hostile entries in folders being judged and adopted: named, preserved if possible, never followed.
import assert from "node:assert/strict";
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
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
    evidence: [],
    blocked_by: [],
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
  readonly check: string;
  readonly adopt: string;
  readonly exit: 0 | 2;
};
const cases: readonly Hostile[] = [
  {
    name: "a task of 100 MB",
    put: (folder) => (put(nine, "")(folder), truncateSync(join(folder, nine), hundred)),
    check: "FILE_BROKEN it is larger than 64 MiB",
    adopt: "tasks/9.json: it can't be read: it is larger than 64 MiB",
    exit: 0,
  },
  {
    name: "a session of 100 MB",
    put: (folder) => truncateSync(join(folder, "session.json"), hundred),
    check: "FILE_BROKEN it is larger than 64 MiB",
    adopt: "FILE_BROKEN: session.json can't be read: it is larger than 64 MiB",
    exit: 2,
  },
  {
    name: "a link that leads out",
    put: (folder) => symlinkSync("/etc/passwd", join(folder, nine)),
    check: "FILE_BROKEN it is a symbolic link, which isn't followed",
    adopt: "tasks/9.json: it can't be read: it is a symbolic link, which isn't followed",
    exit: 0,
  },
  {
    name: "a folder of tasks that leads out",
    put: (folder) => (
      rmSync(join(folder, "tasks"), { recursive: true }),
      symlinkSync("/etc", join(folder, "tasks"))
    ),
    check: "0 errors",
    adopt:
      "FILE_BROKEN: tasks stands where a file of the run is to be written, and it is a symbolic link",
    exit: 2,
  },
  {
    name: "UTF-16",
    put: put(nine, Buffer.from(`\u{feff}${task("9")}`, "utf16le")),
    check: "FILE_BROKEN it is no UTF-8 text",
    adopt: "tasks/9.json: it can't be read: it is no UTF-8 text",
    exit: 0,
  },
  {
    name: "Latin-1",
    put: put(nine, Buffer.from(task("é"), "latin1")),
    check: "FILE_BROKEN it is no UTF-8 text",
    adopt: "tasks/9.json: it can't be read: it is no UTF-8 text",
    exit: 0,
  },
  {
    name: "names that differ in case alone",
    put: (folder) => (
      put("tasks/A.json", task("A"))(folder),
      put("tasks/a.json", task("a"))(folder)
    ),
    check: "TASK_REPEATED",
    adopt: "tasks/a.json: TASK_REPEATED: there is another task a",
    exit: 0,
  },
  {
    name: "10,000 levels",
    put: put(nine, `{"id":"9","x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
    check: "nest deeper than 100 levels here",
    adopt: "tasks/9.json: FILE_BROKEN",
    exit: 0,
  },
  {
    name: "nothing",
    put: put(nine, ""),
    check: "a value must stand here, but the file ends",
    adopt: "tasks/9.json: FILE_BROKEN",
    exit: 0,
  },
  {
    name: "half a task",
    put: put(nine, task("9").slice(0, 20)),
    check: "but the file ends",
    adopt: "tasks/9.json: FILE_BROKEN",
    exit: 0,
  },
  {
    name: "a key that stands twice",
    put: put(nine, '{"id":"9","id":"10"}'),
    check: 'the key "id" stands twice in one object',
    adopt: "tasks/9.json: FILE_BROKEN",
    exit: 0,
  },
  {
    name: "an id that leads out",
    put: put(nine, task("../../x")),
    check: 'TASK_ID_INVALID "../../x" cannot be a task\'s id',
    adopt: 'tasks/9.json: TASK_ID_INVALID: "../../x" cannot be a task\'s id',
    exit: 0,
  },
  {
    name: "a name of two lines",
    put: put("tasks/a\nb.json", task("a\nb")),
    check: 'TASK_ID_INVALID "a\\nb" cannot be a task\'s id',
    adopt: 'TASK_ID_INVALID: "a\\nb" cannot be a task\'s id',
    exit: 0,
  },
];

for (const { name, put: make, check, adopt, exit } of cases) {
  test(`${name} in a folder that is judged and adopted`, async (t) => {
    const { cairn, folder: top } = desk(t);
    const folder = join(top, "sessions/shop/sessions/abc");
    mkdirSync(join(folder, "tasks"), { recursive: true });
    writeFileSync(join(folder, "session.json"), example);
    make(folder);
    const judged = await cairn(["check", folder]);
    assert.ok(judged.out.includes(check), judged.out);
    const adopted = await cairn(["adopt", folder]);
    assert.equal(adopted.exit, exit, adopted.err);
    assert.ok(`${adopted.out}${adopted.err}`.includes(adopt), `${adopted.out}${adopted.err}`);
    assert.deepEqual(
      readdirSync(join(top, "sessions/shop")),
      ["sessions"],
      "nothing is written outside of the folder",
    );
    // What no one can read stays where it lies, and every verb says so.
    if (exit === 0)
      assert.equal(
        (await cairn(["verify"])).exit,
        statSync(join(folder, nine), { throwIfNoEntry: false })?.size === hundred ? 5 : 0,
      );
    else assert.match((await cairn(["status", "--json"])).out, /^\{"runs":\[\],/u);
  });
}
