// The personal file names agents for every repository, and what a repository says itself wins.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk } from "./desk.ts";
import { configured } from "./ground.ts";

const agent = (name: string): unknown => ({ driver: "command", argv: [`/bin/${name}`] });
const roleOf = (listed: unknown, role: string): unknown => {
  const roles = at(listed, "roles");
  return Array.isArray(roles)
    ? at(
        roles.find(
          (one: unknown) => at(one, "role") === role && at(one, "protocol") === "ultrawork",
        ),
        "agent",
      )
    : null;
};

test("agents and roles come from the personal file where the repository says nothing, and `agents` says from which", async (t) => {
  const { folder, cairn, root } = desk(t);
  const path = join(folder, ".config", "cairn", "config.json");
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      agents: { mine: agent("true"), both: agent("false") },
      roles: { "ultrawork/worker": "mine", "*": "mine" },
    }),
  );
  const alone = (await cairn("setup agents --json")).json();
  assert.deepEqual([roleOf(alone, "worker"), roleOf(alone, "verifier")], ["mine", "mine"]);
  configured(
    { root },
    {
      agents: { both: agent("echo") },
      roles: { worker: "both", verifier: "mine" },
    },
  );
  const listed = (await cairn("setup agents --json")).json();
  // The repository's word for a role wins, however exact the personal one is.
  assert.deepEqual(
    ["worker", "verifier", "planner"].map((role) => roleOf(listed, role)),
    ["both", "mine", "mine"],
  );
  const text = (await cairn("setup agents")).out;
  assert.ok(text.includes(`mine  command\n`) && text.includes(`from     ${path}`), text);
  assert.match(text, /from {5}cairn\.config\.json of this repository/u);
  const elsewhere = await cairn("status", { env: { XDG_CONFIG_HOME: join(folder, "xdg") } });
  assert.match(
    elsewhere.err,
    /^warning the configuration counts as none: .*roles\/verifier must name an agent/u,
  );
});

test("what a team has to agree on has no place in the personal file", async (t) => {
  const { folder, cairn } = desk(t);
  const path = join(folder, ".config", "cairn", "config.json");
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify({ checks: [] }));
  const { exit, err } = await cairn("setup agents");
  assert.equal(exit, 1);
  assert.match(
    err,
    /^CONFIG_INVALID: \S+\/config\.json \/checks belongs in the repository's cairn\.config\.json/u,
  );
});

test("init --personal writes there, and the repository stays as it is", async (t) => {
  const { folder, cairn, ends, root } = desk(t);
  const xdg = join(folder, "xdg");
  const typed = { env: { XDG_CONFIG_HOME: xdg } };
  await ends(0, 'init --personal --agent mine --argv "/bin/true {brief}"', typed);
  const written: unknown = JSON.parse(readFileSync(join(xdg, "cairn", "config.json"), "utf8"));
  assert.equal(at(written, "roles", "*"), "mine");
  assert.throws(() => readFileSync(join(root, "cairn.config.json")), /ENOENT/u);
  assert.equal(roleOf((await cairn("setup agents --json", typed)).json(), "worker"), "mine");
});
