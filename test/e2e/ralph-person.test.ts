// What a person meets who answers and extends a run of ralph.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { asTyped, at, desk, hostsWithin, type Line } from "./desk.ts";

hostsWithin();

const story = (id: string) => ({
  id,
  title: `Story ${id}`,
  acceptanceCriteria: [`${id} is there`, `${id} is right`],
  priority: 1,
  passes: id === "Z",
});
const prdOf = (...ids: readonly string[]): string =>
  `${JSON.stringify({ project: "Hello", userStories: ids.map(story) }, null, 2)}\n`;
const path = "scripts/ralph/prd.json";

const shop = async (t: TestContext, options: object, ...ids: readonly string[]) => {
  const here = desk(t, { "a.txt": "a\n" });
  const { root, cairn, ends } = here;
  const put = (text: string): void => writeFileSync(join(root, path), text);
  mkdirSync(join(root, "scripts/ralph"), { recursive: true });
  put(prdOf(...ids));
  writeFileSync(
    join(root, "cairn.config.json"),
    JSON.stringify({ ralph: options, roles: { "*": "hand" } }),
  );
  gitIn(root, "add", ".");
  gitIn(root, "commit", "-qm", "begin");
  const said = async (expected: number, line: Line): Promise<string> => {
    const { out, err } = await ends(expected, line);
    return out + err;
  };
  const ok = (line: Line): Promise<string> => said(0, line);
  const no = (line: Line): Promise<string> => said(2, line);
  await ok("adopt scripts/ralph");
  const run = String(at((await cairn("status --json")).json(), "run"));
  /** Claims the job, does something in its place, and reports. */
  const does = async (job: string, report: object, file?: string): Promise<void> => {
    const claimed = await ends(0, ["job", "claim", run, job, "--as", job, "--json"]);
    const place = String(at(claimed.json(), "place"));
    if (file !== undefined) writeFileSync(join(place, file), file);
    const token = String(at(claimed.json(), "token"));
    await ok(asTyped`job report ${run} --token ${token} --data ${JSON.stringify(report)}`);
  };
  return { ...here, put, ok, no, run, does };
};

test("more passes are given by the option's name alone, and what doesn't fit is refused with what does", async (t) => {
  const { run, ok, no, does } = await shop(t, { max_passes: 1 }, "A");
  await does("pass-A-1", { status: "failed", summary: "no" });
  assert.match(
    await no(asTyped`decide ${run} more`),
    /more wants --passes N\n.*passes-1 more --passes N/u,
  );
  assert.match(await no(asTyped`decide ${run} more --passes 0`), /OPTION_INVALID.*\n.*1 to 499/u);
  assert.match(await ok("decide more --passes 2"), /interactive, 3 passes/u);
});

test("a story that is added to the PRD of a complete run brings it back; of one that was left out nothing lands", async (t) => {
  const { run, put, ok, does } = await shop(t, {}, "A", "Z");
  await does("pass-A-1", { status: "failed", summary: "no" }, "a.txt");
  await ok(asTyped`send ${run} Skip --unit A --reason "not needed"`);
  const waived = await ok(asTyped`status ${run}`);
  assert.match(waived, /A .*skipped by/u);
  assert.doesNotMatch(waived, /to land/u, "what was left of it lands never");
  put(prdOf("A", "Z").replace("Story A", "Other"));
  assert.match(await ok("status"), /RUN_OVER.*a new story brings it back/su);
  put(prdOf("A", "Z", "B"));
  assert.match(await ok("status"), /ready\s+B/u, "a look that names no run hears it, too");
});

test("a person's verdict is on the tree that was checked, before it lands", async (t) => {
  const options = { judge: "person", checks: ["test -e A.txt"] };
  const { run, ok, cairn, does } = await shop(t, options, "A");
  await does("pass-A-1", { status: "done", summary: "made it" }, "A.txt");
  await cairn(["run", run, "--no-input"]);
  assert.match(await ok(asTyped`decide ${run} verdict-A-1 pass`), /verdict recorded.*unit done/su);
  assert.match(await ok(asTyped`run ${run} --no-input`), /2 of 2 criteria/u);
});
