// Tests of a whole run by hand edits of its files alone.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { desk, hostsWithin } from "./desk.ts";
import { landed } from "./places-shop.ts";

hostsWithin();

const task = {
  id: "1",
  subject: "One file",
  status: "open",
  worker_agent_id: null,
  success_criteria: ["one.txt is there"],
  evidence: [],
  blocked_by: [],
  started_at: null,
  completed_at: null,
  checks: [{ criteria: "one.txt is there", command: "test -e one.txt" }],
};

test("by the files alone a plan is made, worked on and claimed; a person approves and judges, and nothing is forged", async (t) => {
  const { cairn, ends, folder, root } = desk(t);
  await cairn('run --later ultrawork "One file" --session s --explorers 0 --judge person');
  const home = join(folder, "sessions/shop/sessions/s");
  const text = (path: string): string => readFileSync(join(home, path), "utf8");
  const edit = (path: string, change: (file: ReturnType<typeof JSON.parse>) => void): void => {
    const file = JSON.parse(text(path));
    change(file);
    writeFileSync(join(home, path), JSON.stringify(file));
  };

  writeFileSync(join(home, "tasks/1.json"), JSON.stringify(task));
  edit("session.json", (file) => void (file.phase = "EXECUTION"));
  const planned = await cairn("status s");
  assert.match(planned.out, /SENDER_WRONG/u);
  assert.match(text("refused.md"), /SENDER_WRONG[\s\S]*approve-1 approve/u);
  assert.equal(JSON.parse(text("session.json")).phase, "PLANNING");
  await ends(0, "decide s approve-1 approve");
  assert.ok(!existsSync(join(home, "refused.md")), "who was told has gone on");
  assert.doesNotMatch((await cairn("status s")).out, /refused/u);
  assert.equal(JSON.parse(text("session.json")).phase, "EXECUTION");

  const done = (): void =>
    edit("tasks/1.json", (file) => {
      Object.assign(file, {
        status: "resolved",
        worker_agent_id: "eve",
        completed_at: "2026-01-08T12:15:00Z",
      });
      file.evidence.push({
        criteria: "one.txt is there",
        command: "test -e one.txt",
        output: "it is",
        verified: true,
        timestamp: "now",
      });
    });
  done();
  await cairn("run s --hand");
  const failed = JSON.parse(text("tasks/1.json"));
  assert.deepEqual(
    [failed.status, failed.worker_agent_id, failed.evidence[0].verified],
    ["open", "eve", false],
    "the check decides",
  );
  assert.match((await cairn("log s")).out, /UnitReturned/u);

  writeFileSync(join(root, "one.txt"), "1\n");
  edit(
    "tasks/1.json",
    (file) => void Object.assign(file, { status: "in_progress", worker_agent_id: "eve" }),
  );
  await cairn("status s");
  edit("tasks/1.json", (file) => void (file.status = "resolved"));
  edit("session.json", (file) => void (file.phase = "COMPLETE"));
  assert.match((await cairn("status s")).out, /SENDER_WRONG/u);
  const judged = await cairn("run s --hand");
  assert.match(judged.out, /verdict-verify-1/u, judged.err);
  assert.equal(JSON.parse(text("tasks/1.json")).status, "resolved");
  await ends(0, "decide s verdict-verify-1 pass");
  await cairn("run s --hand");
  const session = JSON.parse(text("session.json"));
  assert.equal(session.phase, "COMPLETE");
  // He worked in the checkout, and what lies there landed.
  assert.equal(landed({ root }, "one.txt"), "1\n");
  assert.ok(
    session.evidence_log.some(
      ({ content }: { content: string }) => content === "[claim by eve] it is",
    ),
  );

  edit("session.json", (file) => void (file.phase = "EXECUTION"));
  assert.match((await cairn("status s")).out, /SENDER_WRONG/u);
  assert.equal(JSON.parse(text("session.json")).phase, "COMPLETE");
  assert.ok(existsSync(join(root, ".git/cairn/refused")));
});
