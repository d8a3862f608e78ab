// Tests of the time that a run's tasks may take yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt, viewNode } from "../../../test/fixtures/shown.ts";
import { mayTell, timeLeftWords } from "./time-left.ts";
import type { ViewNode } from "../view.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const node = (id: string, status: ViewNode["status"], more: Partial<ViewNode> = {}): ViewNode =>
  viewNode(id, { status, ...more });
let fence = 0;
const attempt = (subject: string, from: number, to: number, over = true) =>
  shownAttempt((fence += 1), { subject, from: at(from), to: at(to), over });
const done = ["a", "b", "c", "d", "e"].map((id) => node(id, "done"));
/** One after another: 4, 2, 6, 3 and 30 minutes; "c" was tried twice, a night apart. */
const attempts = [
  attempt("a", 0, 4),
  attempt("b", 4, 6),
  attempt("c", 6, 8),
  attempt("d", 8, 11),
  attempt("e", 11, 41),
  attempt("c", 600, 604),
];
const words = (left: readonly ViewNode[], more = attempts, now = 604): string =>
  timeLeftWords([...done, ...left], more, Date.parse(at(now)));

test("the middle half of what finished tasks took, times what is left", () => {
  assert.equal(words([node("f", "ready")]), "3 min to 6 min left for 1 task");
  assert.equal(words([node("f", "ready"), node("g", "open")]), "6 min to 12 min left for 2 tasks");
});

test("a task under way has less left, and one that took longer than others has nothing of its own", () => {
  const running = [...attempts, attempt("f", 600, 602, false)];
  assert.equal(words([node("f", "running")], running), "up to 2 min left for 1 task");
  assert.equal(words([node("f", "running")], running, 640), "");
  const more = [node("f", "running"), node("g", "open")];
  assert.equal(words(more, running, 640), "", "most take longer than those before");
});

test("what ran abreast will again, but what waits for one another takes its time", () => {
  const abreast = done.map(({ id }) => attempt(id, 0, 10));
  const two = [node("f", "ready"), node("g", "ready")];
  assert.equal(words(two, abreast), "10 min left for 2 tasks");
  const chain = [node("f", "ready"), node("g", "open", { after: ["f"] })];
  assert.equal(words(chain, abreast), "20 min left for 2 tasks");
});

test("of fewer than three finished tasks of a kind nothing is told", () => {
  const left = [node("f", "ready")];
  assert.equal(words([node("f", "ready", { kind: "story" })]), "");
  const few = [node("a", "done"), node("b", "done"), ...left];
  assert.equal(timeLeftWords(few, attempts, Date.parse(at(604))), "");
  assert.equal(mayTell({ state: "running", nodes: few }), false);
  assert.equal(mayTell({ state: "running", nodes: [...done, ...left] }), true);
  assert.equal(mayTell({ state: "paused", nodes: [...done, ...left] }), false);
  assert.equal(mayTell({ state: "running", nodes: done }), false);
  // Their times aren't known.
  assert.equal(words(left, attempts.slice(0, 2)), "");
});
