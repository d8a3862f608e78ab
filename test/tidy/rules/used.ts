// Tidy rules against files that nothing reaches.
import { posix } from "node:path";
import type { Rule } from "../rule.ts";
import { type Source, isOurs } from "../source.ts";

/** Where reading begins: programs, the page, and the public API. What only tests reach, in src, is unused, but for the ledger that says what a ledger is. */
const entry = (path: string): boolean =>
  /^(bin\/[^/]+|src\/index\.ts|src\/cli\/main\.ts|src\/ledger\/memory\.ts|web\/src\/main\.tsx|web\/vite\.config\.ts|site\/\.vitepress\/config\.mts|scripts\/[^/]+)$/.test(
    path,
  );
/** Programs under test, and processes that tests share, are started by their path. */
const testEntry = (path: string): boolean =>
  /\.test\.ts$|^(test\/[^/]+|bench)\/run\.ts$|^test\/rules\/[^/]+\.ts$|^test\/fixtures\/.*\.[cm]js$/.test(
    path,
  );

const reached = (
  sources: readonly Source[],
  isEntry: (path: string) => boolean,
): ReadonlySet<string> => {
  const byPath = new Map(sources.map((one) => [one.path, one]));
  const seen = new Set<string>();
  const queue = sources.map(({ path }) => path).filter(isEntry);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const here = byPath.get(path);
    if (here === undefined || seen.has(path)) continue;
    seen.add(path);
    // A program of ours that is started as a process is named by its path.
    for (const match of here.text.matchAll(/["'`]([\w./-]+\.(?:tsx?|mjs|cjs))["'`]/g)) {
      const named = match[1] ?? "";
      queue.push(
        ...[posix.join(posix.dirname(path), named), named].filter((one) => byPath.has(one)),
      );
    }
    for (const { from } of here.imports) {
      if (!from.startsWith(".")) continue;
      const target = posix.join(posix.dirname(path), from);
      if (!target.includes("*")) queue.push(target);
      else queue.push(...[...byPath.keys()].filter((one) => posix.matchesGlob(one, target)));
    }
  }
  return seen;
};

export const used: Rule = {
  name: "used: every source file is reached from a program, every test's help from a test",
  find: (sources) => {
    const ours = sources.filter(({ path }) => isOurs(path));
    const programs = reached(ours, entry);
    const all = reached(ours, (path) => entry(path) || testEntry(path));
    return ours
      .filter(({ path }) =>
        /^(src|web)\//.test(path) && !path.endsWith(".test.ts")
          ? !programs.has(path)
          : !all.has(path),
      )
      .filter(({ path }) => !/^[^/]+$/.test(path))
      .map(({ path }) => ({
        path,
        line: 1,
        text: all.has(path)
          ? "is reached by tests only: move it to test/"
          : "is reached by nothing",
      }));
  },
  bad: [
    { "src/cli/main.ts": "export {};", "src/runtime/dead.ts": "export {};" },
    { "src/runtime/a.test.ts": 'import "./a.ts";', "src/runtime/a.ts": "export {};" },
    { "test/e2e/lonely.ts": "export {};" },
    { "test/e2e/a.test.ts": '"writer.ts"', "test/other/writer.ts": "export {};" },
  ],
  good: [
    {
      "src/cli/main.ts":
        'import type { A } from "./a.ts"; const b = (verb: string) => import(`./commands/${verb}.ts`);',
      "src/cli/a.ts": 'export type { B } from "../core/b.ts";',
      "src/core/b.ts": "export type B = 1;",
      "src/cli/commands/run.ts": "export {};",
      "src/core/b.test.ts": 'import "../../test/story.ts";',
      "test/story.ts": 'spawn("writer.ts")',
      "test/writer.ts": "export {};",
      "test/fixtures/agents/x.mjs": "",
    },
  ],
};
