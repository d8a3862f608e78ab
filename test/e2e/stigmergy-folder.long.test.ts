// Tests of stigmergy's shared folder: archive, restart, pinned documents.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { at, desk, type Line } from "./desk.ts";

const shop = (t: TestContext) => {
  const here = desk(t);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(here.root, path)), { recursive: true });
    writeFileSync(join(here.root, path), text);
  };
  const text = (path: string): string => readFileSync(join(here.root, path), "utf8");
  const good = async (line: Line): Promise<string> => (await here.ends(0, line)).out;
  put(".ai/rules.md", "theirs\n");
  put(".ai/cache/big.json", '{"theirs": true}');
  const theirs = (): void =>
    assert.deepEqual(
      [text(".ai/rules.md"), text(".ai/cache/big.json")],
      ["theirs\n", '{"theirs": true}'],
    );
  const names = (path: string): readonly string[] => readdirSync(join(here.root, path)).toSorted();
  const status = (): unknown => at(JSON.parse(text(".ai/state.json")), "project_status");
  return { ...here, put, text, good, theirs, names, status };
};
const begin = ["run", "--later", "stigmergy", "Sell plants", "--name", "Seed shop"];

test("a project is put away and the next one begins in the same place, whoever else keeps files there", async (t) => {
  const { cairn, ends, good, theirs, names, text } = shop(t);
  await ends(0, [...begin, "--json"]);
  assert.match((await cairn(begin)).err, /FOLDER_TAKEN|RUN_EXISTS/u);
  await good("stop --cancel --yes");
  assert.match(
    text(".ai/state.json"),
    /"project_status": "EXECUTION_HALTED"[^]*"system_signal": "PROJECT_CANCELLED"/u,
  );
  assert.match(
    (await cairn("resume")).err,
    /RUN_OVER: .* takes none up again[^]*archive it, and start another one/u,
  );
  await good("archive .ai");
  const [archived = ""] = names(".ai/archive");
  assert.match(archived, /^seed-shop-\d{8}$/u);
  assert.deepEqual(names(".ai"), ["archive", "cache", "rules.md"]);
  assert.match(text(`.ai/archive/${archived}/state.json`), /PROJECT_ARCHIVED/u);
  await good(begin);
  await good("stop --cancel .ai --yes");
  await good("archive .ai");
  assert.deepEqual(names(".ai/archive"), [archived, `${archived}-2`]);
  await good(begin);
  assert.deepEqual(names(".ai"), ["archive", "cache", "rules.md", "state.json"]);
  theirs();
  await good("verify");
  const { out } = await cairn("doctor");
  assert.doesNotMatch(out, /rules\.md|big\.json|unadopted/u);
});

test("a state file that nobody took over is told by status and doctor, and another program's file of that name by status alone", async (t) => {
  const { root, good, put, cairn } = shop(t);
  await good(begin);
  const whole = readFileSync(join(root, ".ai/state.json"), "utf8");
  rmSync(join(root, ".git/cairn"), { recursive: true });
  put(".ai/archive/old-20260101/state.json", whole);
  const told = async (verb: string): Promise<string> => {
    const { out, err } = await cairn([verb]);
    return out + err;
  };
  assert.match(await told("status"), /cairn adopt \.ai · all/u);
  assert.match(
    await told("doctor"),
    /FOLDER_UNKNOWN[^]*`cairn adopt \.ai` takes[^]*archive\/old-20260101/u,
  );
  put(".ai/state.json", '{"tabs": []}');
  assert.doesNotMatch(await told("doctor"), /adopt \.ai`/u);
});

for (const tracked of [false, true])
  test(`a ${tracked ? "tracked" : "free"} state file of another program: the refusal says so, and its advice works as it stands`, async (t) => {
    const { root, cairn, ends } = desk(t);
    const git = (...argv: readonly string[]): void =>
      void execFileSync(
        "git",
        ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...argv],
        { cwd: root, stdio: "ignore" },
      );
    git("commit", "--allow-empty", "-m", "begin");
    mkdirSync(join(root, ".ai"));
    const theirs = JSON.stringify({ version: 3, tool: "acme-flow 2", steps: [] });
    writeFileSync(join(root, ".ai/state.json"), theirs);
    if (tracked) {
      git("add", "--all");
      git("commit", "-m", "theirs");
    }
    const { err, exit } = await cairn('run --later stigmergy "Sell plants"');
    assert.equal(exit, 2);
    assert.match(err, /FOLDER_TAKEN: [^]*the file is another program's, and can't/u);
    const [tree = "", start = ""] = [...err.matchAll(/`((?:git|cairn) [^`]+)`/gu)].map(
      ([, said = ""]) => said,
    );
    assert.match(tree, /^git worktree add /u);
    execFileSync("sh", ["-c", `${tree}${tracked ? " HEAD~1" : ""}`], {
      cwd: root,
      stdio: "ignore",
    });
    const [, ...argv] = start.split(" ");
    await ends(0, argv);
    const place = argv.at(-1) ?? "";
    assert.match(
      readFileSync(join(place, ".ai/state.json"), "utf8"),
      /"project_status": "NEEDS_BRIEFING"/u,
    );
    assert.equal(readFileSync(join(root, ".ai/state.json"), "utf8"), theirs);
    assert.match((await cairn(["status", "--root", place])).out, /needs briefing/u);
  });
