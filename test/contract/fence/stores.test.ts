// What a job's programs find in the user's caches and stores, and what they can leave there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { programOf } from "../../../src/workspace/programs.ts";
import { bothUsers } from "./scene.ts";

bothUsers(
  "caches are warm and writable, and what a job writes reaches neither the user nor another job",
  async ({ run, put, home }) => {
    const folders = ["go/pkg", ".npm/_cacache", ".cargo/registry", ".m2/repository", ".cache/uv"];
    for (const folder of folders) put(`home/${folder}/part/package`, "fetched");
    put("home/.cargo/credentials.toml", "a login");
    put("home/.cache/browser/secret", "another's");
    for (const folder of folders) {
      const at = join(home, folder);
      const told = await run(
        `cat ${at}/part/package && rm -r ${at}/part && mkdir ${at}/part && echo bad > ${at}/part/package && echo more > ${at}/more; cat ${at}/more`,
      );
      assert.deepEqual(told, { exit: 0, why: null, out: "fetchedmore\n" }, folder);
      assert.equal(readFileSync(join(at, "part/package"), "utf8"), "fetched");
      assert.deepEqual(readdirSync(at), ["part"]);
      assert.equal((await run(`cat ${at}/part/package; ls ${at}`)).out, "fetchedpart\n");
    }
    const { out } = await run(
      "cat ~/.cargo/credentials.toml ~/.cache/browser/secret; echo x > ~/y",
    );
    assert.doesNotMatch(out, /a login|another's/u);
    assert.equal(existsSync(join(home, "y")), false);
  },
);

bothUsers(
  "a store that a variable names or a link leads to, by an odd name, is served where it lies",
  async ({ run, put, home, folder }) => {
    put("elsewhere: a, b/registry/part", "fetched");
    put("home/x", "");
    symlinkSync(join(folder, "elsewhere: a, b"), join(home, ".cargo"));
    put("odd/build/part", "compiled");
    const told = await run(
      "echo 1 > ~/.cargo/registry/new && cat ~/.cargo/registry/part; echo 1 > $GOCACHE/new && cat $GOCACHE/part",
      { env: { GOCACHE: join(folder, "odd/build") } },
    );
    assert.equal(told.out, "fetchedcompiled");
    assert.deepEqual(readdirSync(join(home, ".cargo/registry")), ["part"]);
    assert.deepEqual(readdirSync(join(folder, "odd/build")), ["part"]);
  },
);

bothUsers("what the user opened to jobs stays the user's own", async ({ run, put, home }) => {
  put("home/.m2/repository/x", "");
  await run("echo kept > ~/.m2/repository/new", { writable: ["~/.m2/repository"] });
  assert.equal(readFileSync(join(home, ".m2/repository/new"), "utf8"), "kept\n");
});

bothUsers(
  "a user without a cache gets a temporary one, named by its variable",
  async ({ run, put, home }) => {
    const npm = put("home/bin/npm", "");
    chmodSync(npm, 0o755);
    const env = { PATH: `${join(home, "bin")}:/usr/bin:/bin` };
    const told = await run('mkdir -p "$npm_config_cache" && echo $npm_config_cache', { env });
    assert.match(told.out, /^\/tmp\/caches\/npm/u);
    assert.equal(existsSync(join(home, ".npm")), false);
  },
);

const warm = "for at in go/pkg .cache/go-build .npm/_cacache .cache/uv .gradle; do ls ~/$at; done";
const putEach = (put: (path: string, text: string) => string): void => {
  for (const at of ["go/pkg", ".cache/go-build", ".npm/_cacache", ".cache/uv", ".gradle"])
    put(`home/${at}/of-${at.replaceAll(/\W/gu, "")}`, "");
};

bothUsers(
  "a store is served where a tracked file or a command calls for it; the others are empty and writable",
  async ({ run, put, root, uid }) => {
    putEach(put);
    put("shop/api/go.mod", "module example.com/shop\n");
    put("shop/package.json", "{}");
    const git = (...words: readonly string[]): void => {
      const options = { cwd: root, uid, gid: uid, env: { PATH: process.env["PATH"] } };
      assert.equal(spawnSync("git", words, options).status, 0, words.join(" "));
    };
    git("init", "-q");
    git("add", "api/go.mod");
    const tracked = await run(
      `${warm} 2>/dev/null; mkdir -p ~/.cache/uv/x ~/.gradle/x && echo made`,
    );
    assert.equal(tracked.out, "of-gopkg\nof-cachegobuild\nmade\n");
    const commands = [["sh", "-c", "cd web && /usr/bin/npm ci; uv sync"]];
    const named = await run(`${warm} 2>/dev/null`, { work: { commit: null, commands } });
    assert.equal(named.out, "of-gopkg\nof-cachegobuild\nof-npm_cacache\nof-cacheuv\n");
  },
);

/** All that the scripts and the fence need, but no `unshare`. */
const few = mkdtempSync(join(tmpdir(), "cairn-few-"));
chmodSync(few, 0o755);
for (const name of ["bwrap", "sh", "ls", "mkdir", "git"])
  symlinkSync(programOf(name, "/") ?? "", join(few, name));
after(() => rmSync(few, { recursive: true }));

bothUsers(
  "without overlays stores are read-only or empty and writable, and the user's stay as they are",
  async ({ run, put, home }) => {
    putEach(put);
    const told = await run(
      `${warm} 2>/dev/null; for at in .cache/go-build .npm/_cacache .gradle; do mkdir -p ~/$at/x && ls ~/$at; done; mkdir ~/go/pkg/x 2>/dev/null || echo refused`,
    );
    assert.equal(told.out, "of-gopkg\nx\nx\nx\nrefused\n");
    assert.deepEqual(readdirSync(join(home, ".gradle")), ["of-gradle"]);
  },
  few,
);
