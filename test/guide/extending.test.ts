// The guide to extending: each listing stands in a file that compiles, each diff fits the file that it changes, and its protocol plays.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Outcome } from "../../src/core/job.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import type { Recorded } from "../../src/core/row.ts";
import { standInContract } from "../contract/stand-in.ts";
import { checklist } from "./extending/checklist/index.ts";
import type { State } from "./extending/checklist/state.ts";
import { jotDriver } from "./extending/jot.ts";

const top = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(top, path), "utf8");
/** Its fenced blocks of a language, each with the file that its first line names. */
const blocks = (language: string, head: string) =>
  [
    ...textOf("docs/extending.md")
      .replaceAll(/^ {3}/gmu, "")
      .matchAll(new RegExp(`^\`\`\`${language}\\n${head} (\\S+)\\n([^]*?)^\`\`\`$`, "gmu")),
  ].map(([, file = "", text = ""]) => ({ file, text }));

test("each listing of the guide stands in its file as it is", () => {
  const all = blocks("ts", "//");
  assert.ok(all.length > 5);
  for (const { file, text } of all) {
    const path = file.replace(/^src\/(protocols|agents)/u, "test/guide/extending");
    const code = textOf(path);
    for (const piece of text.split(/^\/\/ …\n/mu))
      assert.ok(code.includes(piece), `${file}:\n${piece}`);
  }
});

test("each diff of the guide fits the file that it changes", () => {
  const all = blocks("diff", "\\+{3}");
  assert.ok(all.length > 1);
  for (const { file, text } of all)
    for (const line of text.split("\n").filter((one) => /^[ -]./u.test(one)))
      assert.ok(textOf(file).split("\n").includes(line.slice(1)), `${file}: ${line}`);
});

const at = "2026-01-14T12:00:00.000Z";
const engine: Sender = { kind: "engine", name: "engine" };
const ana: Sender = { kind: "person", name: "ana" };

/** A run of it in memory. */
const desk = () => {
  let state: State | null = null;
  let version = 0;
  const send = (type: string, data: unknown, by: Sender): Refusal | null => {
    const message = checklist.messages.find((one) => one.type === type);
    const read = message?.read(data);
    assert.ok(read !== undefined && "value" in read, `${type} ${JSON.stringify(read)}`);
    const events = checklist.decide(state, { type, data: read.value }, { at, by });
    if (isRefusal(events)) return events;
    for (const event of events) {
      version += 1;
      const recorded: Recorded = { ...event, version, at, by, cause: "" };
      state = checklist.evolve(state, recorded);
    }
    return null;
  };
  const now = (): State => state ?? assert.fail("no run yet");
  return { send, now, list: () => checklist.write(now(), [])["checklist.md"] };
};

const outcome = { done: "report", hosted: true, files: {} } as const;
const tree = { before: "a", after: "a", changed: [], commits: [] };
const ended = (name: string, report: unknown): Outcome => ({
  ...outcome,
  holder: { name, agent: "mine", conversation: name },
  tree,
  is: "ended",
  exit: 0,
  reason: "exit",
  report,
  found: "one",
  message: "",
  fault: null,
  output: null,
});

/** What an agent's report comes to. */
const reported = ({ now, send }: ReturnType<typeof desk>, name: string, report: unknown): void => {
  const [job = assert.fail("no job")] = checklist.jobs(now());
  for (const { type, data } of checklist.report(job, ended(name, report)))
    assert.equal(send(type, data, engine), null);
};
const begin = ({ send, now }: ReturnType<typeof desk>): void =>
  void send(
    "BeginPass",
    {
      job: checklist.jobs(now())[0]?.key,
      holder: { name: "w", agent: "mine", conversation: "w" },
    },
    engine,
  );
const check = ({ send, now }: ReturnType<typeof desk>, exit: number): void => {
  const result = { name: "true", exit, why: null, digest: null, excerpt: "", hollow: false };
  const job = checklist.jobs(now())[0]?.key;
  assert.equal(
    send("RecordChecks", { job, results: [result], tree: "a", head: "b" }, engine),
    null,
  );
};

test("its checklist ticks a box once its check is green and another agent judged it", () => {
  const run = desk();
  const options = { checks: ["true"], tries: 1 };
  run.send("Start", { goal: "Greet", boxes: ["Say hello", "Say bye"], options }, ana);
  assert.equal(run.list(), "# Greet\n\n- [ ] Say hello\n- [ ] Say bye\n");
  run.send("WaiveUnit", { unit: "say-bye", reason: "not today" }, ana);

  begin(run);
  reported(run, "w", { unit: "say-hello", result: "done", summary: "Said." });
  check(run, 1);
  const [stuck = assert.fail("nothing is asked")] = checklist.jobs(run.now());
  assert.match(stuck.decision?.question ?? "", /came to nothing/u);
  run.send("RetryUnit", { unit: "say-hello" }, ana);

  begin(run);
  reported(run, "w", { unit: "say-hello", result: "done", summary: "Said." });
  check(run, 0);
  reported(run, "j", { judgements: [{ criterion: 1, met: true, note: "seen" }] });
  assert.equal(run.list(), "# Greet\n\n- [x] Say hello\n- [ ] Say bye\n");
  assert.equal(checklist.ended(run.now())?.summary, "2 boxes: 1 passed, 1 waived");
});

test("its checklist takes other boxes from an edit, and no tick", () => {
  const run = desk();
  run.send("Start", { goal: "Greet", boxes: ["Say hello"] }, ana);
  const text = "# Greet\n\n- [x] Say hello\n";
  assert.equal(run.send("EditList", { text }, ana)?.code, "STATUS_DERIVED");
  assert.equal(run.send("EditList", { text: "# Greet\n\n- [ ] Say bye\n" }, ana), null);
  assert.deepEqual(
    run.now().units.map(({ id }) => id),
    ["say-bye"],
  );
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
  assert.equal(run.now().work["one"]?.status, "adopted");
  assert.equal(run.list(), text);
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
