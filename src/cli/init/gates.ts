// Why: an iterative run without a gate believes its agents; the checks that a repository has already are found here, where there is no doubt which they are.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "../../core/parsed.ts";
import { isRecord } from "../../core/record.ts";
import { cleanLine } from "../clean.ts";
import { onPath } from "../on-path.ts";

type Json = Readonly<Record<string, unknown>>;
export type Gate = { readonly name: string; readonly argv: readonly string[] };
/** `doubt`: why none is proposed though something was found. */
export type Proposed = { readonly gates: readonly Gate[]; readonly doubt: string | null };

const textOf = (root: string, name: string): string | null => {
  try {
    return readFileSync(join(root, name), "utf8");
  } catch {
    return null;
  }
};

const jsonOf = (root: string, name: string): Json => {
  const read = parsed(textOf(root, name) ?? "");
  return isRecord(read) ? read : {};
};

const managers: readonly (readonly [lock: string, program: string])[] = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

/** npm where nothing says otherwise; null: two of them lock the same packages. */
const managerOf = (root: string, manifest: Json): string | null => {
  const named = typeof manifest["packageManager"] === "string" ? manifest["packageManager"].split("@")[0] : undefined;
  if (named !== undefined) return named;
  const locked = new Set(managers.filter(([lock]) => existsSync(join(root, lock))).map(([, program]) => program));
  return locked.size > 1 ? null : ([...locked][0] ?? "npm");
};

/** What npm writes where there are no tests, what never ends, and what mends files, proves nothing here. */
const isCheck = (script: unknown): boolean =>
  typeof script === "string" && script.trim() !== "" && !/no test specified|--watch|--fix|--write/u.test(script);

const ofPackage = (root: string): readonly Gate[] => {
  const manifest = jsonOf(root, "package.json");
  const scripts = isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
  const manager = managerOf(root, manifest);
  if (manager === null) return [];
  const wanted = [
    ["types", "typecheck"],
    ["lint", "lint"],
    ["tests", "test"],
  ] as const;
  return wanted.filter(([, script]) => isCheck(scripts[script])).map(([name, script]) => ({ name, argv: [manager, "run", script] }));
};

const ofMake = (root: string): readonly Gate[] => {
  const targets: readonly string[] = textOf(root, "Makefile")?.match(/^(?:test|check)(?=[ \t]*:(?!=))/gmu) ?? [];
  const target = ["test", "check"].find((name) => targets.includes(name));
  return target === undefined ? [] : [{ name: "tests", argv: ["make", target] }];
};

/** Without the lock file the check would write one, and count as changing files. */
const ofCargo = (root: string): readonly Gate[] =>
  existsSync(join(root, "Cargo.toml")) && existsSync(join(root, "Cargo.lock"))
    ? [{ name: "tests", argv: ["cargo", "test", "--locked"] }]
    : [];

const ofPython = (root: string): readonly Gate[] =>
  /^\[tool\.pytest/mu.test(textOf(root, "pyproject.toml") ?? "") ? [{ name: "tests", argv: ["pytest"] }] : [];

const line = ({ name, argv }: Gate): string => `${name} (${cleanLine(argv.join(" "))})`;

/** None where two tools offer tests, or the program isn't there: nobody knows then which of them counts. */
export const proposed = (root: string, env: NodeJS.ProcessEnv): Proposed => {
  const tools = [ofPackage(root), ofMake(root), ofCargo(root), ofPython(root)].filter((gates) => gates.length > 0);
  const [gates] = tools;
  if (gates === undefined) return { gates: [], doubt: null };
  if (tools.length > 1) return { gates: [], doubt: `several tools offer some: ${tools.flat().map(line).join(", ")}` };
  const [program = ""] = gates[0]?.argv ?? [];
  return onPath(program, env) === null ? { gates: [], doubt: `${program} is not on PATH` } : { gates, doubt: null };
};

const section = (config: Json): Json => (isRecord(config["iterative"]) ? config["iterative"] : {});
const hasGates = (config: Json): boolean => section(config)["gates"] !== undefined;
export const withGates = (config: Json, gates: readonly Gate[]): Json =>
  gates.length === 0 || hasGates(config) ? config : { ...config, iterative: { ...section(config), gates } };

/** What proves the work of iterative runs, in a line. */
export const gatesLine = (config: Json, { gates, doubt }: Proposed): string => {
  const there = section(config)["gates"];
  const named = Array.isArray(there)
    ? there.filter(isRecord).map(({ name, argv }) => line({ name: String(name), argv: Array.isArray(argv) ? argv.map(String) : [] }))
    : [];
  if (named.length > 0) return `  gates of iterative runs: ${named.join(", ")}`;
  const fits = gates.length > 0 ? `found: ${gates.map(line).join(", ")}` : (doubt ?? "no check was found that is surely one");
  return `  no gate is configured: iterative runs would believe their agents (${fits}); name yours: "iterative": {"gates": [{"name": "tests", "argv": ["…"]}]}`;
};
