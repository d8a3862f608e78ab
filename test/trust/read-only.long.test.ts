// Tests of a ledger on a read-only mount and on a full disk: reading verbs still work.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { scene } from "./tamper.ts";

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []));

/** In a namespace of its own, where the folder is mounted to be read; null: this system lets nobody do that. */
const readOnly = (
  root: string,
  folder: string,
  argv: readonly string[],
): { readonly exit: number | null; readonly said: string } | null => {
  const mount =
    'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" || exit 99; exec "$@"';
  const env = { ...process.env, HOME: folder, CAIRN_ULTRAWORK_HOME: join(folder, "sessions") };
  const told = spawnSync("unshare", ["-rm", "sh", "-c", mount, root, ...argv], {
    env,
    encoding: "utf8",
  });
  return told.error !== undefined || told.status === 99 || told.stderr.startsWith("unshare:")
    ? null
    : { exit: told.status, said: told.stdout + told.stderr };
};

test("verbs that read work on a read-only mount, and what records says that it can't be written", async (t) => {
  const { root, folder, cairn, place } = await scene(t);
  assert.equal((await cairn(["status", "s"])).exit, 0);
  // The same bytes at another time: what would be noted of them can't be.
  for (const name of filesIn(place)) utimesSync(join(place, name), 1, 1);
  if (readOnly(root, folder, ["true"]) === null)
    return t.skip("no mount namespace may be made here");
  const argv = [process.execPath, builtLauncher()];
  for (const verb of [
    ["status"],
    ["status", "s"],
    ["log", "s"],
    ["status", "--state", "s"],
    ["status", "--next", "s"],
    ["evidence", "s"],
    ["verify"],
    ["doctor"],
  ]) {
    const told = readOnly(root, folder, [...argv, ...verb]);
    assert.ok([0, 3].includes(told?.exit ?? 1), `${verb.join(" ")}: ${told?.exit} ${told?.said}`);
  }
  const sent = readOnly(root, folder, [...argv, "stop", "s"]);
  assert.equal(sent?.exit, 1, sent?.said);
  assert.match(sent?.said ?? "", /LEDGER_UNWRITABLE/u);
  appendFileSync(join(place, filesIn(place)[0] ?? ""), " ");
  const edited = readOnly(root, folder, [...argv, "verify"]);
  assert.match(edited?.said ?? "", /FILE_DIFFERS/u);
  assert.doesNotMatch(edited?.said ?? "", /FILE_UNREADABLE/u);
});

/** In a namespace of its own, where a copy of the folder fills a small disk to its end; null: this system lets nobody do that. */
const onFullDisk = (
  root: string,
  folder: string,
  script: string,
): { readonly exit: number | null; readonly said: string } | null => {
  const small =
    'cp -a "$0" "$0.copy" && mount -t tmpfs -o size=8m tmpfs "$0" && cp -a "$0.copy/." "$0" && cd "$0" || exit 99; ';
  const fill = `dd if=/dev/zero of=fill bs=1k 2>/dev/null; ${script}`;
  const env = { ...process.env, HOME: folder, CAIRN_ULTRAWORK_HOME: join(folder, "sessions") };
  const told = spawnSync("unshare", ["-rm", "sh", "-c", small + fill, root], {
    env,
    encoding: "utf8",
  });
  return told.error !== undefined || told.status === 99 || told.stderr.startsWith("unshare:")
    ? null
    : { exit: told.status, said: told.stdout + told.stderr };
};

test("verbs that read work on a full disk, and what records says that there is no room", async (t) => {
  const { root, folder, cairn, place } = await scene(t);
  assert.equal((await cairn(["status", "s"])).exit, 0);
  for (const name of filesIn(place)) utimesSync(join(place, name), 1, 1);
  const program = `${process.execPath} ${builtLauncher()}`;
  const verbs = ["status", "status s", "log s", "status s --state", "status s --next", "verify"];
  const told = onFullDisk(
    root,
    folder,
    verbs.map((verb) => `${program} ${verb}; echo "exit of ${verb}: $?"; `).join(""),
  );
  if (told === null) return t.skip("no mount namespace may be made here");
  for (const verb of verbs)
    assert.match(told.said, new RegExp(`^exit of ${verb}: [03]$`, "mu"), told.said);
  const writes = onFullDisk(
    root,
    folder,
    `rm -rf "$0.copy"; exec ${program} run --later ultrawork more`,
  );
  assert.equal(writes?.exit, 1, writes?.said);
  assert.match(writes?.said ?? "", /DISK_FULL|No space left/u);
});
