// Tests of the calls permitted inside a sandbox, and of the calls made of them outside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import { judge, typedIn } from "./allowed.ts";

const judged = (line: string): string => {
  const call = judge(line === "" ? [] : line.split(" "), "7.own");
  return isRefusal(call) ? call.code : `${call.argv.join(" ")}${call.reads ? " <" : ""}`;
};

const allowed: readonly (readonly [typed: string, run: string])[] = [
  ["", ""],
  ["status", "status"],
  ["status r1 --json", "status r1 --json"],
  ["status --next --json r1", "status r1 --next --json"],
  ["status r1 2 --state --at 41", "status r1 2 --state --at=41"],
  ["status --file=tasks/2.json", "status --file=tasks/2.json"],
  ["log --after -5", "log --after=-5"],
  ["job report --data -", "job report --data=- <"],
  ["job report r1 --token 7.own --done=--root", "job report r1 --token=7.own --done=--root"],
  ["job report --done @ana", "job report --done=@ana"],
  ["setup hooks run Stop", "setup hooks run Stop <"],
  ["mcp", "mcp <"],
  ["help fence", "help fence"],
  ["help setup hooks run", "help setup hooks run"],
  ["status -h", "status --help"],
  ["--help --all", "help --all"],
  ["--version", "version"],
];
for (const [typed, run] of allowed)
  test(`allowed: cairn ${typed}`, () => assert.equal(judged(typed), run));

const refused: readonly (readonly [words: string, code: string])[] = [
  ["run", "VERB_FENCED"],
  ["decide r1 d1 yes", "VERB_FENCED"],
  ["job claim r1 task-2", "VERB_FENCED"],
  ["send r1 Approve", "VERB_FENCED"],
  ["merge", "VERB_FENCED"],
  ["init --yes", "VERB_FENCED"],
  ["host /tmp/x", "VERB_FENCED"],
  ["setup hooks settings", "VERB_FENCED"],
  ["export own", "VERB_FENCED"],
  ["__proto__", "VERB_FENCED"],
  ["--root / status", "VERB_FENCED"],
  ["status --root /", "FLAG_FENCED"],
  ["status --root=/etc", "FLAG_FENCED"],
  ["status --ledger sqlite:/tmp/x", "FLAG_FENCED"],
  ["job report --as ana --done x", "FLAG_FENCED"],
  ["evidence --recheck", "FLAG_FENCED"],
  ["status --watch", "FLAG_FENCED"],
  ["status --json=/etc/passwd", "FLAG_FENCED"],
  ["status -- --root /", "FLAG_FENCED"],
  ["help status --root=/", "FLAG_FENCED"],
  ["log --follow", "FLAG_FENCED"],
  ["job release", "VERB_FENCED"],
  ["job", "VERB_FENCED"],
  ["setup", "VERB_FENCED"],
  ["setup hooks run --root / Stop", "FLAG_FENCED"],
  ["job report --data @/etc/shadow", "FLAG_FENCED"],
  ["job report --data=@../../other", "FLAG_FENCED"],
  ["job report --data", "FLAG_FENCED"],
  ["job report --token 8.other --done x", "TOKEN_FOREIGN"],
  ["status a b c", "USAGE"],
];
for (const [typed, code] of refused)
  test(`refused: cairn ${typed}`, () => assert.equal(judged(typed), code));

test("what a client says is read, or taken for nothing", () => {
  const read = (text: string) => typedIn(Buffer.from(text));
  assert.deepEqual(read('{"argv":["status","r1"]}'), ["status", "r1"]);
  for (const text of [
    "",
    "status",
    "[]",
    "{}",
    '{"argv":"status"}',
    '{"argv":[1]}',
    '{"argv":["a\\u0000b"]}',
    "\u00ff{",
  ])
    assert.equal(read(text), null, text);
});
