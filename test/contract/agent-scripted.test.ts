// Contract tests of the scripted driver (demos, crash tests), and its errors for unfit scripts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { scriptedDriver } from "../../src/agents/scripted.ts";
import { agentContract, jobOf, around } from "./agent.ts";

agentContract({
  name: "scripted",
  driver: scriptedDriver,
  missing: { driver: "scripted", argv: ["no-such-script.json"], done: "report", env: {} },
  async config(behaviour, root) {
    const steps =
      behaviour.is === "say"
        ? `[{ print: ${JSON.stringify(behaviour.message)} }, { exit: ${behaviour.exit} }]`
        : '(writeFileSync("brief.bin", brief), [{ print: "heard" }])';
    await writeFile(
      join(root, "script.mjs"),
      `import { writeFileSync } from "node:fs";\nexport const steps = (about, brief) => ${steps};\n`,
    );
    return { driver: "scripted", argv: ["script.mjs"], done: "report", env: {} };
  },
});

const play = async (
  t: TestContext,
  script: unknown,
  brief = "",
  more: Parameters<typeof jobOf>[0] = {},
) => {
  const root = await mkdtemp(join(tmpdir(), "cairn-script-"));
  t.after(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, "script.json"), JSON.stringify(script));
  const config = { driver: "scripted", argv: ["script.json"], done: "report", env: {} } as const;
  const launch = scriptedDriver({ root, path: "" }).start(jobOf(more), brief, config, around);
  const { status, stdout, stderr } = spawnSync(launch.argv[0] ?? "", launch.argv.slice(1), {
    cwd: root,
    input: launch.stdin ?? "",
    encoding: "utf8",
  });
  return { root, status, stdout, stderr };
};

test("the first entry that fits role, unit and job is played, on real files", async (t) => {
  const jobs = [
    { role: "verifier", steps: [{ print: "verifier" }] },
    { role: "worker", unit: "1", job: "task-1-2", steps: [{ print: "again" }] },
    {
      role: "worker",
      unit: "1",
      steps: [
        { write: { path: "d/a.txt", text: "one" } },
        { edit: { path: "d/a.txt", from: "one", to: "$& two" } },
        { print: "worked" },
      ],
    },
    { steps: [{ print: "anybody" }] },
  ];
  const first = await play(t, { jobs });
  assert.deepEqual({ status: first.status, stdout: first.stdout }, { status: 0, stdout: "worked" });
  assert.equal(await readFile(join(first.root, "d/a.txt"), "utf8"), "$& two");
  assert.equal((await play(t, { jobs }, "", { key: "task-1-2" })).stdout, "again");
  assert.equal((await play(t, { jobs }, "", { role: "planner" })).stdout, "anybody");
});

test("names in the brief's opening lines are filled into paths and texts", async (t) => {
  const jobs = [
    { steps: [{ write: { path: "{SESSION_FOLDER}/x.md", text: "for {GOAL}, {OTHER}" } }] },
  ];
  const { root } = await play(t, { jobs }, "SESSION_FOLDER: s/1\nGOAL: a goal\nGOAL: another\n");
  assert.equal(await readFile(join(root, "s/1/x.md"), "utf8"), "for a goal, {OTHER}");
});

for (const [name, script, said] of [
  ["no entry for the job", { jobs: [{ role: "nobody", steps: [] }] }, /nothing for worker of 1/u],
  ["an unknown step", { jobs: [{ steps: [{ fly: 1 }] }] }, /no step fly/u],
  ["two steps in one", { jobs: [{ steps: [{ print: "a", exit: 0 }] }] }, /one key/u],
  [
    "an edit of what isn't there",
    {
      jobs: [
        {
          steps: [{ write: { path: "a", text: "x" } }, { edit: { path: "a", from: "y", to: "z" } }],
        },
      ],
    },
    /doesn't hold/u,
  ],
  ["a program that fails", { jobs: [{ steps: [{ run: ["false"] }] }] }, /exit 1/u],
  ["no script at all", [], /a script is/u],
] as const) {
  test(`a script with ${name} fails and says so`, async (t) => {
    const { status, stderr } = await play(t, script);
    assert.equal(status, 1);
    assert.match(stderr, said);
  });
}
