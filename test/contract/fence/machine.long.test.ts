// Ways around a fence by the machine itself: its kernel, its sockets, what changes outside while a job is under way.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { TestContext } from "node:test";
import { bothUsers } from "./scene.ts";

bothUsers(
  "only unfenced: root changes the kernel's settings, without any capability",
  async ({ run, uid }) => {
    // Opened and not written: a program that is named there would run outside.
    const asked =
      "(: >> /proc/sys/kernel/core_pattern) && echo open; (: >> /proc/sysrq-trigger) && echo open; true";
    assert.doesNotMatch((await run(asked)).out, /^open/mu);
    assert.equal(/^open/mu.test((await run(asked, { fenced: false })).out), uid === 0);
  },
);

bothUsers(
  "limits of memory lie where /proc says: Java before 18 fails without",
  async ({ run }) => {
    const asked = "cat /proc/self/cgroup; awk '/ - cgroup/ { print $4 }' /proc/self/mountinfo";
    assert.equal((await run(asked)).out, (await run(asked, { fenced: false })).out);
  },
);

const numbers: Readonly<Partial<Record<NodeJS.Architecture, readonly number[]>>> = {
  x64: [248, 249, 250],
  arm64: [217, 218, 219],
};

bothUsers(
  "only unfenced: something is left in the user's keyring, or read from it",
  async ({ run }, t) => {
    const [add = 0, request = 0, control = 0] = numbers[process.arch] ?? [];
    assert.notEqual(add, 0);
    const name = `cairn-${process.pid}`;
    // -4: the user's own ring; 9: take a key out of one.
    const key = `syscall(${add}, $t, $n, $n, 4, -4)`;
    const perl = (what: string): string => `perl -e '$t = "user"; $n = "${name}"; ${what}'`;
    const asked = perl(
      `$k = ${key}; print "add $k $!\\n"; $r = syscall(${request}, $t, $n, 0, -4); print "ask $r $!\\n"; print "look ", syscall(${control}, 0, -4, 0), " $!\\n"`,
    );
    t.after(() => run(perl(`syscall(${control}, 9, ${key}, -4)`), { fenced: false }));
    assert.match(
      (await run(asked)).out,
      /^add -1 .*not permitted\nask -1 .*not permitted\nlook -1 .*not permitted\n$/u,
    );
    assert.match((await run(asked, { fenced: false })).out, /^add \d+/u);
  },
);

bothUsers("only unfenced: a program has its owner's rights", async ({ run, uid, root }) => {
  if (process.getuid?.() !== 0 || uid === 0) return;
  const own = join(root, "own-id");
  copyFileSync("/usr/bin/id", own);
  chownSync(own, 0, 0);
  chmodSync(own, 0o4755);
  assert.equal((await run(`${own} -u`)).out, `${uid}\n`);
  assert.equal((await run(`${own} -u`, { fenced: false })).out, "0\n");
});

const listening = async (t: TestContext, path: string): Promise<void> => {
  const server = createServer((socket) => socket.end("reached")).listen(path);
  t.after(() => server.close());
  await once(server, "listening");
  if (!path.startsWith("\0")) chmodSync(path, 0o777);
};
const asking = (path: string): string =>
  `node -e 'const s=require("net").connect(process.argv[1]);s.on("data",d=>console.log(""+d));s.on("error",e=>console.log(e.code))' '${path}'`;

bothUsers(
  "only unfenced: another program is asked by its socket, wherever it lies",
  async ({ run, folder, put, place }, t) => {
    put("home/.agent/x", "");
    // Not below a folder for temporary files, all of which are empty within.
    const sockets = ["home/.agent/s", "shop/s"].map((path) => join(folder, path));
    for (const path of sockets) {
      await listening(t, path);
      assert.equal((await run(asking(path), { network: true })).out, "ECONNREFUSED\n", path);
      assert.equal((await run(asking(path), { fenced: false })).out, "reached\n", path);
    }
    const [named = ""] = sockets;
    assert.equal((await run(asking(named), { readable: [named] })).out, "reached\n");
    assert.equal(existsSync(place), true);
  },
);

bothUsers(
  "a socket without a file is out of reach without a network; with one it isn't",
  async ({ run }, t) => {
    const path = `\0cairn-fence-${process.pid}-${Math.random()}`;
    await listening(t, path);
    const asked = asking("").replace(
      "process.argv[1]",
      JSON.stringify(path).replaceAll("\\u0000", "\\0"),
    );
    assert.equal((await run(asked)).out, "ECONNREFUSED\n");
    assert.equal((await run(asked, { network: true })).out, "reached\n");
  },
);

bothUsers("only unfenced: memory that outlives it is left to others", async ({ run }, t) => {
  const name = `cairn-${process.pid}-${Math.random()}`;
  t.after(() => rmSync(`/dev/shm/${name}`, { force: true }));
  const asked = `echo planted > /dev/shm/${name}; ipcmk -M 16 | grep -o '[0-9]*$'`;
  const within = Number((await run(asked)).out.trim());
  assert.equal(existsSync(`/dev/shm/${name}`), false);
  assert.doesNotMatch(
    (await run("ipcs -m", { fenced: false })).out,
    new RegExp(`^\\S+\\s+${within}\\s.*\\s16\\s`, "mu"),
  );
  const without = (await run(asked, { fenced: false })).out.trim();
  assert.equal(existsSync(`/dev/shm/${name}`), true);
  assert.equal((await run(`ipcrm -m ${without}`, { fenced: false })).exit, 0);
});

bothUsers("nothing is left where the system looks for what it is to run", async ({ run }) => {
  const name = `cairn-${process.pid}`;
  const folders = [
    "/var/spool/cron/crontabs",
    "/var/spool/cron/atjobs",
    "/var/spool/at",
    "/etc/cron.d",
    "/etc/profile.d",
    "/dev/mqueue",
    "/usr/local/bin",
  ];
  await run(
    `${folders.map((folder) => `echo planted > ${folder}/${name}`).join("; ")}; echo '* * * * * true' | crontab -; echo true | at now; systemd-run --user true; systemd-run true; tmux new -d true; screen -dm true`,
  );
  for (const folder of folders) assert.equal(existsSync(join(folder, name)), false, folder);
});

bothUsers("no terminal is typed into", async ({ run }) => {
  const { out } = await run(
    `perl -e 'open(T, "+<", "/dev/tty") or print "none\\n"; print ioctl(T, 0x5412, "x") ? "typed" : "refused"'; ls /dev/pts`,
  );
  assert.equal(out, "none\nrefusedptmx\n");
});

bothUsers(
  "what is made among hidden files while a job is under way stays hidden",
  async ({ run, root, place, put }) => {
    const told = run(
      `touch begun; while [ ! -e go ]; do sleep 0.05; done; cat ${root}/.git/cairn/ledger.db ${root}/.git/cairn/new`,
    );
    while (!existsSync(join(place, "begun"))) await setImmediate();
    put("shop/.git/cairn/newer", "the record anew");
    renameSync(join(root, ".git/cairn/newer"), join(root, ".git/cairn/ledger.db"));
    put("shop/.git/cairn/new", "the record anew");
    put("places/shop/slots/a/tree/go", "");
    assert.doesNotMatch((await told).out, /the record/u);
  },
);

bothUsers(
  "a hidden file that another program replaces while a job is under way is seen: this one is open",
  async ({ run, home, place, put }) => {
    put("home/.netrc", "a login");
    const told = run(
      "cat ~/.netrc; touch begun; while [ ! -e go ]; do sleep 0.05; done; cat ~/.netrc",
    );
    while (!existsSync(join(place, "begun"))) await setImmediate();
    put("home/newer", "a newer login");
    renameSync(join(home, "newer"), join(home, ".netrc"));
    put("places/shop/slots/a/tree/go", "");
    assert.equal((await told).out, "a newer login");
  },
);

bothUsers(
  "a link that a job leaves in a folder that may be written opens nothing to the next",
  async ({ run, home, put }) => {
    put("home/cache/x", "");
    const writable = ["~/cache", "~/cache/deep"];
    const there = {
      writable,
      env: { PATH: `${join(home, "cache/bin")}:${process.env["PATH"] ?? ""}` },
    };
    await run("ln -s ../.ssh ~/cache/deep; ln -s ../.ssh ~/cache/bin; ls -l ~/cache", there);
    assert.doesNotMatch(
      (await run("cat ~/.ssh/id ~/cache/deep/id ~/cache/bin/id; echo forged > ~/.ssh/id", there))
        .out,
      /a key/u,
    );
    assert.equal(readFileSync(join(home, ".ssh/id"), "utf8"), "a key");
  },
);

bothUsers(
  "nor does one that is put there between the look and the mount",
  async ({ run, home, uid, put }, t) => {
    put("home/cache/x", "");
    const writable = ["~/cache", "~/cache/deep"];
    // As a job does that is under way with the same folders.
    const other = spawn(
      "sh",
      ["-c", "while :; do mkdir deep; rm -rf deep; ln -s ../.ssh deep; rm -f deep; done"],
      {
        cwd: join(home, "cache"),
        stdio: "ignore",
        uid,
        gid: uid,
      },
    );
    t.after(() => other.kill("SIGKILL"));
    for (let turn = 0; turn < 20; turn += 1)
      assert.doesNotMatch(
        (await run("cat ~/.ssh/id; echo forged > ~/.ssh/id", { writable })).out,
        /a key/u,
      );
    other.kill("SIGKILL");
    await once(other, "exit");
    assert.equal(readFileSync(join(home, ".ssh/id"), "utf8"), "a key");
    assert.equal(
      (
        await run("rm -rf ~/cache/deep; mkdir ~/cache/deep && echo mine > ~/cache/deep/mine", {
          writable,
        })
      ).exit,
      0,
    );
    assert.equal(existsSync(join(home, "cache/deep/mine")), true);
  },
);
