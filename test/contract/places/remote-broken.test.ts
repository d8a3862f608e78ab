// The way to a remote and back: what breaks off leaves nothing half, what hangs is given up, and what others keep there stays.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { git } from "../../../src/workspace/git/git.ts";
import { gitIn, ownFolder, put, repositoryIn } from "../workspace-folder.ts";
import { scene } from "./scene.ts";

const script = (folder: string, name: string, by: string, text: string): string => {
  put(folder, name, `#!${by}\n${text}\n`);
  execFileSync("chmod", ["755", join(folder, name)]);
  return join(folder, name);
};

/** Serves as git's own does, until so much is sent. */
const breaksOff = `const { spawn } = require("node:child_process");
const child = spawn("git-upload-pack", process.argv.slice(2), { stdio: ["inherit", "pipe", "ignore"] });
let left = 100000;
child.stdout.on("data", (chunk) => {
  process.stdout.write(chunk.subarray(0, left));
  left -= chunk.length;
  if (left > 0) return;
  child.kill("SIGKILL");
  process.exit(1);
});`;

/** A remote of the scene's repository, and a person's clone of it. */
const remoteOf = async (t: TestContext) => {
  const all = await scene(t);
  const { top, root } = all;
  gitIn(top, "clone", "-q", "--bare", root, "origin.git");
  const origin = join(top, "origin.git");
  gitIn(root, "remote", "add", "origin", origin);
  gitIn(top, "clone", "-q", origin, "people");
  return { ...all, origin, people: join(top, "people") };
};
const refsIn = (origin: string): readonly string[] =>
  gitIn(origin, "for-each-ref", "--format=%(refname)").split("\n");

test("a fetch that breaks off leaves no commit without its files", async (t) => {
  const { places, site, top, root, people } = await remoteOf(t);
  put(people, "big", randomBytes(400_000));
  gitIn(people, "add", "big");
  gitIn(people, "commit", "-q", "-m", "big");
  const commit = gitIn(people, "rev-parse", "HEAD");
  gitIn(people, "push", "-q", "origin", `HEAD:refs/cairn-land/r1/${commit}`);
  const broken = script(top, "broken.cjs", process.execPath, breaksOff);
  gitIn(root, "config", "remote.origin.uploadpack", broken);
  await assert.rejects(places.bring(site, "origin"), { code: "REMOTE_FAILED" });
  assert.deepEqual(await places.lacks(site, [commit]), [commit]);
  gitIn(root, "config", "--unset", "remote.origin.uploadpack");
  await places.bring(site, "origin");
  assert.deepEqual(await places.lacks(site, [commit]), []);
  assert.equal((await places.changes(site, `${commit}^`, commit)).length, 1);
});

test("references of others whose names end alike are neither removed nor taken for those of the run", async (t) => {
  const { places, site, origin, people, base } = await remoteOf(t);
  const others = [
    "refs/backup/refs/cairn-land/r1/x",
    "refs/backup/refs/heads/cairn/b",
    "refs/cairn-land/r1/notes/mine",
  ];
  others.push("refs/heads/refs/cairn-land/r1/x");
  for (const ref of others) gitIn(people, "push", "-q", "origin", `HEAD:${ref}`);
  put(people, "c.txt", "c\n");
  gitIn(people, "add", "c.txt");
  gitIn(people, "commit", "-q", "-m", "By hand");
  gitIn(people, "push", "-q", "origin", "HEAD:refs/heads/cairn/b");
  await places.send(site, "origin", [base]);
  const found = await places.publish(site, "origin", "cairn/b", base);
  assert.equal(found.is, "theirs");
  await places.withdraw(site, "origin", null);
  assert.deepEqual(
    refsIn(origin).toSorted(),
    [...others, "refs/heads/cairn/b", "refs/heads/main"].toSorted(),
  );
});

test(
  "a program of git's that hangs for ever is given up with it",
  { timeout: 20_000 },
  async (t) => {
    const folder = ownFolder(t);
    const root = repositoryIn(join(folder, "shop"));
    const said = join(folder, "said");
    execFileSync("mkfifo", [said]);
    const hangs = script(folder, "ssh.sh", "/bin/sh", `echo $$ > ${said}\nexec sleep 900`);
    gitIn(root, "config", "core.sshCommand", hangs);
    gitIn(root, "config", "ssh.variant", "simple");
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const asked = git({ cwd: root, args: ["ls-remote", "ssh://host/shop"], remote: true });
    const pid = Number(await readFile(said, "utf8"));
    t.after(() => {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It was ended, as it should be.
      }
    });
    t.mock.timers.tick(60_000);
    await assert.rejects(asked, { code: "GIT_OVERRUN" });
  },
);
