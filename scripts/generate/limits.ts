// Page of the limits, with each number read from the constant that sets it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Expression, parseSync } from "oxc-parser";
import type { Generator } from "./generators.ts";
import { type Limit, limits } from "./limits-table.ts";
import { table } from "./markdown.ts";
import { usual } from "./usual-limits.ts";

const top = join(import.meta.dirname, "../..");

type Constants = ReadonlyMap<string, Expression>;

const constantsOf = (path: string): Constants => {
  const { program } = parseSync(path, readFileSync(join(top, path), "utf8"));
  return new Map(
    program.body
      .map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node))
      .flatMap((node) => (node?.type === "VariableDeclaration" ? node.declarations : []))
      .flatMap(({ id, init }) => (id.type === "Identifier" && init ? [[id.name, init]] : [])),
  );
};

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  "*": (left, right) => left * right,
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
};

/** The number that an expression of literals and constants of the same file comes to; NaN: it isn't one. */
const numberOf = (node: Expression | undefined, known: Constants, field: string): number => {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "number" ? node.value : Number.NaN;
    case "Identifier":
      return numberOf(known.get(node.name), known, "");
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return numberOf(node.expression, known, field);
    case "BinaryExpression": {
      const [left, right] = [node.left, node.right];
      if (left.type === "PrivateIdentifier") return Number.NaN;
      return (
        operations[node.operator]?.(numberOf(left, known, ""), numberOf(right, known, "")) ??
        Number.NaN
      );
    }
    case "ObjectExpression": {
      const found = node.properties.find(
        (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === field,
      );
      return found?.type === "Property" ? numberOf(found.value, known, "") : Number.NaN;
    }
    default:
      return Number.NaN;
  }
};

const scales: Readonly<Record<string, readonly (readonly [unit: string, size: number])[]>> = {
  ms: [
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1_000],
    ["ms", 1],
  ],
  s: [
    ["min", 60],
    ["s", 1],
  ],
  bytes: [
    ["GiB", 2 ** 30],
    ["MiB", 2 ** 20],
    ["KiB", 2 ** 10],
    ["bytes", 1],
  ],
};

const written = (value: number, unit: string): string => {
  const [name, size] = scales[unit]?.find(([, one]) => value % one === 0) ?? [unit, 1];
  return `${(value / size).toLocaleString("en-US")} ${name}`.trim();
};

const rowOf = ([what, unit, where, constant]: Limit): readonly string[] => {
  const [name = "", field = ""] = constant.split(".");
  const path = `src/${where}`;
  const known = constantsOf(path);
  const value = numberOf(known.get(name), known, field);
  if (!Number.isFinite(value)) throw new Error(`${path} sets no number ${constant}`);
  return [what, written(value, unit), `[${where}](../../${path})`];
};

export const limitsPage: Generator = {
  path: "docs/reference/limits.md",
  make: () =>
    Promise.resolve(
      `${[
        "# Limits",
        "Made by `npm run generate` from the constants that set them. What is over a limit is refused, cut with a mark that says how much was left out, or ended with a reason.",
        `## What you can set\n\n${table(["what", "usually", "by"], usual)}`,
        ...limits.map(
          ({ about, rows }) =>
            `## ${about}\n\n${table(["what", "limit", "set in"], rows.map(rowOf))}`,
        ),
      ].join("\n\n")}\n`,
    ),
};
