// Tests of conversation files: unique names within their folder, no link followed.
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { digest } from "../core/hash.ts";
import { keepCandidate } from "./candidates.ts";
import { readChat, writeChat } from "./chats.ts";

test("each conversation has a file of its own, in the folder, whatever its program calls it", (t) => {
  const home = mkdtempSync(join(tmpdir(), "cairn-chats-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const long = "a".repeat(300);
  const names = [
    "0b4e",
    "0b4E",
    "chat-0b4e",
    digest("0b4E").slice(0, 24),
    "../0b4e",
    "0b4e.json",
    "-x",
    "con",
    "a\nb",
    long,
    `${long}b`,
  ];
  for (const [stops, name] of names.entries()) writeChat(home, name, { taken: null, stops });
  assert.deepEqual(
    names.map((name) => readChat(home, name)?.stops),
    names.map((_, stops) => stops),
  );
  const files = readdirSync(join(home, "cache/hooks"));
  assert.equal(
    new Set(files.map((file) => file.toLowerCase())).size,
    names.length,
    files.join(" "),
  );
  assert.deepEqual(readdirSync(home), ["cache"]);
});

test("through a link that somebody put in their place nothing is counted, noted or taken away", (t) => {
  for (const place of [
    "cache",
    "cache/hooks",
    "cache/hooks/candidates",
    "cache/hooks/candidates/r.jsonl",
  ]) {
    const top = mkdtempSync(join(tmpdir(), "cairn-chats-"));
    t.after(() => rmSync(top, { recursive: true, force: true }));
    const [home, elsewhere] = [join(top, "home"), join(top, "elsewhere")];
    mkdirSync(dirname(join(home, place)), { recursive: true });
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "profile"), "mine");
    symlinkSync(place.endsWith("l") ? join(elsewhere, "profile") : elsewhere, join(home, place));
    if (!place.includes("candidates"))
      assert.throws(() => writeChat(home, "chat", { taken: null, stops: 1 }), place);
    assert.throws(
      () =>
        keepCandidate(home, "r", {
          at: "",
          unit: "1",
          job: "j",
          by: "bo",
          command: "$(id)",
          exit: 0,
        }),
      place,
    );
    assert.deepEqual(
      [readdirSync(elsewhere), readFileSync(join(elsewhere, "profile"), "utf8")],
      [["profile"], "mine"],
      place,
    );
  }
});
