// Tidy rules against complete destructive commands in our texts (invariant 11).
import { type Node, Visitor } from "oxc-parser";
import { type Finding, type Rule, each } from "../rule.ts";
import { isTest, lineAt } from "../source.ts";

const commands: readonly RegExp[] = [
  /\brm\s+(-[a-zA-Z-]+\s+)*[^\s-]/,
  /\bgit\s+reset\s+--hard\b/,
  /\bgit\s+clean\s+-[a-zA-Z]*[fdx]/,
  /\bgit\s+checkout\s+(--\s|\.|-f\b)/,
  /\bgit\s+push\s+(.*\s)?(-f\b|--force)/,
  /\bgit\s+(branch\s+-D|stash\s+(drop|clear)|worktree\s+remove\s+(-f|--force))\b/,
  /\bDROP\s+(TABLE|DATABASE|SCHEMA)\s+\S/i,
  /\b(kill|pkill|killall)\s+-(9|KILL|SIGKILL)\s+\S/,
  /\b(dd\s+.*of=|mkfs|shred|truncate\s+-s)\S*/,
  /\bcairn\s+(stop\s.*--cancel|resume\s.*--to|restore)\b.*\s--yes\b/,
];

const applies = (path: string): boolean => /^(src|bin|scripts)\//.test(path) && !isTest(path);

export const destructive: Rule = {
  name: "texts: none is a complete destructive command",
  find: each(applies, ({ text, tree }) => {
    const found: Omit<Finding, "path">[] = [];
    const look = (offset: number, value: string): void => {
      const hit = commands.find((command) => command.test(value));
      if (hit !== undefined)
        found.push({
          line: lineAt(text, offset),
          text: `holds a complete destructive command: ${JSON.stringify(value.slice(0, 80))}`,
        });
    };
    // Help shows how a verb is called; its examples are the one place where the whole command belongs.
    const apart: [number, number][] = [];
    const isApart = (node: { readonly start: number }): boolean =>
      apart.some(([from, to]) => node.start >= from && node.start < to);
    const mark = (key: Node, value: Node): void => {
      if (key.type === "Identifier" && /^examples?$/.test(key.name))
        apart.push([value.start, value.end]);
    };
    const visitor = new Visitor({
      Property(node) {
        mark(node.key, node.value);
      },
      // SQL that is run is no text for people.
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        if (/^(exec|prepare)$/.test(callee.property.name))
          for (const one of given) apart.push([one.start, one.end]);
      },
      Literal(node) {
        if (typeof node.value === "string" && !isApart(node)) look(node.start, node.value);
      },
      TemplateLiteral(node) {
        if (!isApart(node))
          look(node.start, node.quasis.map(({ value }) => value.cooked ?? value.raw).join("X"));
      },
    });
    if (tree !== null) visitor.visit(tree);
    return found;
  }),
  bad: [
    { "src/a.ts": 'export const hint = "delete it: rm -rf .cairn";' },
    { "src/a.ts": "export const hint = (p: string) => `run rm -r ${p} and try again`;" },
    { "src/a.ts": 'export const hint = "git reset --hard";' },
    { "src/a.ts": 'export const hint = "try git clean -fdx";' },
    { "src/a.ts": 'export const hint = "DROP TABLE rows";' },
    { "src/a.ts": "export const hint = (pid: number) => `kill -9 ${pid}`;" },
    { "src/cli/commands/cancel.ts": 'export const hint = "cairn stop --cancel 0198f3 --yes";' },
  ],
  good: [
    {
      "src/a.ts":
        'export const hint = "move the file aside; git status shows what else changed"; const argv = ["rm", "-rf", "x"];',
    },
    {
      "src/cli/commands/cancel.ts":
        'export const verb = { example: "cairn stop --cancel 0198f3 --yes" };',
    },
    { "src/a.ts": 'db.exec("DROP TABLE rows");' },
    { "src/a.test.ts": 'const bad = "rm -rf /tmp/x";' },
  ],
};
