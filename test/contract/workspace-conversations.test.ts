// Why: the name of a conversation comes from an agent's output and goes into the next one's arguments, so it is taken for nothing but a name.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

test("a conversation is known by run, agent and thread together, the newest wins, and null forgets it", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const workspace = await openWorkspace({ home });
  assert.equal(await workspace.conversation("r", "codex", "task-1"), null);
  await workspace.noteConversation("r", "codex", "task-1", "0198-a");
  await workspace.noteConversation("r", "codex", "task-2", "ses_2:b.c");
  const again = await openWorkspace({ home });
  assert.equal(await again.conversation("r", "codex", "task-1"), "0198-a");
  assert.equal(await again.conversation("r", "codex", "task-2"), "ses_2:b.c");
  const others: readonly (readonly [string, string, string])[] = [
    ["r2", "codex", "task-1"],
    ["r", "gemini", "task-1"],
    ["r", "codex", "task"],
    ["r", "codextask-1", ""],
    ["", "r", "codex"],
  ];
  for (const other of others) assert.equal(await workspace.conversation(...other), null, other.join(" "));
  await workspace.noteConversation("r", "codex", "task-1", "newer");
  assert.equal(await workspace.conversation("r", "codex", "task-1"), "newer");
  await workspace.noteConversation("r", "codex", "task-1", null);
  assert.equal(await workspace.conversation("r", "codex", "task-1"), null);
});

test("what is no plain name is forgotten, and so is what was known before it", async (t) => {
  const workspace = await openWorkspace({ home: join(ownFolder(t), ".cairn") });
  const hostile = [
    "",
    "-",
    "--dangerously-skip-permissions",
    "-c",
    "../../x",
    "a/b",
    "a b",
    "a\nb",
    "a\n",
    "$(x)",
    "a;b",
    "é",
    "x".repeat(201),
    "a\u0000",
    "`x`",
    "@file",
  ];
  for (const name of hostile) {
    await workspace.noteConversation("r", "codex", "t", "good");
    await workspace.noteConversation("r", "codex", "t", name);
    assert.equal(await workspace.conversation("r", "codex", "t"), null, JSON.stringify(name));
  }
});

test("what others put in its place is no conversation: other words, a link, a folder; names of runs and threads reach no other file", async (t) => {
  const folder = ownFolder(t);
  const home = join(folder, ".cairn");
  const workspace = await openWorkspace({ home });
  await workspace.noteConversation("../../../../x", "../y", "/etc/passwd", "kept");
  assert.equal(await workspace.conversation("../../../../x", "../y", "/etc/passwd"), "kept");
  const [file, ...others] = readdirSync(join(home, "cache/conversations"));
  assert.ok(file !== undefined && others.length === 0);
  const path = join(home, "cache/conversations", file);
  const seen = (): Promise<string | null> => workspace.conversation("../../../../x", "../y", "/etc/passwd");
  writeFileSync(path, "--yolo");
  assert.equal(await seen(), null);
  rmSync(path);
  writeFileSync(join(folder, "elsewhere"), "other");
  symlinkSync(join(folder, "elsewhere"), path);
  assert.equal(await seen(), null);
  rmSync(path);
  mkdirSync(path);
  assert.equal(await seen(), null);
  rmSync(path, { recursive: true });
  rmSync(join(home, "cache"), { recursive: true });
  assert.equal(await seen(), null, "a cache may be deleted");
});
