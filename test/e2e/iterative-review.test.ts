// Tests of brief.md edited during an iterative review: refused and put back.
import assert from "node:assert/strict";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { desk } from "./desk.ts";

test("what is written into brief.md while the reviewer is at work is refused and put back; afterwards it is taken", async (t) => {
  const here = desk(t);
  const config = { iterative: { interviewer: "hand", planner: "hand" } };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify(config));
  const ask = async (...argv: readonly string[]): Promise<string> => {
    const { exit, out, err } = await here.cairn(argv);
    assert.ok(exit === 0 || exit === 3, `${argv.join(" ")}: ${err}`);
    return out;
  };
  await ask(
    "run",
    "--later",
    "iterative",
    "Add login",
    "--slug",
    "add-login",
    "--done-when",
    "all say two",
  );
  const units = [
    { id: "T1", title: "Write", criteria: ["it is written"], files: ["a.txt"], max: 3 },
  ];
  await ask("send", "add-login", "ProposePlan", "--data", JSON.stringify({ units }));
  await ask("decide", "add-login", "plan", "approve");
  await ask("send", "add-login", "SkipTo", "--phase", "verify", "--reason", "to look");
  await ask("run", "add-login", "--hand");
  const claimed: unknown = JSON.parse(
    await ask("job", "claim", "add-login", "reviewer#1", "--as", "eve", "--json"),
  );
  const token =
    typeof claimed === "object" && claimed !== null && "token" in claimed
      ? String(claimed.token)
      : assert.fail("no token");
  const path = join(here.root, ".claude/iterative/add-login/brief.md");
  const edit = async (): Promise<string> => {
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("all say two", "all say two\n- all say three"),
    );
    const old = new Date("2026-01-14T10:00:00Z");
    utimesSync(path, old, old);
    await ask("status", "add-login");
    return readFileSync(path, "utf8");
  };
  assert.doesNotMatch(await edit(), /all say three/u);
  assert.match(
    await ask("log", "add-login", "--json"),
    /EDIT_UNQUIET[^\n]*reviewer#1 is under way/u,
  );
  await ask("job", "release", "add-login", "--token", token, "--reason", "tired");
  assert.match(await edit(), /all say three/u);
});
