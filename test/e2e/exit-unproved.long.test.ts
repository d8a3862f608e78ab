// How a run ends: exit 0 where all is proved, 4 with what is missing where the same was only found.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, templateOf } from "../fixtures/player.ts";
import { at, hostsWithin } from "./desk.ts";
import { configure, shop } from "./places-shop.ts";

hostsWithin();

test("proved ends with 0, the same as it was found with 4 and what is missing", async (t) => {
  const here = shop(t, {}, []);
  const { cairn, ends, root } = here;
  mkdirSync(join(root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(root, ".workflow/templates/look.json"), templateOf("look", [cli("N-001")]));
  const script = "require('fs').readFileSync(0); console.log('looked')";
  configure(here, {
    agents: { look: { driver: "command", argv: [process.execPath, "-e", script] } },
    roles: { cli: "look" },
  });
  const proved = await ends(0, "run player look --context goal=x");
  assert.doesNotMatch(proved.out, /not proved|nothing checked|no check was run/u);
  assert.match((await cairn("status")).out, /^done {2}/u);
  const place = String(at((await cairn("status --json")).json(), "runs", 0, "place"));
  rmSync(join(root, ".git/cairn"), { recursive: true });
  const adopted = await ends(0, ["adopt", place]);
  const run = /^run (\S+)/u.exec(adopted.out)?.[1] ?? "";
  const over = await ends(4, ["run", run]);
  const said = "not proved, though it can be checked: N-001 criterion 1";
  const plain = (text: string): string => text.replaceAll(/\s+/gu, " ");
  assert.ok(plain(over.out).includes(said), over.out);
  const status = await cairn(["status", run]);
  assert.match(status.out, /^not proved {2}/u);
  assert.ok(plain(status.out).includes(`proofs ${said}`), status.out);
  assert.equal(at((await cairn(["status", run, "--json"])).json(), "good"), false);
  assert.match((await cairn("status")).out, /^not proved {2}.* [01] of \d proved/u);
});
