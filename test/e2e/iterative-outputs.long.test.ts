// Odd files in the place of a unit's Files and Outputs in iterative: links, and folders.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hostsWithin } from "./desk.ts";
import { folder, shop, unit } from "./iterative-shop.ts";

hostsWithin();

const sh = (text: string) => [{ run: ["sh", "-ec", text] }];

test("a link that leads out, in a file's place, is taken as it is: the pass ends, and the run goes on", async (t) => {
  const here = await shop(t, [unit("T1", ["README.md"], { max: 1 })], {
    "T1#1": sh("rm README.md; ln -s ../outside.md README.md"),
  });
  await here.cairn("run add-login");
  const types = (await here.events()).map(({ type }) => type);
  assert.ok(types.includes("PassEnded") && types.includes("GateRun"), types.join());
});

test("a link that leads out, one to another file of the tree, and a folder with an empty file are no Outputs", async (t) => {
  const odd = {
    R1: "ln -s $PWD/../outside.md $output",
    R2: "ln -s $PWD/a.txt $output",
    R3: "mkdir $output; touch $output/x",
  };
  const units = Object.keys(odd).map((id) => ({
    id,
    title: "Write",
    criteria: ["it is written"],
    output: `outputs/${id}.md`,
    max: 1,
  }));
  const scenes = Object.entries(odd).map(([id, text]) => [
    `${id}#1`,
    sh(`mkdir -p ${folder}/outputs; output=${folder}/outputs/${id}.md; ${text}`),
  ]);
  const here = await shop(t, units, Object.fromEntries(scenes), "research");
  writeFileSync(join(here.root, "a.txt"), "word ".repeat(60));
  here.git("add", "a.txt");
  here.git("commit", "--quiet", "-m", "a text");
  await here.ends(3, "run add-login");
  const gates = (await here.events()).filter(({ type }) => type === "GateRun");
  assert.deepEqual(
    gates.map(({ data }) => `${String(data["unit"])} ${String(data["outcome"])}`).toSorted(),
    ["R1 red", "R2 red", "R3 red"],
  );
});
