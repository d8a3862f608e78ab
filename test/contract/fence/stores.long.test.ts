// The user's compiled Go packages within a fence: used, and beyond the reach of what a job does to them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { programOf } from "../../../src/workspace/programs.ts";
import { bothUsers } from "./scene.ts";

bothUsers(
  "a Go test compiles nothing that its user has compiled, and can't poison it",
  async ({ run, put, home, place, uid }, t) => {
    const go = programOf("go", "/");
    if (go === null) {
      t.skip("go isn't installed: `apt-get install golang`");
      return;
    }
    put("home/x", "");
    const tree = "places/shop/slots/a/tree";
    put(`${tree}/go.mod`, "module example.com/shop\n\ngo 1.19\n");
    put(`${tree}/add/add.go`, "package add\n\nfunc Add(a, b int) int { return a + b }\n");
    put(
      `${tree}/shop_test.go`,
      'package shop\n\nimport (\n\t"testing"\n\n\t"example.com/shop/add"\n)\n\nfunc TestAdd(t *testing.T) {\n\tif add.Add(1, 2) != 3 {\n\t\tt.Fatal()\n\t}\n}\n',
    );
    const argv = ["test", "-x", "-count=1", "."];
    const outside = (): string => {
      const env = { PATH: process.env["PATH"], HOME: home };
      const ran = spawnSync(go, argv, { cwd: place, env, uid, gid: uid, encoding: "utf8" });
      assert.equal(ran.status, 0, ran.stderr);
      return ran.stderr;
    };
    const compiles = /\/compile -o .*-p example\.com\/shop\/add /u;
    const inside = `go ${argv.join(" ")} 2>&1`;
    const ms = 120_000;
    const cold = await run(`export GOCACHE=/tmp/cold; ${inside}`, { ms });
    assert.equal(cold.exit, 0, cold.out);
    assert.match(cold.out, compiles);
    assert.match(outside(), compiles);
    const spoil = `find ${join(home, ".cache/go-build")} -type f -exec sh -c 'echo bad > "$1"' _ {} ';'`;
    for (const after of [spoil, "true"]) {
      const warm = await run(`${inside} && ${after}`, { ms });
      assert.equal(warm.exit, 0, warm.out);
      assert.match(warm.out, /^ok\s/mu);
      assert.doesNotMatch(warm.out, compiles);
    }
    assert.doesNotMatch(outside(), compiles);
  },
);
