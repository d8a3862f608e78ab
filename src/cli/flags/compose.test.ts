// Tests of commands composed from flags: each type of field keeps its typed value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import { commonOptions, parse } from "./args.ts";
import { compose, type Form, formOptions } from "./compose.ts";

const text = { type: "string" };
const form: Form = {
  schema: {
    type: "object",
    properties: {
      goal: { ...text, description: "what is wanted" },
      reason: text,
      rev: { type: "integer" },
      criterion: { anyOf: [{ type: "integer" }, text] },
      met: { type: "boolean" },
      files: { type: "array", items: text },
      tasks: { type: "array", items: { type: "object" } },
      description: { anyOf: [text, { type: "null" }] },
      options: {
        type: "object",
        properties: {
          max_workers: { type: "number" },
          plan_only: { type: "boolean" },
          goal: text,
          mode: { enum: ["a", "b"] },
        },
      },
    },
  },
  words: ["goal"],
  flags: [
    { name: "auto", means: "", word: null, field: ["options", "mode"], read: () => "auto" },
    { name: "explorer", means: "", word: "HINT", many: true, field: ["options", "explorers"] },
    {
      name: "plan",
      means: "",
      word: "FILE",
      json: true,
      field: ["plan"],
      then: "ProposePlan",
      also: [{ field: ["options", "explorers"], value: 0 }],
    },
  ],
};
const files: Readonly<Record<string, string>> = {
  "goal.txt": "line 1\nline 2\r\n",
  "plan.json": '\ufeff{"tasks":[]}',
  "": "from stdin\n",
};
const read = (path: string | null): Promise<string> =>
  Promise.resolve(files[path ?? ""] ?? assert.fail(`read ${path}`));

const made = async (argv: readonly string[], words: readonly string[] = []) => {
  const given = parse(argv, { ...formOptions(form), ...commonOptions });
  return isRefusal(given) ? given : compose(form, given, words, read);
};
const data = async (argv: readonly string[], words: readonly string[] = []): Promise<unknown> => {
  const composed = await made(argv, words);
  return isRefusal(composed) ? composed : composed.data;
};
const code = async (argv: readonly string[], words: readonly string[] = []): Promise<string> => {
  const composed = await made(argv, words);
  return isRefusal(composed) ? composed.code : "taken";
};

test("each field is a flag of its own name, fields of objects too; the outer of two names wins", async () => {
  assert.deepEqual(
    await data([
      "--rev",
      "3",
      "--met",
      "--files",
      "a",
      "--files=b",
      "--description",
      "d",
      "--mode=b",
    ]),
    {
      rev: 3,
      met: true,
      files: ["a", "b"],
      description: "d",
      options: { mode: "b" },
    },
  );
  assert.deepEqual(await data(["--max-workers", "2", "--no-plan-only", "--goal", "g"]), {
    goal: "g",
    options: { max_workers: 2, plan_only: false },
  });
});

test("a criterion is named by number or by text", async () => {
  assert.deepEqual(await data(["--criterion", "2"]), { criterion: 2 });
  assert.deepEqual(await data(["--criterion", "2 tests pass"]), { criterion: "2 tests pass" });
});

test("reason and note are one", async () => {
  assert.deepEqual(await data(["--note", "n"]), { reason: "n" });
  assert.deepEqual(await data(["--reason", "r"]), { reason: "r" });
});

test("a sentence comes as a word, by its flag, from a file or standard input, and is never interpreted", async () => {
  const hostile = '$(id) `id` && "x"\n| > y';
  assert.deepEqual(await data([], [hostile]), { goal: hostile });
  assert.deepEqual(await data(["--goal", hostile]), { goal: hostile });
  assert.deepEqual(await data(["--goal", "@goal.txt"]), { goal: "line 1\nline 2" });
  assert.deepEqual(await data([], ["-"]), { goal: "from stdin" });
  assert.deepEqual(await data([], ["@@ana asks"]), { goal: "@ana asks" });
  assert.deepEqual(await data(["--reason", "@ana"]), { reason: "@ana" });
  assert.equal(await code(["--goal", "a"], ["b"]), "USAGE");
  assert.equal(await code([], ["a", "b"]), "USAGE");
});

test("--data is the ground that flags are laid upon", async () => {
  assert.deepEqual(
    await data([
      "--data",
      '{"rev":1,"options":{"mode":"a"},"own":1}',
      "--rev",
      "2",
      "--max-workers",
      "1",
    ]),
    {
      rev: 2,
      options: { mode: "a", max_workers: 1 },
      own: 1,
    },
  );
  assert.deepEqual(await data(["--data", "@plan.json"]), { tasks: [] });
  for (const bad of ["{", "[]", "1", "nonsense"])
    assert.equal(await code(["--data", bad]), "DATA_UNPARSABLE");
  assert.equal(await code(["--tasks", "{"]), "DATA_UNPARSABLE");
});

test("a protocol's own flags set fields, several values, and commands that go with the first", async () => {
  assert.deepEqual(await data(["--auto", "--explorer", "a", "--explorer", "b"]), {
    options: { mode: "auto", explorers: ["a", "b"] },
  });
  const composed = await made(["--plan", "plan.json"]);
  assert.deepEqual(composed, {
    data: { options: { explorers: 0 } },
    then: [{ type: "ProposePlan", data: { plan: { tasks: [] } } }],
  });
  assert.deepEqual(await data(["--plan", "plan.json", "--explorer", "x"]), {
    options: { explorers: ["x"] },
  });
});

test("a field called __proto__ poisons nothing", async () => {
  await data(["--data", '{"__proto__":{"polluted":1}}', "--rev", "1"]);
  assert.equal(Reflect.get({}, "polluted"), undefined);
});
