// Tests of whole runners on PostgreSQL with clocks an hour ahead and behind.
import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv, type Ended, start } from "../fixtures/shop/child.ts";
import { isRecord } from "../../src/core/record.ts";
import { gitIn } from "../contract/workspace-folder.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { skill, templateOf } from "../fixtures/player.ts";
import { postgresMissing, startPostgres } from "./server.ts";
import { listener } from "./story.ts";

const hour = 3_600_000;
const tasks = ["1", "2", "3", "4"];
const plan = {
  tasks: tasks.map((id) => ({
    id,
    subject: `Task ${id}`,
    success_criteria: [{ criteria: "it is there", command: "test -e plan.json" }],
  })),
  verify: { success_criteria: [{ criteria: "all", command: "test -e plan.json" }] },
};
/** Its first turn at task 1 is turned away by its model's server; the others wait until both machines are at work. */
const codex = `#!${process.execPath}
const { existsSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
if (process.argv[2] !== "exec") { console.log("codex-cli 0.169.0"); process.exit(0); }
readFileSync(0);
const { CAIRN_JOB: job, SEEN: seen, MACHINE: machine } = process.env;
const say = (event) => process.stdout.write(JSON.stringify(event) + "\\n");
say({ type: "thread.started", thread_id: "0199-" + job });
writeFileSync(seen + "/" + job + " " + machine, new Date().toISOString());
if (job === "task-1-1") {
  const message = "unexpected status 529 <unknown status code>: Overloaded, url: http://127.0.0.1:8080/v1/responses";
  say({ type: "error", message });
  say({ type: "turn.failed", error: { message } });
  process.exit(1);
}
const both = () => new Set(readdirSync(seen).map((name) => name.split(" ")[1])).size > 1;
const report = job.startsWith("task")
  ? { status: "done", summary: "it is there", evidence: [] }
  : { verdict: "PASS", judgements: ${JSON.stringify([...tasks.map((task) => [task, 1]), ["verify", 1]])}.map(([task, criterion]) => ({ task, criterion, judgement: "met", note: "" })), issues: [], notes: "" };
const timer = setInterval(() => {
  if (!both()) return;
  clearInterval(timer);
  say({ type: "item.completed", item: { id: "m", type: "agent_message", text: "\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`" } });
  say({ type: "turn.completed", usage: { input_tokens: 1200, output_tokens: 34 } });
}, 50);
`;

const seenBy = (folder: string, name: string): string =>
  readdirSync(join(folder, "seen")).find((file) => file.endsWith(` ${name}`)) ??
  assert.fail(`${name} did nothing`);

type Row = {
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
};
const isRow = (value: unknown): value is Row =>
  isRecord(value) && typeof value["at"] === "string" && isRecord(value["data"]);

const story = async (): Promise<void> => {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  const folder = mkdtempSync(join(tmpdir(), "cairn-clocks-"));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const program = join(folder, "codex");
  writeFileSync(program, codex);
  chmodSync(program, 0o755);
  mkdirSync(join(folder, "seen"));
  const seed = join(folder, "seed");
  const config = {
    agents: { codex: { driver: "codex", argv: [program] } },
    roles: { "*": "codex", skill: "hand" },
    runner: { agents: 1 },
    // The agent writes beside the repository.
    fence: "off",
  };
  for (const [path, text] of [
    ["plan.json", JSON.stringify(plan)],
    ["cairn.config.json", JSON.stringify(config)],
    [".workflow/templates/one.json", templateOf("one", [skill("N-001")])],
  ] as const) {
    mkdirSync(dirname(join(seed, path)), { recursive: true });
    writeFileSync(join(seed, path), text);
  }
  gitIn(seed, "init", "--quiet");
  gitIn(seed, "add", "-A");
  gitIn(seed, "commit", "-q", "-m", "first");

  const launcher = builtLauncher();
  const { hear, lines } = listener();
  /** What is typed on a machine whose clock is wrong by so many ms, by all processes that come of it. */
  const machine = (name: string, shift: number) => {
    const home = join(folder, name);
    cpSync(seed, join(home, "shop"), { recursive: true });
    return async (project: string, argv: readonly string[]): Promise<Ended> =>
      start(
        [process.execPath, launcher, ...argv],
        join(home, "shop"),
        {
          ...childEnv(process.env),
          HOME: home,
          NO_COLOR: "1",
          TZ: "UTC",
          COLUMNS: "400",
          NODE_OPTIONS: `--import=${join(import.meta.dirname, "load/shifted.mjs")}`,
          SHIFT_MS: String(shift),
          MACHINE: name,
          SEEN: join(folder, "seen"),
          CAIRN_LEDGER: `${base}?project=${project}`,
          CAIRN_LEASE_S: "3",
        },
        hear(name),
      ).ended;
  };
  const [ahead, behind] = [machine("ahead", hour), machine("behind", -hour)];
  const good = async (ended: Promise<Ended>, exit = 0): Promise<readonly unknown[]> => {
    const { exit: is, out, err } = await ended;
    assert.equal(is, exit, [...lines, ...out, ...err].join("\n"));
    return out.flatMap((line): readonly unknown[] =>
      line.startsWith("{") ? [JSON.parse(line)] : [],
    );
  };
  const logOf = async (project: string, run: string): Promise<readonly Row[]> => {
    const rows = (await good(ahead(project, ["log", run, "--json"]))).filter(isRow);
    assert.deepEqual((await good(behind(project, ["log", run, "--json"]))).filter(isRow), rows);
    for (const cairn of [ahead, behind]) await good(cairn(project, ["verify", run, "--json"]));
    return rows;
  };
  /** In the order in which they are recorded, and by the server's clock, which is this test's. */
  const inOrder = (rows: readonly Row[], from: number): void => {
    const stamps = rows.map(({ at }) => Date.parse(at));
    assert.deepEqual(
      stamps,
      stamps.toSorted((a, b) => a - b),
    );
    assert.ok(
      (stamps[0] ?? 0) >= from - 1_000 && (stamps.at(-1) ?? 0) <= Date.now() + 1_000,
      rows.map(({ at }) => at).join(" "),
    );
  };

  test(
    "two runners with clocks an hour ahead and behind play one run; who was turned away is tried again in time",
    { timeout: 180_000 },
    async (t) => {
      const from = Date.now();
      await good(
        ahead("team", [
          "run",
          "--later",
          "ultrawork",
          "Goal",
          "--auto",
          "--plan",
          "plan.json",
          "--session",
          "s",
          "--json",
        ]),
      );
      await Promise.all([ahead, behind].map(async (cairn) => good(cairn("team", ["run", "s"]))));
      const rows = await logOf("team", "s");
      inOrder(rows, from);
      const returned = rows.flatMap(({ type, data }) =>
        type === "UnitReturned" ? [`${String(data["unit"])} ${String(data["kind"])}`] : [],
      );
      assert.deepEqual(returned, ["1 crashed"]);
      const started = rows.filter(
        ({ type, data }) => type === "JobBegun" && data["stage"] === "work",
      );
      assert.deepEqual(started.map(({ data }) => String(data["job"])).toSorted(), [
        "task-1-1",
        "task-1-2",
        "task-2-1",
        "task-3-1",
        "task-4-1",
      ]);
      // 30 s after it was turned away (docs/protocols/ultrawork.md).
      const turned = rows.find(({ type }) => type === "UnitReturned");
      const again = started.find(({ data }) => data["job"] === "task-1-2");
      const waited = Date.parse(again?.at ?? "") - Date.parse(turned?.at ?? "");
      t.diagnostic(`turned away, it was tried again after ${(waited / 1000).toFixed(1)} s`);
      assert.ok(waited >= 30_000 && waited < 45_000, `${waited} ms`);
      // Both took part, and their clocks were as wrong as they ought to be.
      for (const [name, shift] of [
        ["ahead", hour],
        ["behind", -hour],
      ] as const) {
        const file = readFileSync(join(folder, "seen", seenBy(folder, name)), "utf8");
        assert.ok(Math.abs(Date.parse(file) - Date.now() - shift) < 180_000, file);
      }
    },
  );

  test(
    "a job from outside keeps its time by the server's clock, whoever looks",
    { timeout: 180_000 },
    async () => {
      const from = Date.now();
      const made = await good(
        behind("hand", [
          "run",
          "--later",
          "player",
          "one",
          "--context",
          "goal=all",
          "--node-timeout-s",
          "60",
          "--json",
        ]),
      );
      const run = isRecord(made[0]) ? String(made[0]["run"]) : "";
      await good(behind("hand", ["run", run, "--json"]), 3);
      await good(behind("hand", ["job", "claim", run, "N-001", "--as", "ana", "--json"]));
      for (const cairn of [ahead, behind]) await good(cairn("hand", ["run", run, "--json"]), 3);
      const before = await logOf("hand", run);
      assert.ok(Date.now() - from < 50_000, "too slow to show anything");
      assert.ok(!before.some(({ type }) => /Failed|Doubted/.test(type)), JSON.stringify(before));
      const begun = Date.parse(before.find(({ type }) => type === "NodeStarted")?.at ?? "");
      await sleep(begun + 61_000 - Date.now());
      await good(behind("hand", ["run", run, "--json"]), 3);
      const rows = await logOf("hand", run);
      inOrder(rows, from);
      assert.deepEqual(
        rows.slice(before.length).map(({ type }) => type),
        ["NodeDoubted"],
      );
    },
  );
};

if (postgresMissing !== null) test("clocks an hour apart", { skip: postgresMissing }, () => {});
else await story();
