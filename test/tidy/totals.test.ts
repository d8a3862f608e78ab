// The house's totals, held against what was reached: each may fall and none may rise.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "oxc-parser";
import { circlesOf } from "./circles.ts";
import { isTest, lineAt, type Source, sources, top } from "./source.ts";
import { circular, codes, type Total, totals } from "./totals.ts";

const code = sources().filter(
  ({ path, tree }) => /^(?:src|web\/src)\//u.test(path) && !isTest(path) && tree !== null,
);

/** One total a folder below src and src/protocols; the page is one. */
const folderOf = (path: string): string =>
  /^(?:web\/src|src\/protocols\/[^/]+|src\/[^/]+)(?=\/)/u.exec(path)?.[0] ?? "src";

const longFunctions = ({ text, tree }: Source): number => {
  let long = 0;
  const look = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    if (lineAt(text, end) - lineAt(text, start) >= 70) long += 1;
  };
  if (tree !== null)
    new Visitor({
      FunctionDeclaration: look,
      FunctionExpression: look,
      ArrowFunctionExpression: look,
    }).visit(tree);
  return long;
};

const totalOf = (files: readonly Source[]): Total => ({
  lines: files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
  long: files.reduce((sum, file) => sum + longFunctions(file), 0),
});

for (const [folder, files] of Map.groupBy(code, ({ path }) => folderOf(path)))
  test(`${folder} grows neither in lines nor in long functions`, () => {
    const [now, most] = [totalOf(files), totals[folder] ?? { lines: 0, long: 0 }];
    const said = `totals.ts says ${JSON.stringify(most)}, there are ${JSON.stringify(now)}`;
    assert.ok(now.lines <= most.lines && now.long <= most.long, said);
  });

test("no file more is in a circle of imports, of types neither", () => {
  const circles = circlesOf(code);
  const files = circles.flat().length;
  assert.ok(files <= circular, circles.map((one) => one.join(" ")).join("\n"));
});

test("no refusal code more is there", () => {
  const reference = readFileSync(join(top, "docs/reference/refusals.md"), "utf8");
  const now = reference.match(/^\| `[A-Z_]+` \|/gmu)?.length ?? 0;
  assert.ok(now > 0 && now <= codes, `${now} of ${codes}`);
});

test("a circle of types is found, and a line of imports is none", () => {
  const files = (imports: Readonly<Record<string, string>>): readonly Source[] =>
    Object.entries(imports).map(([path, from]) => ({
      path,
      text: "",
      tree: null,
      imports: [{ from, kind: "type", line: 1 }],
      comments: [],
    }));
  assert.deepEqual(circlesOf(files({ "src/a.ts": "./b.ts", "src/b.ts": "./c.ts" })), []);
  assert.deepEqual(
    circlesOf(files({ "src/a.ts": "./b.ts", "src/b.ts": "./a.ts", "src/c.ts": "./a.ts" })),
    [["src/a.ts", "src/b.ts"]],
  );
});
