// Tests of a kill at each boundary of a player run: the next process makes identical files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkpoint, cli, skill, started, templateOf, type Stage } from "../fixtures/player.ts";
import { assertKept, below } from "./kept.ts";

/** Each kind of batch once: a node, gates that pass and that wait, a group in which one of each on_fail fails, a last node. */
const template = templateOf("killed", [
  skill("N-001", { output_ports: ["plan"] }),
  checkpoint("CP-01", true),
  [
    cli("N-002a", { on_fail: "skip" }),
    cli("N-002b", { on_fail: "retry", cli_mode: "write" }),
    cli("N-002c", { on_fail: "abort", args_template: "after {N-001.session_id}" }),
  ],
  checkpoint("CP-02", false),
  skill("N-003", { args_template: "{N-002a.output}|{N-002b.output}|{N-002c.output} for {goal}" }),
]);
type Boundary = (name: string) => void;

/** From its start to its end; `at` is called where one batch is over and the next has not begun, and after each command between. */
const play = async (at: (stage: Stage) => Boundary): Promise<Stage> => {
  const stage = await started(template, 'Add "login"\n$(date)');
  const boundary = at(stage);
  const step = (act: () => void): void => {
    act();
    boundary("");
  };
  boundary("1 started");
  step(() => stage.begin("node:N-001:1"));
  stage.done("node:N-001:1", "The plan.\n", {
    session_id: "WFS-plan-20260317",
    artifacts: ["docs/plan.md"],
  });
  boundary("2 planned");
  for (const key of ["node:N-002a:1", "node:N-002b:1", "node:N-002c:1"])
    step(() => stage.begin(key));
  for (const key of ["node:N-002a:1", "node:N-002b:1", "node:N-002c:1"])
    step(() => stage.ends(key, { exit: 1, errors: "no network" }));
  step(() => stage.begin("node:N-002b:2"));
  step(() => stage.ends("node:N-002b:2", { message: "b at last\n" }));
  boundary("3 one failed");
  stage.decide("ask-N-002c-1", "retry");
  step(() => stage.begin("node:N-002c:2"));
  stage.ends("node:N-002c:2", { message: "c at last\n" });
  boundary("4 gate");
  stage.decide("ask-CP-02-1", "pause");
  boundary("5 paused");
  stage.decide("ask-CP-02-1", "continue", "looks right");
  boundary("6 opened");
  step(() => stage.begin("node:N-003:1"));
  stage.done("node:N-003:1", "Done.\n");
  boundary("7 completed");
  assert.equal(stage.state().status, "completed");
  return stage;
};

/** What a process can show: what is due and asked, each brief, each file. */
const shown = (stage: Stage): Readonly<Record<string, string>> => {
  const keys = stage.keys();
  const briefs = keys
    .map((key) => key.split(" ")[0] ?? "")
    .map((key) => [`${key.replaceAll(":", "-")}.md`, stage.brief(key)] as const);
  return {
    "due.txt": `${keys.join("\n")}\n`,
    ...below("briefs", Object.fromEntries(briefs)),
    ...below("files", stage.files()),
  };
};

/** What stands at each named boundary, and at every step between: where `isKilled` says so, after its process has died there. */
const told = async (isKilled: (step: number) => "rows" | "snapshot" | null) => {
  const steps: Readonly<Record<string, string>>[] = [];
  const named = new Map<string, Readonly<Record<string, string>>>();
  const stage = await play((on) => (name) => {
    const from = isKilled(steps.length);
    if (from !== null) on.kill(from);
    steps.push(shown(on));
    if (name !== "") named.set(name, shown(on));
  });
  return { steps, named, commands: stage.told };
};

test("a kill at each batch boundary, or after every command: what is folded anew shows and does the same, to the byte", async () => {
  const calm = await told(() => null);
  const kept = [...calm.named].flatMap(([name, files]) =>
    Object.entries(below(name.replaceAll(" ", "-"), files)),
  );
  // The pinned template is the same at each of them.
  const apart = kept.filter(([path]) => !path.endsWith("/template.json"));
  assertKept("player-killed", {
    "commands.txt": `${calm.commands.join("\n")}\n`,
    ...Object.fromEntries(apart),
  });
  const all = (from: "rows" | "snapshot") => () => from;
  const one = (at: number) => (step: number) => (step === at ? ("rows" as const) : null);
  for (const isKilled of [all("rows"), all("snapshot"), ...calm.steps.map((_, at) => one(at))]) {
    const killed = await told(isKilled);
    assert.deepEqual(killed.commands, calm.commands);
    assert.deepEqual(killed.steps, calm.steps);
  }
});

test("paused at a gate, taken up by another process: the question and its brief are the same, and nothing that was played is due", async () => {
  const stages: Stage[] = [];
  const at = new Map<string, Readonly<Record<string, string>>>();
  await play((stage) => (name) => {
    stages[0] = stage;
    if (name === "5 paused" || name === "4 gate") at.set(name, shown(stage));
    if (name === "5 paused") {
      stage.kill("rows");
      assert.deepEqual(shown(stage), at.get(name));
      assert.deepEqual(stage.keys(), ["ask-CP-02-1"]);
      assert.equal(
        at.get(name)?.["briefs/ask-CP-02-1.md"],
        at.get("4 gate")?.["briefs/ask-CP-02-1.md"],
      );
      assert.equal(stage.refused("StartNode", { node: "N-003", attempt: 1 }).code, "RUN_PAUSED");
    }
  });
  const begun = (stages[0]?.log ?? []).flatMap((event) =>
    event.type === "NodeStarted" ? [`${event.data.node}:${event.data.attempt}`] : [],
  );
  assert.deepEqual(begun, [
    "N-001:1",
    "N-002a:1",
    "N-002b:1",
    "N-002c:1",
    "N-002b:2",
    "N-002c:2",
    "N-003:1",
  ]);
});

test("a group in which on_fail abort is answered by abort: the run has failed, its others' results stand, a retry plays only that node again", async () => {
  const stage = await started(
    templateOf("failed", [
      skill("N-001"),
      [cli("N-002a"), cli("N-002b"), cli("N-002c", { on_fail: "skip" })],
      skill("N-003"),
    ]),
  );
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  for (const key of ["node:N-002a:1", "node:N-002b:1", "node:N-002c:1"]) stage.begin(key);
  stage.ends("node:N-002a:1", { exit: 1, errors: "no network" });
  stage.ends("node:N-002b:1", { message: "b is done\n" });
  stage.ends("node:N-002c:1", { exit: 2 });
  stage.decide("ask-N-002a-1", "abort", "the plan is wrong");
  assert.deepEqual([stage.state().status, stage.keys()], ["failed", []]);
  const failed = below("failed", stage.files());
  stage.kill("rows");
  assert.deepEqual(below("failed", stage.files()), failed);
  stage.send("RetryRun", { retry: true });
  assert.deepEqual(stage.keys(), ["node:N-002a:2"]);
  stage.begin("node:N-002a:2");
  stage.ends("node:N-002a:2", { message: "a is done\n" });
  stage.begin("node:N-003:1");
  stage.done("node:N-003:1");
  assert.equal(stage.state().status, "completed");
  assertKept("player-failed", {
    "commands.txt": `${stage.told.join("\n")}\n`,
    ...failed,
    ...below("end", stage.files()),
  });
});
