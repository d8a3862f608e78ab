// Short form of `npm run crash -- --protocol ralph`, and tests of its own checks.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { chanceOf } from "../sim/chance.ts";
import { handFindings } from "./ralph-hands.ts";
import { ralphFindings, type RalphLaunch, ralphWork } from "./ralph-work.ts";
import { play } from "./story.ts";

test("stories whose runners die while hands write into their files land once each, and no word is lost", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const chance = chanceOf(2);
  const ground = await ralphWork.layOut(builtLauncher(), folder, chance);
  const tale = await play(ralphWork, ground, chance, 3, null);
  assert.deepEqual(tale.findings, [], tale.trail.join("\n"));
  assert.ok(tale.edits > 0 && Object.values(tale.kills).some((count) => count > 0));
});

const launch = (unit: string, nth: number): RalphLaunch => ({
  job: `${unit} ${nth}`,
  role: "worker",
  unit,
});
const launches = [
  launch("US-001", 1),
  ...[1, 2, 3].map((nth) => launch("US-002", nth)),
  launch("US-003", 1),
];
const landed = ["US-001", "US-003", "US-002", ""];
const note = (unit: string, result: string): string =>
  `## 2026-01-01T00:00:00Z - ${unit}\n- wrote it\n- Result: ${result}\n---\n`;
const notes = [
  note("US-001", "passed"),
  note("US-002", "checks red"),
  note("US-002", "checks red"),
  note("US-003", "passed"),
  note("US-002", "passed"),
];

test("what is done twice, or not told, is found", () => {
  const found = (
    change: { readonly launches?: readonly RalphLaunch[]; readonly landed?: readonly string[] },
    told = notes,
    lost = 0,
  ): readonly string[] =>
    ralphFindings(change.launches ?? launches, change.landed ?? landed, told.join("\n"), lost);
  assert.deepEqual(found({}), []);
  assert.deepEqual(found({ landed: [...landed, "US-003"] }), ["US-003 landed 2 times"]);
  assert.deepEqual(found({ landed: landed.slice(1) }), ["US-001 landed 0 times"]);
  const more = [...launches, launch("US-001", 2)];
  assert.deepEqual(found({ launches: more }), ["US-001 was begun 2 times, and 0 agents were lost"]);
  assert.deepEqual(found({ launches: more }, notes, 1), []);
  assert.match(
    found({ launches: [...launches, launch("US-001", 1)] }).join("\n"),
    /^the agent of US-001 1 was launched twice/u,
  );
  assert.deepEqual(found({}, notes.toSpliced(1, 1)), [
    "US-002 was begun 3 times, its file tells of 2",
  ]);
  assert.match(
    found({}, [...notes, note("US-001", "passed")]).join("\n"),
    /^US-001 passed 2 times/u,
  );
});

test("a hand's word that is nowhere, or twice, is found, and a line of the engine's that is gone", () => {
  const last = `{"eve 1": "was here"}\n${notes[0]}- eve 2\n`;
  assert.deepEqual(handFindings(3, last, "- eve 3\n", [notes[0] ?? ""]), []);
  assert.deepEqual(handFindings(3, last, "", []), ["an edit is lost: eve 3"]);
  assert.deepEqual(handFindings(2, `${last}- eve 2\n`, "", []), [
    "an edit stands there 2 times: eve 2",
  ]);
  assert.deepEqual(handFindings(2, last, "", ["- it was there\n- eve 9\n"]), [
    "a line that stood there is gone: - it was there",
  ]);
});
