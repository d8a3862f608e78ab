// Tests of request words: mode and domain of each example request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { namedDomain, wordsSay } from "./request-words.ts";

const said: readonly (readonly [request: string, mode: string, domain: string])[] = [
  ["Implement login", "development", "feature"],
  ["please build a parser", "development", "feature"],
  ["Add login, then fix the tests", "development", "feature"],
  ["fix the crash at start", "development", "bug"],
  ["there is a bug in the parser", "development", "bug"],
  ["Refactor, don't add anything", "development", "refactor"],
  ["Research the future of work", "knowledge", "research"],
  ["synthesize what we know", "knowledge", "research"],
  ["Write a report", "knowledge", "writing"],
  ["document the decision", "knowledge", "writing"],
  ["analyze churn", "knowledge", "analysis"],
  ["Plan our move", "knowledge", "planning"],
  ["write tests for src/login.ts", "development", "feature"],
  ["document `parser.py`, and fix it", "development", "bug"],
];
for (const [request, mode, domain] of said)
  test(`${request}: ${mode}, ${domain}`, () => {
    const meant = wordsSay(request, null);
    assert.deepEqual([meant?.mode, meant?.domain], [mode, domain]);
  });

test("words inside of words, and none at all, say nothing", () => {
  assert.equal(wordsSay("readdress the planet's prefix", null), null);
  assert.equal(wordsSay("make it nice, see notes.md", null), null);
  assert.equal(wordsSay("", null), null);
});

test("within a mode that is known only its own words count", () => {
  assert.equal(wordsSay("write a parser", "development")?.domain, "feature");
  assert.equal(wordsSay("build a plan", "knowledge")?.domain, "planning");
  assert.equal(wordsSay("make it nice", "knowledge"), null);
});

test("a domain is one of seven, or one of three chains", () => {
  assert.deepEqual(namedDomain("research,writing"), {
    mode: "knowledge",
    domain: "research",
    domains: ["research", "writing"],
  });
  assert.deepEqual(namedDomain(" Bug "), { mode: "development", domain: "bug", domains: [] });
  for (const wrong of [
    "writing,research",
    "research,writing,analysis",
    "feature,bug",
    "",
    "cooking",
  ])
    assert.equal(namedDomain(wrong), null, wrong);
});
