// Tests of the demo's environment: the user's own configuration has no effect, so no notices are sent.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { personalPath } from "../../runtime/config/file.ts";
import { setStage } from "./stage.ts";

test("the personal configuration of a demo is in its own folder, where there is none", async (t) => {
  const under = mkdtempSync(join(tmpdir(), "cairn-stage-"));
  t.after(() => rmSync(under, { recursive: true, force: true }));
  const { env, folder } = await setStage(
    { ...process.env, XDG_CONFIG_HOME: "/home/ana/.config" },
    { under, cart: "fixed" },
  );
  const path = personalPath(env);
  assert.ok(path.startsWith(`${folder}/`), path);
  assert.equal(existsSync(path), false);
});
