// The guide to extending: each listing stands in a file that compiles, and its protocol plays.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { standInContract } from "../contract/stand-in.ts";
import { ana, checked, decided, desk, does, reportOf } from "./extending-desk.ts";
import { checklist } from "./extending/checklist/index.ts";
import { jotDriver } from "./extending/jot.ts";
import * as packing from "./extending/packing.ts";

const top = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(top, path), "utf8");
/** Its listings, each with the file that its first line names. */
const listings = () =>
  [
    ...textOf("docs/extending.md")
      .replaceAll(/^ {3}/gmu, "")
      .matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gmu),
  ].map(([, file = "", text = ""]) => ({ file, text }));

test("each listing of the guide stands in its file as it is", () => {
  const all = listings();
  assert.ok(all.length > 5);
  for (const { file, text } of all) {
    const path = file.replace(/^src\/(protocols|agents)/u, "test/guide/extending");
    const code = textOf(path);
    for (const piece of text.split(/^\/\/ …\n/mu))
      assert.ok(code.includes(piece), `${file}:\n${piece}`);
  }
});

const worked = { status: "done", summary: "Said." };

test("its checklist ticks a box once its check is green and another agent judged it", () => {
  const run = desk();
  const options = { checks: ["true"], max_attempts: 1 };
  run.send("Start", { goal: "Greet", boxes: ["Say hello", "Say bye"], options }, ana);
  assert.equal(run.list(), "# Greet\n\n- [ ] Say hello\n- [ ] Say bye\n");
  run.send("Waive", { unit: "say-bye", reason: "not today" }, ana);

  const pass = "pass-say-hello";
  does(run, `${pass}-1`, "w", { is: "granted" });
  does(run, `${pass}-1`, "w", reportOf(worked));
  does(run, "check-say-hello-1", "engine", checked(1));
  does(run, "stuck-say-hello", "ana", decided("retry"));

  does(run, `${pass}-2`, "w", { is: "granted" });
  does(run, `${pass}-2`, "w", reportOf(worked));
  does(run, "check-say-hello-2", "engine", checked(0));
  const judgements = [{ criterion: 1, met: true, note: "seen" }];
  does(run, "judge-say-hello-1", "j", { is: "granted" });
  does(run, "judge-say-hello-1", "j", reportOf({ judgements }));
  assert.equal(run.list(), "# Greet\n\n- [x] Say hello\n- [ ] Say bye\n");
  assert.equal(checklist.ended(run.now())?.summary, "Greet: 1 met: 1 by a check; 1 waived by ana");
});

test("its checklist takes other boxes from an edit, and no tick", () => {
  const run = desk();
  run.send("Start", { goal: "Greet", boxes: ["Say hello"] }, ana);
  const text = "# Greet\n\n- [x] Say hello\n";
  assert.equal(run.send("EditList", { text }, ana)?.code, "FIELD_DERIVED");
  assert.equal(run.send("EditList", { text: "# Greet\n\n- [ ] Say bye\n" }, ana), null);
  assert.deepEqual(
    run.now().units.map(({ id }) => id),
    ["say-bye"],
  );
});

test("an edit of its checklist takes back no waiver, and ticks no box that was waived", () => {
  const run = desk();
  run.send("Start", { goal: "Greet", boxes: ["Say hello", "Say bye"] }, ana);
  run.send("Waive", { unit: "say-bye", reason: "not today" }, ana);
  assert.equal(run.send("EditList", { text: `${run.list()}- [ ] Say more\n` }, ana), null);
  assert.equal(run.now().units[1]?.waived?.by, "ana");
  const text = run.list().replace("[ ] Say bye", "[x] Say bye");
  assert.equal(run.send("EditList", { text }, ana)?.code, "FIELD_DERIVED");
});

test("a checklist that is there is taken over and judged", async () => {
  const found = {
    folder: "/top/list",
    digests: {},
    unread: [],
    beside: [],
    userHome: "/",
    options: {},
  };
  const text = "# Two\n\n- [x] One\n- [ ] Other\n";
  const adopted = await checklist.read({ ...found, files: { "checklist.md": text } });
  assert.ok(adopted !== null && !isRefusal(adopted));
  const run = desk();
  run.send(adopted.start.type, adopted.start.data, ana);
  assert.equal(run.now().units[0]?.status, "done");
  assert.equal(run.list(), text);
  does(run, "ticked-one", "ana", decided("keep"));
  assert.deepEqual(
    checklist.jobs(run.now()).map(({ key }) => key),
    ["pass-other-1"],
  );
  assert.equal(run.send("ReopenUnit", { unit: "one", reason: "it broke" }, ana), null);
  assert.equal(run.list(), text.replace("[x]", "[ ]"));
  const [finding] = (await checklist.check({ "a/checklist.md": "# None\n" })) ?? [];
  assert.equal(finding?.code, "PLAN_EMPTY");
});

/** Tells its last message as one line. */
const script = `if (process.argv.includes("--version")) console.log("1.0.0");
else {
  const brief = hear();
  console.log(JSON.stringify({ type: "tool", text: brief.slice(0, 10) }));
  console.log(JSON.stringify({ type: "message", text: message }));
}
`;
standInContract({ name: "jot", driver: jotDriver, script });

test("its packing list keeps unknown keys, takes another layout as the same, and refuses a wrong value", () => {
  const text = '{"items": [{"id": "tent", "packed": true, "kg": 2}], "for": "Oslo"}';
  const { list, findings } = packing.read(text);
  assert.deepEqual(findings, []);
  assert.ok(list !== null);
  assert.deepEqual(JSON.parse(packing.textOf(list)), JSON.parse(text));
  assert.equal(packing.edited(list, text), null);
  const other = packing.edited(list, text.replace("true", "false"));
  assert.ok(other !== null && !isRefusal(other));
  assert.deepEqual(other.items, [{ id: "tent", packed: false }]);
  const wrong = packing.edited(list, text.replace("true", '"yes"'));
  assert.ok(wrong !== null && isRefusal(wrong));
  assert.deepEqual([wrong.code, wrong.pointer], ["FILE_BROKEN", "/items/0/packed"]);
  assert.ok(isRefusal(packing.edited(list, "[") ?? list));
});
