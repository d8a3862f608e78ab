// Tidy rules of purity: protocol rules depend on their inputs alone (invariant 4).
import { Visitor } from "oxc-parser";
import { type Finding, type Rule, each } from "../rule.ts";
import { isTest, lineAt } from "../source.ts";

const world = new Set(
  "process fetch globalThis global require console performance crypto navigator setTimeout setInterval setImmediate queueMicrotask".split(
    " ",
  ),
);
const chance = new Set(["Date.now", "Math.random"]);

export const purity: Rule = {
  name: "purity: core, kit, work, protocols, landing and steering know no clock, no chance, no world and wait for nothing",
  find: each(
    (path) => /^src\/(core|kit|work|protocols|landing|steering)\//.test(path) && !isTest(path),
    ({ path, text, tree }) => {
      const found: Omit<Finding, "path">[] = [];
      const report = (offset: number, what: string): void =>
        void found.push({ line: lineAt(text, offset), text: `uses ${what}` });
      // A protocol's index loads its messages when the first command comes: the one wait that the shapes ask for.
      const loads = /^src\/(protocols\/[^/]+\/index|kit\/aspect)\.ts$/.test(path);
      const name = (node: { readonly type: string; readonly name?: unknown }): string | null =>
        node.type === "Identifier" && typeof node.name === "string" ? node.name : null;
      const visitor = new Visitor({
        MemberExpression(node) {
          const owner = name(node.object);
          if (owner === null) return;
          const member = name(node.property);
          if (world.has(owner)) report(node.start, owner);
          else if (chance.has(`${owner}.${member}`)) report(node.start, `${owner}.${member}`);
        },
        CallExpression(node) {
          const callee = name(node.callee);
          if (callee !== null && (world.has(callee) || callee === "Date"))
            report(node.start, `${callee}()`);
        },
        NewExpression(node) {
          if (name(node.callee) === "Date" && node.arguments.length === 0)
            report(node.start, "new Date()");
        },
        AwaitExpression(node) {
          if (!loads) report(node.start, "await");
        },
        ForOfStatement(node) {
          if (node.await) report(node.start, "for await");
        },
        MetaProperty(node) {
          report(node.start, "import.meta");
        },
      });
      if (tree !== null) visitor.visit(tree);
      return found;
    },
  ),
  bad: [
    { "src/core/a.ts": "export const at = Date.now();" },
    { "src/core/a.ts": "export const at = new Date();" },
    { "src/core/a.ts": "export const at = Date();" },
    { "src/core/a.ts": "export const n = [1].map(Math.random);" },
    { "src/core/a.ts": "export const e = process.env.HOME;" },
    { "src/core/a.ts": "export const e = crypto.randomUUID();" },
    { "src/protocols/ultrawork/jobs.ts": "export const f = async () => await fetch('x');" },
    { "src/protocols/ultrawork/jobs.ts": "setTimeout(() => {}, 1);" },
    {
      "src/protocols/ultrawork/jobs.ts":
        "export const f = async (s: AsyncIterable<1>) => { for await (const x of s) x; };",
    },
    { "src/protocols/ultrawork/decider/x.ts": "export const here = import.meta.dirname;" },
  ],
  good: [
    {
      "src/core/a.ts":
        "export const at = new Date(0); export const ms = Date.parse('x'); const o = { process: 1 }; o.process;",
    },
    {
      "src/protocols/ultrawork/index.ts":
        "export const messages = async () => (await import('./messages.ts')).all;",
    },
    { "src/core/a.test.ts": "Date.now();" },
    { "src/runtime/clock.ts": "Date.now();" },
  ],
};
