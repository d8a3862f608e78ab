// Why: a ledger on a file system that nobody can write to (a backup, a container's volume) is still a record, and can be read.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { scene } from "./tamper.ts";

/** In a namespace of its own, where the folder is mounted to be read; null: this system lets nobody do that. */
const readOnly = (
  root: string,
  folder: string,
  argv: readonly string[],
): { readonly exit: number | null; readonly said: string } | null => {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" || exit 99; exec "$@"';
  const env = { ...process.env, HOME: folder, CAIRN_ULTRAWORK_HOME: join(folder, "sessions") };
  const told = spawnSync("unshare", ["-rm", "sh", "-c", mount, root, ...argv], { env, encoding: "utf8" });
  return told.error !== undefined || told.status === 99 || told.stderr.startsWith("unshare:")
    ? null
    : { exit: told.status, said: told.stdout + told.stderr };
};

test("verbs that read work on a read-only mount, and what records says that it can't be written", async (t) => {
  const { root, folder, cairn } = await scene(t);
  assert.equal((await cairn(["status", "s"])).exit, 0);
  if (readOnly(root, folder, ["true"]) === null) return t.skip("no mount namespace may be made here");
  const argv = [process.execPath, join(import.meta.dirname, "../../bin/cairn.cjs")];
  for (const verb of [["status"], ["status", "s"], ["log", "s"], ["show", "s"], ["next", "s"], ["evidence", "s"], ["verify"], ["doctor"]]) {
    const told = readOnly(root, folder, [...argv, ...verb]);
    assert.ok([0, 3].includes(told?.exit ?? 1), `${verb.join(" ")}: ${told?.exit} ${told?.said}`);
  }
  const sent = readOnly(root, folder, [...argv, "pause", "s"]);
  assert.equal(sent?.exit, 1, sent?.said);
  assert.match(sent?.said ?? "", /LEDGER_UNWRITABLE/u);
});
