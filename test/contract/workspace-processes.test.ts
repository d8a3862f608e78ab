// Tests of job processes: liveness, zombies, detached start, complete end.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Processes } from "../../src/workspace/workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };
const open = async (
  t: TestContext,
): Promise<{ folder: string; processes: Processes; mark: string }> => {
  const folder = ownFolder(t);
  return {
    folder,
    processes: (await openWorkspace({ home: join(folder, ".cairn") })).processes,
    mark: `test.${process.pid}.${folder}`,
  };
};
const waitFor = async (what: () => boolean): Promise<void> => {
  for (const until = Date.now() + 20_000; !what(); await sleep(5))
    assert.ok(Date.now() < until, "it never came");
};
/** Says that it is ready by a file named after its process. */
const ready = (folder: string): string =>
  `require("node:fs").writeFileSync(${JSON.stringify(folder)} + "/ready-" + process.pid, ""); setInterval(() => {}, 1000);`;
const isReady = (folder: string, pid: number): boolean => existsSync(join(folder, `ready-${pid}`));

test("a process is alive only under its number and its start; a zombie is dead", async (t) => {
  const { folder, processes } = await open(t);
  const { self } = processes;
  assert.equal(self.pid, process.pid);
  assert.equal(processes.alive(self), true);
  assert.equal(processes.alive({ pid: self.pid, start: "another" }), false);
  assert.equal(processes.stop({ pid: self.pid, start: "another" }), false);
  const child = spawn(process.execPath, ["-e", ready(folder)]);
  await waitFor(() => isReady(folder, child.pid ?? 0));
  const other = (await openWorkspace({ home: folder })).processes;
  const script = `const { openWorkspace } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))}); console.log(JSON.stringify((await openWorkspace({ home: "x" })).processes.self));`;
  const told = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  told.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(told, "close");
  const id: unknown = JSON.parse(text);
  assert.ok(
    typeof id === "object" &&
      id !== null &&
      "pid" in id &&
      "start" in id &&
      typeof id.start === "string",
  );
  assert.equal(id.pid, told.pid);
  assert.equal(other.alive({ pid: told.pid ?? 0, start: id.start }), false);
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("a zombie counts as dead", linux, async (t) => {
  const { folder, processes, mark } = await open(t);
  // A shell that starts a child and becomes a program which never waits for it.
  const parent = spawn("/bin/sh", ["-c", `sleep 0.3 & echo $! > ${folder}/zombie; exec sleep 60`], {
    stdio: "ignore",
  });
  t.after(() => parent.kill("SIGKILL"));
  await waitFor(
    () =>
      existsSync(join(folder, "zombie")) && /\d/.test(readFileSync(join(folder, "zombie"), "utf8")),
  );
  const pid = Number(readFileSync(join(folder, "zombie"), "utf8"));
  await waitFor(() => / Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1")));
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(" ");
  const start = `${fields[21] ?? ""}@${processes.self.start.split("@")[1] ?? ""}`;
  assert.equal(processes.alive({ pid, start }), false);
  assert.equal(await processes.sweep(mark, 0), 0);
});

test("detached: a session of its own, our environment and more, argv byte for byte, nothing waited for", async (t) => {
  const { folder, processes, mark } = await open(t);
  const hostile = `$(touch ${folder}/pwned) "'\n; é`;
  const script = `require("node:fs").writeFileSync("out.json", JSON.stringify({ argv: process.argv.slice(1), mark: process.env.CAIRN_MARK, path: process.env.PATH })); ${ready(folder)}`;
  const { pid } = await processes.detach(
    [process.execPath, "-e", script, hostile],
    { CAIRN_MARK: mark },
    folder,
  );
  await waitFor(() => isReady(folder, pid));
  assert.deepEqual(JSON.parse(readFileSync(join(folder, "out.json"), "utf8")), {
    argv: [hostile],
    mark,
    path: process.env["PATH"],
  });
  if (process.platform === "linux")
    assert.equal(readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[5], String(pid));
  assert.equal(await processes.sweep(mark, 2_000), 1);
  assert.equal(existsSync(join(folder, "pwned")), false);
  await assert.rejects(processes.detach([join(folder, "no-such-program")], {}, folder), {
    code: "PROGRAM_MISSING",
  });
  await assert.rejects(processes.detach([process.execPath], {}, join(folder, "no-such-folder")), {
    code: "PROGRAM_MISSING",
  });
});

test(
  "the sweep ends all that carries the mark, in whatever session, kindly at first; nothing else",
  linux,
  async (t) => {
    const { folder, processes, mark } = await open(t);
    const env = { CAIRN_MARK: mark };
    const kind = `process.on("SIGTERM", () => { require("node:fs").writeFileSync(${JSON.stringify(join(folder, "kindly"))}, ""); process.exit(0); }); ${ready(folder)}`;
    const stubborn = `process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); process.on("SIGHUP", () => {}); ${ready(folder)}`;
    const marked = [
      (await processes.detach([process.execPath, "-e", kind], env, folder)).pid,
      (await processes.detach([process.execPath, "-e", stubborn], env, folder)).pid,
    ];
    // A leader whose child gave up the environment but not the group.
    const bare = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(ready(folder))}], { env: {}, stdio: "ignore" }).on("spawn", function () { require("node:fs").writeFileSync(${JSON.stringify(join(folder, "bare"))}, String(this.pid)); }); ${ready(folder)}`;
    marked.push((await processes.detach([process.execPath, "-e", bare], env, folder)).pid);
    // One that forks for as long as it lives.
    const forking = `process.on("SIGTERM", () => {}); const { spawn } = require("node:child_process"); setInterval(() => spawn("sleep", ["30"], { detached: true, stdio: "ignore" }).unref(), 10); ${ready(folder)}`;
    marked.push((await processes.detach([process.execPath, "-e", forking], env, folder)).pid);
    const bystanders = [
      (
        await processes.detach(
          [process.execPath, "-e", ready(folder)],
          { CAIRN_MARK: `${mark}0` },
          folder,
        )
      ).pid,
      (
        await processes.detach(
          [process.execPath, "-e", ready(folder)],
          { OTHER: `CAIRN_MARK=${mark}` },
          folder,
        )
      ).pid,
    ];
    for (const pid of [...marked, ...bystanders]) await waitFor(() => isReady(folder, pid));
    await waitFor(
      () =>
        existsSync(join(folder, "bare")) &&
        isReady(folder, Number(readFileSync(join(folder, "bare"), "utf8"))),
    );
    assert.ok((await processes.sweep(mark, 300)) >= marked.length);
    const gone = (pid: number): boolean =>
      !existsSync(`/proc/${pid}`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
    for (const pid of marked) assert.ok(gone(pid));
    await waitFor(() => gone(Number(readFileSync(join(folder, "bare"), "utf8"))));
    assert.ok(existsSync(join(folder, "kindly")));
    for (const pid of bystanders) assert.equal(gone(pid), false);
    assert.equal(await processes.sweep(mark, 0), 0);
    assert.equal(await processes.sweep("", 0), 0);
    assert.equal(await processes.sweep(`${mark}0`, 0), 1);
    const [, last = 0] = bystanders;
    process.kill(last, "SIGKILL");
  },
);

test("who sweeps lives on, though it carries the mark itself", linux, async (t) => {
  const { folder, mark } = await open(t);
  const script = join(folder, "sweeper.ts");
  writeFileSync(
    script,
    `import { spawn } from "node:child_process";
import { once } from "node:events";
import { openWorkspace } from ${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))};
const { processes } = await openWorkspace({ home: "x" });
const child = spawn("sleep", ["60"], { stdio: "ignore" });
await once(child, "spawn");
const exit = once(child, "exit");
process.exitCode = (await processes.sweep(process.env["CAIRN_MARK"] ?? "", 2000)) === 1 && (await exit)[1] === "SIGTERM" ? 7 : 1;
`,
  );
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, CAIRN_MARK: mark },
    stdio: "inherit",
    detached: true,
  });
  assert.deepEqual(await once(child, "exit"), [7, null]);
});
