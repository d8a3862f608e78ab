// Ways out of a fence: to outlive a job, to act on others, to reach the user's own programs. None gets through.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { commandOf, parentOf, running } from "./proc.ts";
import { bothUsers } from "./scene.ts";

bothUsers(
  "nothing outlives it: background, double fork, a session of its own, no mark, a closed output",
  async ({ run, place }) => {
    const word = `4${process.pid}.5`;
    const told = await run(
      `sleep ${word} & (setsid sleep ${word} &) ; (env -i setsid sh -c 'exec 0<&- 1>&- 2>&-; trap "" TERM INT HUP; sleep ${word}' &) ; nohup sleep ${word} >/dev/null 2>&1 & sleep 0.2; echo made > made`,
    );
    assert.equal(told.exit, 0);
    assert.equal(readFileSync(join(place, "made"), "utf8"), "made\n");
    assert.deepEqual(running(`sleep\0${word}`), []);
  },
);

bothUsers("what takes too long is ended with all that it began", async ({ run }) => {
  const word = `5${process.pid}.5`;
  const told = await run(`trap "" INT TERM; setsid sleep ${word} & sleep ${word}`, { ms: 300 });
  assert.equal(told.why, "timed out");
  assert.deepEqual(running(`sleep\0${word}`), []);
});

bothUsers(
  "a fence that is killed from outside is no fence that couldn't be made, and all within ends",
  async ({ run, place }) => {
    const word = `6${process.pid}.5`;
    const told = run(`touch begun; sleep ${word} & sleep ${word}`);
    while (!existsSync(join(place, "begun"))) await setImmediate();
    const outermost = outermostOf(place);
    assert.equal(outermost.length, 1);
    for (const pid of outermost) process.kill(pid, "SIGKILL");
    assert.equal((await told).why, "killed by SIGKILL");
    assert.deepEqual(running(`sleep\0${word}`), []);
  },
);

const outermostOf = (place: string): readonly number[] => {
  const fences = running("--json-status-fd").filter((pid) => commandOf(pid).includes(place));
  return fences.filter((pid) => !fences.includes(parentOf(pid))).map(Number);
};

bothUsers(
  "a fence that is killed while it is made leaves nothing either",
  async ({ run, place }) => {
    const word = `7${process.pid}.5`;
    for (let turn = 0; turn < 10; turn += 1) {
      const told = run(`sleep ${word}`);
      while (outermostOf(place).length === 0) await setImmediate();
      for (let wait = 0; wait < turn; wait += 1) await setImmediate();
      for (const pid of outermostOf(place)) process.kill(pid, "SIGKILL");
      await told;
      assert.deepEqual(running(`sleep\0${word}`), []);
    }
  },
);

bothUsers("an interruption is heard within", async ({ run, place }) => {
  await run(
    `trap 'echo heard > heard; exit 0' INT; for i in 1 2 3 4 5 6 7 8 9; do sleep 0.2; done`,
    { ms: 300 },
  );
  assert.equal(existsSync(join(place, "heard")), true);
});

bothUsers("processes outside can't be seen, signalled, traced or read", async ({ run }, t) => {
  const outside = spawn("sleep", ["60"], {
    env: { CAIRN_SECRET: "outside-secret" },
    ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  });
  t.after(() => outside.kill("SIGKILL"));
  await once(outside, "spawn");
  const { out } = await run(
    `kill -9 ${outside.pid ?? 0}; cat /proc/${outside.pid ?? 0}/environ /proc/[0-9]*/environ 2>&1 | tr '\\0' '\\n'; cat /proc/1/root/etc/hostname && ls /proc/1/cwd/ >/dev/null; ls /proc | grep -c '^[0-9]'`,
  );
  assert.doesNotMatch(out, /outside-secret/u);
  assert.equal(outside.exitCode, null);
  assert.equal(outside.signalCode, null);
});

bothUsers(
  "sockets of the user's programs can't be reached: agents, docker, buses, tmux",
  async ({ run }) => {
    const { out, exit } = await run(
      `ls /run/docker.sock /var/run/docker.sock /run/dbus /run/user /run/systemd/private 2>&1 | grep -v 'No such file'; env | grep -E '^(SSH_AUTH_SOCK|TMUX|DBUS_SESSION_BUS_ADDRESS|DOCKER_HOST|XDG_RUNTIME_DIR)='; true`,
      {
        env: {
          SSH_AUTH_SOCK: "/tmp/ssh/agent",
          TMUX: "/tmp/tmux-0/default",
          DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/0/bus",
          DOCKER_HOST: "unix:///run/docker.sock",
          XDG_RUNTIME_DIR: "/run/user/0",
        },
      },
    );
    assert.deepEqual([exit, out], [0, ""]);
  },
);

bothUsers("no network but its own where it may have none", async ({ run }, t) => {
  const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const ask = `node -e 'const s=require("net").connect(${address.port},"127.0.0.1");s.on("data",d=>console.log(""+d));s.on("error",e=>console.log(e.code))'`;
  assert.equal((await run(ask)).out, "ECONNREFUSED\n");
  assert.equal((await run(ask, { network: true })).out, "reached\n");
});

bothUsers(
  "the machine can't be made writable again, and nothing that is hidden be uncovered",
  async ({ run, home, root }) => {
    const { out } = await run(
      `mount -o remount,rw / ; mount -o remount,rw,bind ${home}; umount ${home}/.ssh; umount -l ${root}/.git/cairn; unshare -Urm sh -c 'umount ${home}/.ssh; mount -o remount,rw,bind /; cat ${home}/.ssh/id ${root}/.git/cairn/ledger.db; echo x > ${home}/planted'; cat ${home}/.ssh/id ${root}/.git/cairn/ledger.db`,
    );
    assert.doesNotMatch(out, /a key|the record/u);
    assert.equal(existsSync(join(home, "planted")), false);
  },
);

bothUsers("a program with its owner's rights lends none", async ({ run, place }) => {
  const { out } = await run(
    `cp /bin/sh ./own-sh && chmod 4755 ./own-sh; grep -E 'NoNewPrivs|CapEff' /proc/self/status; ls -l /etc/shadow >/dev/null`,
  );
  assert.match(out, /CapEff:\s+0000000000000000/u);
  assert.match(out, /NoNewPrivs:\s+1/u);
  assert.ok(statSync(place).isDirectory());
});

bothUsers("no descriptor of whoever started it is inherited", async ({ run }) => {
  const { out } = await run(
    "ls -l /proc/self/fd | grep -v '/proc/' | sed 's/.* //' | grep -vE '^(0|pipe:.*|socket:.*|/dev/null)$'; true",
  );
  assert.equal(out, "");
});
