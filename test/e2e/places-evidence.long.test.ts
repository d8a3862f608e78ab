// What `cairn evidence` tells of a run in places: the commit of each proof, the repository's checks, and counts that fit the lines.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, hostsWithin } from "./desk.ts";
import { git, shop } from "./delivery-desk.ts";
import { checkoutOf, configured } from "./ground.ts";

hostsWithin();

const script = `
const evidence = [{ criterion: 1, type: "command_output", command: "test -e one.txt", text: "" }];
const worker = [{ write: { path: "one.txt", text: "1\\n" } }, { report: { status: "done", summary: "made", evidence } }];
const judgements = [{ task: "1", criterion: 1, judgement: "met", note: "" }];
export const steps = ({ role }) => role === "worker" ? worker : [{ report: { verdict: "PASS", judgements, issues: [], notes: "" } }];
`;

test("each proof names check, exit code and commit, the repository's checks stand beside them; again they are tried on that commit, not on what lies in the checkout", async (t) => {
  const here = shop(t);
  const { cairn, ends, root, folder } = here;
  const path = join(folder, "light.mjs");
  writeFileSync(path, script);
  const checks = [{ name: "suite", argv: ["test", "-e", "price.txt"] }];
  const agents = { scripted: { driver: "scripted", argv: [path] } };
  configured({ root }, { agents, roles: { "*": "scripted" }, checks });
  const done = await ends(0, 'run "Add one file" --light --session s');
  const all = done.out + done.err + (await cairn("status s")).out;
  assert.doesNotMatch(all, /no check of the whole tree/u);

  const head = git(here, "for-each-ref", "--format=%(objectname)", "refs/heads/cairn/");
  const { out } = await cairn("evidence s");
  const own = `check: test -e one.txt (chosen by worker)\n      proof by engine, exit 0, commit ${head.slice(0, 12)}, as it is now, `;
  const repository = `the repository\nproved   1 suite\n      check: test -e price.txt (chosen by the configuration)\n      proof by engine, exit 0, commit ${head.slice(0, 12)}, as it is now, `;
  assert.ok(out.includes(own), out);
  assert.ok(out.includes(repository), out);
  assert.equal(out.match(/^proved /gmu)?.length, 2);
  assert.match(out, /^1 of 1 criterion proved, and 1 line about the whole$/mu);
  const json = (await cairn('evidence s "the repository" --json')).json();
  assert.equal(at(json, "criteria", 0, "proof", "commit"), head);
  const before = checkoutOf(here);
  await ends(0, "evidence s --recheck");
  assert.deepEqual(checkoutOf(here), before);
  assert.equal(existsSync(join(root, "one.txt")), false);
  await ends(0, "drop s --yes");
  assert.match(
    (await cairn("evidence s --recheck")).err,
    /PLACES_DROPPED: .*\n +`cairn evidence \w+` shows what was recorded/u,
  );
});
