// What a job's programs find in the user's caches and stores, and what they can leave there.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { stores } from "../../../src/workspace/fence/stores.ts";
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

test("every store is in the table of docs/places.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/places.md"), "utf8");
  for (const { folder } of stores) assert.ok(page.includes(`\`~/${folder}\``), folder);
});
