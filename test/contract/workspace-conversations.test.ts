// Tests of the conversation cache: newest wins, hostile names are dropped.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
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
  for (const other of others)
    assert.equal(await workspace.conversation(...other), null, other.join(" "));
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
  const seen = (): Promise<string | null> =>
    workspace.conversation("../../../../x", "../y", "/etc/passwd");
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

test("what agents put in the way of what may be lost stops nobody, and nothing is written where it leads", async (t) => {
  for (const place of ["cache", "cache/conversations"] as const) {
    for (const obstacle of ["link", "dangling", "file"] as const) {
      const folder = ownFolder(t);
      const [home, elsewhere] = [join(folder, ".cairn"), join(folder, "elsewhere")];
      mkdirSync(dirname(join(home, place)), { recursive: true });
      if (obstacle !== "dangling") mkdirSync(elsewhere);
      if (obstacle === "file") writeFileSync(join(home, place), "");
      else symlinkSync(elsewhere, join(home, place));
      const workspace = await openWorkspace({ home });
      await workspace.noteConversation("r", "codex", "t", "kept");
      assert.equal(
        await workspace.conversation("r", "codex", "t"),
        null,
        `${obstacle} at ${place}`,
      );
      await workspace.noteUsed("r", {
        fence: 1,
        job: "j",
        subject: "s",
        agent: "codex",
        conversation: null,
        usage: { input: 1, output: 1, cost: null },
      });
      assert.deepEqual(
        existsSync(elsewhere) ? readdirSync(elsewhere) : [],
        [],
        `${obstacle} at ${place}`,
      );
    }
  }
});

test("a folder or a link in the place of one file is passed over when it is written, too", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const workspace = await openWorkspace({ home });
  await workspace.noteConversation("r", "codex", "t", "kept");
  const [file = ""] = readdirSync(join(home, "cache/conversations"));
  const path = join(home, "cache/conversations", file);
  rmSync(path);
  mkdirSync(path);
  await workspace.noteConversation("r", "codex", "t", "another");
  assert.equal(await workspace.conversation("r", "codex", "t"), null);
});

test("what must not be lost is refused where a link leads it elsewhere", async (t) => {
  const folder = ownFolder(t);
  const [home, elsewhere] = [join(folder, ".cairn"), join(folder, "elsewhere")];
  for (const made of [home, elsewhere]) mkdirSync(made);
  for (const name of ["kept", "anchors", "refused"]) symlinkSync(elsewhere, join(home, name));
  const workspace = await openWorkspace({ home });
  const anchor = { version: 1, head: "a".repeat(64), at: "2026-01-01T00:00:00.000Z" };
  await assert.rejects(workspace.keep("bytes"), { code: "PATH_LINKED" });
  await assert.rejects(workspace.anchor("r", anchor), { code: "PATH_LINKED" });
  rmSync(join(home, "anchors"));
  mkdirSync(join(home, "anchors"));
  writeFileSync(join(elsewhere, "profile"), "");
  symlinkSync(join(elsewhere, "profile"), join(home, "anchors/r"));
  await assert.rejects(workspace.anchor("r", anchor), { code: "PATH_LINKED" });
  assert.deepEqual(
    [readdirSync(elsewhere), readFileSync(join(elsewhere, "profile"), "utf8")],
    [["profile"], ""],
  );
});
