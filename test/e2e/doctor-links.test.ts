// Tests of doctor with a state.json that links out: other folders still reported.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { desk } from "./desk.ts";

test("a folder whose state.json is a link that leads out is told beside the others", async (t) => {
  const here = desk(t);
  for (const name of ["linked", "plain"])
    mkdirSync(join(here.root, ".claude/iterative", name), { recursive: true });
  writeFileSync(join(here.folder, "outside.json"), "{}");
  symlinkSync(
    join(here.folder, "outside.json"),
    join(here.root, ".claude/iterative/linked/state.json"),
  );
  writeFileSync(join(here.root, ".claude/iterative/plain/state.json"), "{}");
  const { out, err } = await here.cairn(["doctor"]);
  assert.doesNotMatch(out + err, /PATH_OUTSIDE/u);
  for (const name of ["linked", "plain"])
    assert.match(out, new RegExp(`\\.claude/iterative/${name} holds a state\\.json`, "u"));
});
