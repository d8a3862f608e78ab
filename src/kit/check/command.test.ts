// Tests of the check command parser: accepted forms and CHECK_UNPARSABLE.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isHollow } from "../../core/checks/argv.ts";
import { isRefusal } from "../../core/refusal.ts";
import { inside, parseCommand } from "./command.ts";

const split = (text: string, cwd?: string): unknown => {
  const parsed = parseCommand(text, cwd);
  return isRefusal(parsed) ? parsed.code : [parsed.argv, parsed.cwd, parsed.env];
};

const understood: readonly (readonly [
  string,
  readonly string[],
  string?,
  Readonly<Record<string, string>>?,
])[] = [
  ["npm test", ["npm", "test"]],
  ["  npm   test -- --grep 'a b'  ", ["npm", "test", "--", "--grep", "a b"]],
  ['grep "a|b;$x" file', ["grep", "a|b;$x", "file"]],
  ['echo "a \\"b\\" \\n"', ["echo", 'a "b" \\n']],
  ["node -e ''", ["node", "-e", ""]],
  ["a'b'\"c\"", ["abc"]],
  ["cd web && npm test", ["npm", "test"], "web"],
  ["cd ./web/../api && npm test", ["npm", "test"], "api"],
  ["CI=1 NODE_ENV='te st' npm test", ["npm", "test"], ".", { CI: "1", NODE_ENV: "te st" }],
  ["cd web && CI=1 npm test 2>&1 | tail -20", ["npm", "test"], "web", { CI: "1" }],
  ["npm test 2>&1", ["npm", "test"]],
  ["npm test | head -5 2>&1", ["npm", "test"]],
  ["npm test; echo $?", ["npm", "test"]],
  ['npm test 2>&1 | tail -3; echo "exit: $?"', ["npm", "test"]],
  ["curl --fail 'http://localhost/a?b=1&c=2'", ["curl", "--fail", "http://localhost/a?b=1&c=2"]],
  ["ls *.ts ~", ["ls", "*.ts", "~"]],
  ["printf 2", ["printf", "2"]],
  ["find . ! -name '*.ts'", ["find", ".", "!", "-name", "*.ts"]],
];
for (const [text, argv, cwd = ".", env = {}] of understood)
  test(`understood: ${text}`, () => {
    assert.deepEqual(split(text), [argv, cwd, env]);
  });

const refused = [
  "npm test || true",
  "npm test && npm run lint",
  "npm test | grep ok",
  "npm test; npm run lint",
  "npm test > out.txt",
  "npm test 2>/dev/null",
  "cat < in",
  "echo $HOME",
  "echo $(date)",
  "echo `date`",
  "(npm test)",
  "npm test &",
  "npm test\nnpm run lint",
  "npm 'test",
  "",
  "CI=1",
  "''",
  "; echo $?",
  "npm test || tail -1",
  "npm test; echo done",
  "! grep -r TODO src",
  "cd web && CI=1 ! grep -r TODO src",
  "[[ -f a ]]",
  "if true",
  "export A=1",
];
for (const text of refused)
  test(`CHECK_UNPARSABLE: ${JSON.stringify(text)}`, () => {
    assert.equal(split(text), "CHECK_UNPARSABLE");
  });

test("a folder outside of the workspace is refused", () => {
  for (const text of ["cd .. && npm test", "cd /etc && ls", "cd ~ && ls", "cd a/../../b && ls"])
    assert.equal(split(text), "PATH_OUTSIDE");
  assert.equal(split("npm test", "../x"), "PATH_OUTSIDE");
  assert.deepEqual(split("cd b && ls", "a"), [["ls"], "a/b", {}]);
});

test("paths are taken together, and what leads outside is none", () => {
  assert.deepEqual(["a//b/./c/../d", ".", "", "../a", "/a", "C:\\a", "a\\b", "~/a"].map(inside), [
    "a/b/d",
    ".",
    ".",
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("programs that pass whatever was done are hollow", () => {
  const hollow = [
    ["true"],
    ["/bin/true"],
    [":"],
    ["echo", "ok"],
    ["printf", "x"],
    ["exit", "0"],
    ["sleep", "1"],
    ["env", "A=1", "true"],
    ["nice", "-n", "5", "timeout", "2.5s", "/bin/true"],
  ];
  const sound = [
    ["npm", "test"],
    ["bash", "check.sh"],
    ["bash", "-c", "x"],
    ["env", "sh", "-ec", "x"],
    ["sh", "--version"],
    ["node", "-c", "x.js"],
    ["truely"],
    ["env"],
    ["timeout", "60", "npm", "test"],
  ];
  assert.deepEqual(
    hollow.map(isHollow),
    hollow.map(() => true),
  );
  assert.deepEqual(
    sound.map(isHollow),
    sound.map(() => false),
  );
});
