// Tests of exports without credentials: original files that hold some stay on the machine.
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { desk } from "../e2e/desk.ts";

test("an adopted folder's originals are kept as they were, and those with credentials stay at home", async (t) => {
  const { cairn, folder, root } = desk(t);
  const home = join(folder, "sessions/shop/sessions");
  assert.equal(
    (await cairn(["run", "--later", "ultrawork", "Add a login", "--session", "one"])).exit,
    0,
  );
  cpSync(join(home, "one"), join(home, "two"), { recursive: true });
  const session = join(home, "two/session.json");
  writeFileSync(session, readFileSync(session, "utf8").replaceAll('"one"', '"two"'));
  const secret = `Log in with ghp_${"a1B2".repeat(9)}\n`;
  writeFileSync(join(home, "two/design.md"), secret);
  const adopted = await cairn(["adopt", join(home, "two"), "--json"]);
  assert.equal(adopted.exit, 0, adopted.out + adopted.err);
  const kept = join(root, ".git/cairn/kept", digest(secret).slice(0, 2), digest(secret));
  assert.equal(readFileSync(kept, "utf8"), secret);
  assert.equal(statSync(kept).mode & 0o077, 0);
  const { out } = await cairn(["export", "two"]);
  assert.ok(existsSync(kept));
  assert.ok(out.includes(`"${digest(secret)}"`), "it is named");
  assert.equal(
    out.includes(Buffer.from(secret).toString("base64").slice(0, 40)),
    false,
    "and not told",
  );
  assert.match(out, /it holds what looks like a credential/u);
});
