// Generator of the page of refusal codes with their texts, read from the source.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Argument, parseSync, Visitor } from "oxc-parser";
import { exitsOfBoth } from "../../src/cli/failure.ts";
import type { Generator } from "./generators.ts";
import { listed } from "./listed.ts";
import { cell, table } from "./markdown.ts";

const top = join(import.meta.dirname, "../..");
type Found = {
  readonly code: string;
  readonly kind: "refusal" | "fault";
  readonly says: string;
  readonly where: string;
};

/** A text as far as it stands in the source; what is filled in shows as an ellipsis. */
const textOf = (given: Argument | undefined): string => {
  if (given?.type === "Literal" && typeof given.value === "string") return given.value;
  if (given?.type === "TemplateLiteral")
    return given.quasis.map(({ value }) => value.cooked ?? value.raw).join("…");
  return "";
};
const isCode = (text: string): boolean => /^[A-Z]{3,}(_[A-Z]+)*$/.test(text) && text.includes("_");

const inFile = (path: string): readonly Found[] => {
  const found: Found[] = [];
  const look = (kind: Found["kind"], given: readonly Argument[]): void => {
    const [first, second] = given;
    const code = textOf(first);
    if (isCode(code)) found.push({ code, kind, says: textOf(second), where: path });
  };
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === "Identifier" && callee.name === "refuse") look("refusal", given);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === "Identifier" && callee.name === "Fault") look("fault", given);
    },
  });
  visitor.visit(parseSync(path, readFileSync(join(top, path), "utf8")).program);
  return found;
};

const rows = (all: readonly Found[], kind: Found["kind"]): readonly (readonly string[])[] =>
  [
    ...Map.groupBy(
      all.filter((found) => found.kind === kind),
      ({ code }) => code,
    ),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own]) => [
      `\`${code}\``,
      [...new Set(own.map(({ says }) => says).filter((says) => says !== ""))]
        .map(cell)
        .join("<br>"),
      [...new Set(own.map(({ where }) => where))]
        .map((where) => `[${where.replace(/^src\//, "")}](../../${where})`)
        .join(" "),
    ]);

/** Codes of both lists that end with this exit. */
const but = (exit: number): string =>
  `; exit ${exit}: ${Object.entries(exitsOfBoth)
    .flatMap(([code, own]) => (own === exit ? [`\`${code}\``] : []))
    .join(", ")}`;

export const refusalReference: Generator = {
  path: "docs/reference/refusals.md",
  make: () => {
    const all = listed(top)
      .filter(
        (path) => path.startsWith("src/") && path.endsWith(".ts") && !path.endsWith(".test.ts"),
      )
      .flatMap(inFile);
    const head = ["code", "says", "where"];
    const parts = [
      "# Refusals and faults",
      "",
      "Made by `npm run generate` from the source; an ellipsis stands for what is filled in.",
      "",
      "## Refusals",
      "",
      `Something doesn't fit the state: whoever asked must act (exit 2${but(1)}).`,
      "",
      table(head, rows(all, "refusal")),
      "",
      "## Faults",
      "",
      `The machine or the configuration stands in the way: the operator must act (exit 1${but(2)}).`,
      "",
      table(head, rows(all, "fault")),
      "",
    ];
    return Promise.resolve(parts.join("\n"));
  },
};
