// Tests of stigmergy's shared folder: archive, restart, pinned documents.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { asTyped, at, desk, type Line } from "./desk.ts";

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

test("a state file that is taken over keeps nothing of what others have beside it", async (t) => {
  const { root, good, put, theirs, text } = shop(t);
  put(".ai/session.json", '{"of": "somebody"}');
  await good(begin);
  const whole = text(".ai/state.json");
  rmSync(join(root, ".git/cairn"), { recursive: true });
  put(".ai/state.json", whole);
  await good("adopt .ai");
  theirs();
  assert.match(text(".ai/state.json"), /PROJECT_ADOPTED/u);
  const kept = readdirSync(join(root, ".git/cairn/kept"), {
    recursive: true,
    encoding: "utf8",
  }).filter((path) => path.includes("/"));
  assert.equal(kept.length, 1, "its own original, and no more");
  await good("verify .ai");
});

test("a pinned document that changes waits for a person, and one that is put back waits no more", async (t) => {
  const { root, good, put, text, status, cairn } = shop(t);
  put("docs/brief.md", "# Brief\n\nSell plants.\n");
  put(
    "docs/prd.md",
    "# PRD\n\n## Epic 1: Shop\n\n### Story 1.1: List\n\n#### Acceptance Criteria\n\n- it is there\n",
  );
  put("docs/architecture.md", "# Architecture\n");
  put("docs/architecture/coding-standards.md", "# Standards\n");
  put("docs/architecture/qa-protocol.md", "# QA\n\n## Tests\n\n- **Command:** `node check.cjs`\n");
  await good(asTyped`${begin} --brief docs/brief.md`);
  for (const type of ["FinishPrd", "ImportManifest", "FinishArchitecture"])
    await good(asTyped`send ${type} --data {}`);
  await good("decide blueprint approve");
  assert.equal(status(), "EXECUTION_IN_PROGRESS");
  const qa = text("docs/architecture/qa-protocol.md");
  put("docs/architecture/qa-protocol.md", qa.replace("node check.cjs", "true"));
  assert.match(await good("status --next"), /^drift/u);
  assert.match(text(".ai/state.json"), /BLUEPRINT_CHANGED/u);
  assert.match(text(".ai/state.json"), /qa-protocol\.md changed since the gate/u);
  put("docs/architecture/qa-protocol.md", qa);
  assert.doesNotMatch(await good("status --next"), /^drift/u);
  assert.match(text(".ai/state.json"), /BLUEPRINT_RESTORED/u);
  rmSync(join(root, "docs/prd.md"));
  mkdirSync(join(root, "docs/prd.md"));
  assert.match(await good("status --next"), /^drift/u);
  assert.match(text(".ai/state.json"), /docs\/prd\.md is gone since the gate/u);
  const before = text(".ai/state.json");
  await cairn("status");
  assert.equal(text(".ai/state.json"), before, "told once");
  assert.ok(existsSync(join(root, "docs/brief.md")));
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
  test(`a ${tracked ? "tracked" : "free"} state file of another program: the refusal says whose it is, and its advice works as it stands`, async (t) => {
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
    assert.match(err, /FOLDER_TAKEN: [^]*the file is another program's \("tool": "acme-flow 2"\)/u);
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

test("a file of that name which is another program's is not offered for adoption, and a start says whose it is", async (t) => {
  const here = desk(t);
  mkdirSync(join(here.root, ".ai"));
  for (const other of [
    { messages: [], agents: {} },
    { project_id: "x", ledger: [], system_signal: "", autonomy_mode: "" },
  ]) {
    writeFileSync(join(here.root, ".ai/state.json"), JSON.stringify(other));
    assert.doesNotMatch((await here.cairn("status")).out, /adopt/u);
    assert.doesNotMatch((await here.cairn("doctor")).out, /adopt/u);
    const start = await here.cairn('run --later stigmergy "Sell plants"');
    assert.match(
      start.err,
      /FOLDER_TAKEN: .*\.ai\/state\.json[^]*the file is another program's \(its keys: [a-z_, ]+\), and can't be taken over: have that one keep it elsewhere/u,
    );
    assert.doesNotMatch(start.err, /cairn adopt/u);
  }
  writeFileSync(
    join(here.root, ".ai/state.json"),
    JSON.stringify({ schema_version: "2.0", project_status: "NEEDS_BRIEFING" }),
  );
  assert.match((await here.cairn("status")).out, /cairn adopt \.ai/u);
  assert.match(
    (await here.cairn('run --later stigmergy "Sell plants"')).err,
    /take it over with `cairn adopt`/u,
  );
});
