// Tidy rules of code habits beyond the type checker and the linter.
import { Visitor } from "oxc-parser";
import { type Finding, type Rule, each } from "../rule.ts";
import { isOurs, lineAt } from "../source.ts";

/** Rules about types are never set aside. */
/** Of the rules on types only what is deprecated may be used, where nothing else is there. */
const reasoned =
  /^\s*oxlint-disable-(next-)?line (?!typescript(?!\/no-deprecated ))[\w/-]+ -- \S.{8,}/;

export const code: readonly Rule[] = [
  {
    name: "classes: none but errors",
    find: each(isOurs, ({ text, tree }) => {
      const found: Omit<Finding, "path">[] = [];
      const look = (node: {
        readonly start: number;
        readonly superClass: { readonly type: string; readonly name?: unknown } | null;
      }): void => {
        const parent = node.superClass?.type === "Identifier" ? String(node.superClass.name) : "";
        if (!/(Error|Fault)$/.test(parent))
          found.push({
            line: lineAt(text, node.start),
            text: "is a class: functions and readonly values do",
          });
      };
      const visitor = new Visitor({ ClassDeclaration: look, ClassExpression: look });
      if (tree !== null) visitor.visit(tree);
      return found;
    }),
    bad: [
      { "src/a.ts": "export class Box {}" },
      { "src/a.ts": "export const Box = class extends Map {};" },
    ],
    good: [{ "src/a.ts": "export class Fault extends Error {}" }],
  },
  {
    name: "warnings: none is silenced but one linter's rule, on one line, with a reason; a test may expect a type error",
    find: each(isOurs, ({ path, comments }) =>
      comments
        .filter(({ text }) => /(ox|es)lint-disable|@ts-(ignore|nocheck|expect-error)/.test(text))
        .filter(
          ({ text }) =>
            !(path.endsWith(".test.ts") && /@ts-expect-error/.test(text)) && !reasoned.test(text),
        )
        .map(({ line }) => ({ line, text: "silences a warning: mend its cause" })),
    ),
    bad: [
      { "src/a.ts": "// oxlint-disable-next-line\nexport {};" },
      { "src/a.ts": "// oxlint-disable-next-line no-control-regex\nexport {};" },
      {
        "src/a.ts":
          "// oxlint-disable-next-line typescript/no-explicit-any -- it is easier\nexport {};",
      },
      { "src/a.ts": "/* oxlint-disable */" },
      { "src/a.ts": "// @ts-ignore\nexport {};" },
      { "src/a.ts": "// @ts-expect-error\nexport {};" },
    ],
    good: [
      { "src/a.test.ts": "// @ts-expect-error: no handler\nexport {};" },
      {
        "src/a.ts":
          "// oxlint-disable-next-line no-control-regex -- control characters are what it looks for\nexport {};",
      },
      {
        "src/a.ts":
          "// oxlint-disable-next-line typescript/no-deprecated -- there is no other way to it\nexport {};",
      },
      { "src/a.ts": 'export const a = "@ts-ignore";' },
    ],
  },
  {
    name: "banners: no comment is decoration",
    find: each(isOurs, ({ comments }) =>
      comments
        .filter(({ text }) => /(^|\n)[\s*]*[-=#~─═]{6,}|^\*{3,}|[-=*#~─═]{6,}\s*$/.test(text))
        .map(({ line }) => ({
          line,
          text: "is a banner: a heading that is needed is a file that is missing",
        })),
    ),
    bad: [
      { "src/a.ts": "// ------ types ------" },
      { "src/a.ts": "/*********\n * x\n *********/" },
    ],
    good: [{ "src/a.ts": "/** One -- two. */" }, { "src/a.ts": "//   a ──▶ b ──────────┘ │" }],
  },
  {
    name: "references: a comment names no document that isn't here",
    find: (sources) => {
      const names = new Set(
        sources
          .filter(({ path }) => path.endsWith(".md"))
          .map(({ path }) => path.split("/").at(-1)?.replace(/\.md$/, "") ?? ""),
      );
      return sources
        .filter(({ path }) => isOurs(path))
        .flatMap(({ path, comments }) =>
          comments.flatMap(({ text, line }) =>
            [...text.matchAll(/\(([A-Z]{4,}), (?:invariant \d|")|\b([A-Z]{3,})\.md\b/g)]
              .map((match) => match[1] ?? match[2] ?? "")
              .filter((name) => !names.has(name))
              .map((name) => ({
                path,
                line,
                text: `names ${name}, which isn't in the repository`,
              })),
          ),
        );
    },
    bad: [
      { "src/a.ts": "// Why: as it is (DESIGN, invariant 3)." },
      { "src/a.ts": "// Why: see PLAN.md.", "README.md": "" },
    ],
    good: [
      {
        "src/a.ts": "// Why: as it is (ARCHITECTURE, invariant 3); see README.md.",
        "ARCHITECTURE.md": "",
        "README.md": "",
      },
    ],
  },
];
