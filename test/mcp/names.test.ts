// Tests of MCP client names: none reads as a person, a file or cairn itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { connect } from "./client.ts";
import { field, shop } from "./shop.ts";

const foreign = [
  "person:ana",
  "engine",
  " Engine ",
  "\u{ff45}ngine",
  "en\u{200b}gine",
  "file: x",
  "cairn",
  "ana\nengine",
  "recovery:x",
] as const;
const lesson = {
  command: "AddGuardrail",
  data: { name: "Lock first", solution: "Take the lock before the file." },
};

test("nobody without a job speaks as a person, a file or cairn: the command is refused, and nothing is recorded", async (t) => {
  const made = await shop(t);
  const run = String(
    at((await made.cairn(["run", "--later", "iterative", "Build a shop", "--json"])).json(), "run"),
  );
  const before = (await made.cairn(["log", run])).out;
  for (const name of foreign) {
    for (const room of [{ client: name }, { as: name }]) {
      const { text, wrong } = await (await connect(t, made, room)).call("send", { ...lesson, run });
      assert.ok(
        wrong && /^NAME_FOREIGN: .*\n.*another name/u.test(text),
        `${JSON.stringify(room)}: ${text}`,
      );
    }
  }
  assert.equal((await made.cairn(["log", run])).out, before);
});

test("under its own name it is recorded, and shown where names stand alone, as an agent", async (t) => {
  const made = await shop(t);
  const run = String(
    at((await made.cairn(["run", "--later", "iterative", "Build a shop", "--json"])).json(), "run"),
  );
  const { text, wrong } = await (
    await connect(t, made, { client: "ana" })
  ).call("send", { ...lesson, run });
  assert.equal(wrong, false, text);
  assert.match((await made.cairn(["log", run])).out, /agent:ana\/ana +GuardrailAdded/u);
  assert.match(
    (await (await connect(t, made)).call("read", { what: "guardrails.md", run })).text,
    /by agent ana/u,
  );
});

test("no job is held under such a name, by MCP or on the command line", async (t) => {
  const made = await shop(t);
  const { call } = await connect(t, made);
  for (const as of foreign)
    assert.match((await call("claim", { job: "1", run: made.run, as })).text, /^NAME_FOREIGN/u, as);
  const typed = await made.cairn(["job", "claim", made.run, "1", "--as", "person:ana"]);
  assert.deepEqual([typed.exit, /NAME_FOREIGN/u.test(typed.err)], [2, true]);
  assert.equal((await call("claim", { job: "1", run: made.run, as: "bo" })).wrong, false);
});

test("a server that descends from a job has its job's name, whatever it calls itself", async (t) => {
  const made = await shop(t);
  const run = String(
    at((await made.cairn(["run", "--later", "iterative", "Build a shop", "--json"])).json(), "run"),
  );
  const token = field(
    (await (await connect(t, made)).call("claim", { job: "1", run: made.run, as: "bo" })).text,
    "token",
  );
  const kin = [
    {
      process: { pid: 1, start: "s1" },
      mark: `${made.run}.${token.split(".")[0]}`,
      ofCairn: false,
    },
  ];
  const inside = await connect(t, made, { kin, client: "somebody-else" });
  assert.equal((await inside.call("send", { ...lesson, run })).wrong, false);
  assert.match((await made.cairn(["log", run])).out, /agent:bo\/probe +GuardrailAdded/u);
});
