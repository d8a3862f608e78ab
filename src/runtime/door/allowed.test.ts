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
  ["next --json r1", "next r1 --json"],
  ["show r1 2 --at 41 --file=tasks/2.json", "show r1 2 --at=41 --file=tasks/2.json"],
  ["log --after -5", "log --after=-5"],
  ["report --data -", "report --data=- <"],
  ["report r1 --token 7.own --done=--root", "report r1 --token=7.own --done=--root"],
  ["report --done @ana", "report --done=@ana"],
  ["hooks run Stop", "hooks run Stop <"],
  ["mcp", "mcp <"],
  ["help fence", "help fence"],
  ["status -h", "status --help"],
  ["--help --all", "help --all"],
  ["--version", "version"],
];
for (const [typed, run] of allowed)
  test(`allowed: cairn ${typed}`, () => assert.equal(judged(typed), run));

const refused: readonly (readonly [words: string, code: string])[] = [
  ["run", "VERB_FENCED"],
  ["decide r1 d1 yes", "VERB_FENCED"],
  ["claim r1 task-2", "VERB_FENCED"],
  ["send r1 Approve", "VERB_FENCED"],
  ["merge", "VERB_FENCED"],
  ["init --yes", "VERB_FENCED"],
  ["host /tmp/x", "VERB_FENCED"],
  ["hooks install", "VERB_FENCED"],
  ["export own", "VERB_FENCED"],
  ["__proto__", "VERB_FENCED"],
  ["--root / status", "VERB_FENCED"],
  ["status --root /", "FLAG_FENCED"],
  ["status --root=/etc", "FLAG_FENCED"],
  ["status --ledger sqlite:/tmp/x", "FLAG_FENCED"],
  ["report --as ana --done x", "FLAG_FENCED"],
  ["evidence --recheck", "FLAG_FENCED"],
  ["status --watch", "FLAG_FENCED"],
  ["status --json=/etc/passwd", "FLAG_FENCED"],
  ["status -- --root /", "FLAG_FENCED"],
  ["help status --root=/", "FLAG_FENCED"],
  ["log --follow", "FLAG_FENCED"],
  ["release", "VERB_FENCED"],
  ["hooks", "VERB_FENCED"],
  ["hooks run --root / Stop", "FLAG_FENCED"],
  ["report --data @/etc/shadow", "FLAG_FENCED"],
  ["report --data=@../../other", "FLAG_FENCED"],
  ["report --data", "FLAG_FENCED"],
  ["report --token 8.other --done x", "TOKEN_FOREIGN"],
  ["next a b", "USAGE"],
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
