// Tests of a run's picture as text: scheduled jobs, warnings, and jobs of other machines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, job as jobOf, picture } from "../../../test/fixtures/picture.ts";
import { pictureLines } from "./picture-text.ts";
import type { Picture } from "./picture.ts";

const job = jobOf("task-1-2", {
  is: "waiting",
  why: "not before 2026-01-08T12:00:30.000Z",
  by: null,
  since: null,
  fence: null,
  later: "2026-01-08T12:00:30.000Z",
});
const told = (jobs: Picture["jobs"], more: Partial<Picture> = {}): string =>
  pictureLines(picture({ jobs, ...more }), { width: 100, colour: false }, Date.parse(at)).join(
    "\n",
  );

test("what may begin later is told with its time, and that a runner must be there", () => {
  assert.match(told([job]), /^later {4}task-1-2 \(not before 2026-01-08T12:00:30\.000Z\)$/mu);
  const left = told([jobOf("task-1-1")], { state: "no runner" });
  assert.match(left, /^no runner is at work\. Resume: cairn run r$/mu, "also while an agent is");
  assert.match(told([job], { state: "not started" }), /^not started\. Start: cairn run r$/mu);
  assert.match(told([job]), /^waits for you: nothing$/mu, "a runner is at work");
  const held = { ...job, why: "waits for 2", later: null };
  assert.doesNotMatch(told([held]), /later/u);
});

test("what a run took ends when it ended, not when it was merged", () => {
  const endedAt = "2026-01-08T12:05:00.000Z";
  const over = { life: "over", state: "done", good: true, endedAt } as const;
  assert.match(told([], { ...over, at: "2026-01-09T12:00:00.000Z" }), / · 5 min$/mu);
});

test("a command that a warning offers is never cut, nor parted by a line break", () => {
  const warnings = [
    `and 11 more that were read otherwise when it was adopted: \`cairn status --state md0nk0g7r2v1 adopted\``,
    "word ".repeat(40),
  ];
  const lines = narrow(picture({ warnings }));
  assert.ok(
    lines.some((line) => line.endsWith("`cairn status --state md0nk0g7r2v1 adopted`")),
    lines.join("\n"),
  );
  assert.ok(
    lines.every((line) => line.length <= 80),
    "wrapped to the page",
  );
  assert.equal(lines.join(" ").split("word").length - 1, 40, "and none is cut");
});

test("a note that its column has no room for stands whole below its row", () => {
  const note =
    "by suite, attempt 1, exit 1: an empty cart costs nothing, and a cart with two of a thing costs twice as much";
  const plain = picture();
  const node = {
    ...plain.nodes[0],
    id: "N-003",
    label: "testing (skill:workflow-test-fix)",
    status: "failed",
    note,
  } as const;
  const lines = narrow({ ...plain, nodes: plain.nodes.map((one) => ({ ...one, ...node })) });
  assert.ok(
    lines.every((line) => line.length <= 80),
    lines.join("\n"),
  );
  assert.ok(
    lines
      .map((line) => line.trim())
      .join(" ")
      .includes(note),
    lines.join("\n"),
  );
  assert.ok(!lines.join("").includes("…"), lines.join("\n"));
});

test("each work that waits to land names its own question, where all of its reason stands", () => {
  const waits = (unit: string) => {
    const why = "it fails a check";
    return { unit, byHand: false, job: unit, commit: "c", why, cut: true };
  };
  const asks = (subject: string, key: string): Picture["decisions"][number] => {
    const question = "What now?";
    return { run: "r", key, subject, question, options: [], look: "" };
  };
  const waiting = [waits("1"), waits("2"), waits("3")];
  const place = { branch: "b", base: "c", head: "c", landed: 0, merged: null, dropped: false };
  const decisions = [asks("1", "stuck-1-1"), asks("2", "stuck-2-1")];
  const lines = narrow(picture({ work: { ...place, waiting }, decisions })).join(" ");
  for (const [unit, way] of [
    ["1", "cairn decide r stuck-1-1"],
    ["2", "cairn decide r stuck-2-1"],
    ["3", "cairn log r --json"],
  ])
    assert.ok(lines.includes(`${unit}: it fails a check; all of it: \`${way}\``), lines);
});

const away = (
  leftMs: number,
  more: Partial<Picture["jobs"][number]> = {},
): Picture["jobs"][number] => ({
  ...job,
  is: "running",
  why: null,
  later: null,
  by: "bot",
  on: { machine: "beta/ab12cd", leftMs, silent: leftMs < 30_000 },
  ...more,
});
const narrow = (shown: Picture): readonly string[] =>
  pictureLines(shown, { width: 80, colour: false }, Date.parse(at));

test("a job of another machine names it, and how long its lease still holds once renewals fail to come, however long its node's line is", () => {
  const note =
    "attempt 1 of 3, task-a85d78 (attempt 3: ended without a report; and much more than a line of a terminal takes)";
  const told = (job: Picture["jobs"][number]): readonly string[] => {
    const plain = picture({ jobs: [job] });
    return narrow({
      ...plain,
      nodes: plain.nodes.map((node) => ({ ...node, status: "running", note })),
    });
  };
  const flat = (leftMs: number): string => told(away(leftMs)).join(" ").replace(/ +/gu, " ");
  assert.match(flat(45_000), / · bot · on beta\/ab12cd(?!,)/u);
  assert.match(flat(12_000), / · on beta\/ab12cd, silent, lease ends in 12 s/u);
  const why = "the lease of bot ran out at 2026-01-08T11:57:00.000Z: it is tried again";
  const doubt = told(away(-180_000, { is: "doubt", why })).find((line) => line.startsWith("doubt"));
  assert.match(doubt ?? "", /task-1-2 \(on beta\/ab12cd, silent, lease ran out 3 min ago; /);
});

test("a job of another machine that is about no node names it first, with how long it has been at work", () => {
  const since = "2026-01-08T11:55:00.000Z";
  assert.ok(
    narrow(picture({ jobs: [away(45_000, { subject: "sweep", since })] })).includes(
      "now      task-1-2 (on beta/ab12cd; bot, 5 min)",
    ),
  );
});
