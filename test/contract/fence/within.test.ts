// What a fence lets a job's programs do, and what it keeps from them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bothUsers } from "./scene.ts";

bothUsers("a program works in its place, and reads the repository", async ({ run, put, place }) => {
  put("shop/README.md", "the shop");
  const told = await run("echo done > work.txt; cat ../../../../../shop/README.md");
  assert.deepEqual(told, { exit: 0, why: null, out: "the shop" });
  assert.equal(readFileSync(join(place, "work.txt"), "utf8"), "done\n");
});

bothUsers("nothing else of the machine can be written", async ({ run, root, home, folder }) => {
  const paths = [
    root,
    home,
    folder,
    "/etc",
    "/usr/bin",
    "/run",
    "/tmp",
    join(root, ".git/cairn"),
    join(home, ".ssh"),
  ];
  await run(paths.map((path) => `echo planted > ${path}/cairn-planted`).join("; "));
  for (const path of paths) assert.equal(existsSync(join(path, "cairn-planted")), false, path);
  for (const path of [root, home, "/etc", join(root, ".git/cairn"), join(home, ".ssh"), "/sys"])
    assert.match(
      (await run(`echo planted > ${path}/cairn-planted`)).out,
      /Read-only|nonexistent|Permission/u,
      path,
    );
});

bothUsers(
  "the ledger, keys and other places are empty",
  async ({ run, put, folder, home, root }) => {
    put("places/shop/slots/b/tree/secret.txt", "another's");
    put("places/other/slots/c/tree/secret.txt", "another's");
    put("home/.netrc", "a login");
    put("home/.claude/.credentials.json", "a login");
    const paths = [
      `${root}/.git/cairn/ledger.db`,
      `${home}/.ssh/id`,
      `${home}/.netrc`,
      `${home}/.claude/.credentials.json`,
      `${folder}/places/shop/slots/b/tree/secret.txt`,
      `${folder}/places/other/slots/c/tree/secret.txt`,
    ];
    const { out } = await run(paths.map((path) => `cat ${path}`).join("; "));
    assert.doesNotMatch(out, /the record|a key|a login|another's/u);
  },
);

bothUsers(
  "what was asked for by name is seen, in the midst of what is hidden",
  async ({ run, put }) => {
    const file = put("shop/.git/cairn/spool/r/1/settings.json", "settings");
    const told = await run(`cat ${file}; ls ${join(file, "../../../..")}`, { readable: [file] });
    assert.deepEqual(told, { exit: 0, why: null, out: "settingsspool\n" });
  },
);

bothUsers("a script that was asked for by name is seen with its package", async ({ run, put }) => {
  put("tool/package.json", "{}");
  put("tool/lib/inner.sh", "echo from its package");
  const script = put("tool/bin/agent.sh", 'cat "$(dirname "$0")/../lib/inner.sh"');
  const told = await run(`sh ${script}`, { readable: [script] });
  assert.deepEqual(told, { exit: 0, why: null, out: "echo from its package" });
});

bothUsers(
  "a temporary folder of its own is gone afterwards, and others' are not seen",
  async ({ run, put }) => {
    put("home/x", "");
    const told = await run(
      "echo x > /tmp/cairn-mine; echo y > /var/tmp/cairn-mine-too; cat /tmp/cairn-mine; ls /tmp; echo $TMPDIR",
    );
    assert.equal(told.exit, 0);
    assert.match(told.out, /^x\n(?:.*\n)*cairn-mine-too\n(?:.*\n)*\/tmp\n$/u);
    for (const name of ["/tmp/cairn-mine", "/var/tmp/cairn-mine-too"])
      assert.equal(existsSync(name), false);
  },
);

bothUsers("its exit is told as it was", async ({ run }) => {
  assert.equal((await run("exit 7")).exit, 7);
  assert.equal((await run("kill -9 $$")).exit, 137);
});

bothUsers("a key behind a link is hidden, too", async ({ run, put, home, folder }) => {
  const key = put("elsewhere/token", "a key");
  put("home/.config/x", "");
  symlinkSync(join(folder, "elsewhere"), join(home, ".config/gh"));
  assert.doesNotMatch((await run(`cat ${key} ${join(home, ".config/gh/token")}`)).out, /a key/u);
});

bothUsers(
  "a program that is installed below a cache or its own settings is seen, and nothing beside it",
  async ({ run, put, home }) => {
    for (const folder of [".cache/fetched", ".agent/local"]) {
      const program = put(
        `home/${folder}/node_modules/@maker/agent/bin/agent.sh`,
        '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../../agent-linux/part"\n',
      );
      chmodSync(program, 0o755);
      put(`home/${folder}/node_modules/@maker/agent-linux/part`, "its part");
      put(`home/${folder}/node_modules/.bin/other`, "");
      const link = join(home, folder, "node_modules/.bin/agent");
      symlinkSync("../@maker/agent/bin/agent.sh", link);
      put("home/.cache/secret", "another's");
      put("home/.agent/settings.json", "another's");
      const folders = [{ path: ".agent", copies: [], logins: [], sessions: [], returns: null }];
      const asked = `${link}; cat ~/.cache/secret ~/.agent/settings.json 2>&1 | grep -c 'No such'`;
      assert.deepEqual(
        await run(asked, { folders, programs: [link] }),
        { exit: 0, why: null, out: "its part2\n" },
        folder,
      );
      const env = {
        PATH: `${join(home, folder, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
      };
      assert.equal(
        (await run("agent", { folders, programs: ["agent"], env })).out,
        "its part",
        folder,
      );
    }
  },
);

bothUsers(
  "the browsers that tests drive are seen below the caches, and written by name alone",
  async ({ run, put, home }) => {
    const browser = put("home/.cache/ms-playwright/browser", "a browser");
    put("home/.cache/other", "another's");
    // One stream: of two nobody knows which is read first.
    const asked =
      "exec 2>&1; cat ~/.cache/ms-playwright/browser; cat ~/.cache/other; (echo mine > ~/.cache/ms-playwright/browser) || echo none";
    const seen = /^a browsercat: \S+\/other: No such file/u;
    assert.match((await run(asked)).out, new RegExp(`${seen.source}[^]*\\nnone\\n$`, "u"));
    const written = (await run(asked, { writable: ["~/.cache/ms-playwright"] })).out;
    assert.match(written, seen);
    assert.doesNotMatch(written, /none/u);
    assert.equal(readFileSync(browser, "utf8"), "mine\n");
    assert.equal(readFileSync(join(home, ".cache/other"), "utf8"), "another's");
  },
);

bothUsers("a hidden folder that was given to be written can be", async ({ run, put, home }) => {
  put("home/.docker/config.json", "mine");
  const told = await run("echo x > ~/.docker/x && cat ~/.docker/config.json", {
    writable: [join(home, ".docker"), "~/.aws"],
  });
  assert.deepEqual(told, { exit: 0, why: null, out: "mine" });
  assert.equal(existsSync(join(home, ".docker/x")), true);
});

bothUsers(
  "what a killed host left in the folder for temporary files is removed by the next",
  async ({ run, put }) => {
    const dead = spawnSync("true").pid;
    const left = join(tmpdir(), `cairn-tmp-${dead}-abc`);
    renameSync(dirname(put("left/x", "")), left);
    await run("true");
    assert.equal(existsSync(left), false);
  },
);
