// A job in a place of its own is held, before it edits, to what it may write there, and to that place.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { unfenced } from "../fixtures/unfenced.ts";
import { type Desk, hostsWithin } from "./desk.ts";
import { auto, criterion, report, shop as ultraworkShop } from "./places-shop.ts";

hostsWithin();

const notes = ({ folder }: Desk): string => join(folder, "asked.jsonl");
/** A step that asks about these paths. */
const asks = (here: Desk, ...paths: readonly string[]) => ({
  run: [
    process.execPath,
    join(import.meta.dirname, "../fixtures/ask-hook.ts"),
    notes(here),
    ...paths,
  ],
});
type Asked = { readonly job: string; readonly path: string; readonly why: string };
/** What was answered, in order; `why` is empty where the edit was let through. */
const asked = (here: Desk): readonly Asked[] => {
  if (!existsSync(notes(here))) return [];
  return readFileSync(notes(here), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const said: unknown = JSON.parse(line);
      assert.ok(isRecord(said));
      const answer: unknown =
        typeof said["answer"] === "string" ? JSON.parse(said["answer"]) : null;
      const output =
        isRecord(answer) && isRecord(answer["hookSpecificOutput"])
          ? answer["hookSpecificOutput"]
          : {};
      return {
        job: String(said["job"]),
        path: String(said["path"]),
        why: String(output["permissionDecisionReason"] ?? ""),
      };
    });
};
const held = (here: Desk, job: RegExp): readonly string[] =>
  asked(here).flatMap((one) => (job.test(one.job) && one.why !== "" ? [one.path] : []));
const free = (here: Desk, job: RegExp): readonly string[] =>
  asked(here).flatMap((one) => (job.test(one.job) && one.why === "" ? [one.path] : []));
const whys = (here: Desk): string =>
  asked(here)
    .map(({ job, path, why }) => `${job} ${path}: ${why}`)
    .join("\n");

test("ultrawork: an explorer changes no file of its place, a worker any of its own; neither one of the checkout", async (t) => {
  const here = ultraworkShop(t, {}, [criterion("1", "test -e one.txt")]);
  unfenced(here.folder);
  const own = join(here.root, "README.md");
  const step = JSON.stringify(
    asks(here, "one.txt", "deep/er/one.txt", own, join(here.folder, "elsewhere.txt")),
  );
  const documents = JSON.stringify(asks(here, "{ULTRAWORK_SESSION}/exploration/x.md"));
  const seen = {
    report: { summary: "A shop.", key_files: ["README.md"], patterns: [], constraints: [] },
  };
  writeFileSync(
    join(here.folder, "script.mjs"),
    `export const steps = ({ unit, role }) => unit === "1" ? [${step}, { write: { path: "one.txt", text: "1\\n" } }, ${JSON.stringify(report("1"))}] : role.startsWith("explorer") ? [${step}, ${documents}, ${JSON.stringify(seen)}] : [];`,
  );
  const explored = await here.cairn("run ultrawork Look --session e --explorers 1 --auto");
  const explorer = /^exp-/u;
  assert.deepEqual(
    held(here, explorer),
    ["one.txt", "deep/er/one.txt", own],
    explored.out + explored.err + whys(here),
  );
  assert.match(
    whys(here),
    /not now\. The job exp-1-1[^]* writes only [^ ]*exp-1\.md, and this would change one\.txt\. Put what you found/u,
  );
  assert.ok(free(here, explorer).includes(join(here.folder, "elsewhere.txt")), whys(here));
  assert.ok(
    free(here, explorer).some((path) => path.endsWith("/exploration/x.md")),
    whys(here),
  );

  const worked = await here.cairn(auto);
  assert.deepEqual(held(here, /^task-1-1/u), [own], worked.out + worked.err + whys(here));
  assert.match(
    whys(here),
    /task-1-1 [^:]*README\.md: cairn: not now\. The job task-1-1 [^]* works in \/[^ ]*\/tree, a copy of its own, and this would change [^ ]*\/shop\/README\.md/u,
  );
});
