// Detection of a repository's checks and of a fresh checkout's setup, if unambiguous.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "../../core/parsed.ts";
import { isRecord } from "../../core/record.ts";
import { cleanLine } from "../clean.ts";
import { onPath } from "../on-path.ts";

type Json = Readonly<Record<string, unknown>>;
export type Check = { readonly name: string; readonly argv: readonly string[] };
export type Setup = {
  readonly argv: readonly string[];
  readonly inputs: readonly string[];
  readonly makes: readonly string[];
};
/** `doubt`: why no check is proposed although something was found. `setup`: null if none is needed. */
export type Proposed = {
  readonly checks: readonly Check[];
  readonly setup: Setup | null;
  readonly doubt: string | null;
};

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

/** `exactly`: how the program installs exactly the locked versions. */
const managers: readonly (readonly [lock: string, program: string, exactly: readonly string[]])[] =
  [
    ["package-lock.json", "npm", ["ci"]],
    ["pnpm-lock.yaml", "pnpm", ["install", "--frozen-lockfile"]],
    ["yarn.lock", "yarn", ["install", "--frozen-lockfile"]],
    ["bun.lock", "bun", ["install", "--frozen-lockfile"]],
    ["bun.lockb", "bun", ["install", "--frozen-lockfile"]],
  ];

/** Defaults to npm; null: two of them lock the same packages. */
const managerOf = (root: string, manifest: Json): string | null => {
  const named =
    typeof manifest["packageManager"] === "string"
      ? manifest["packageManager"].split("@")[0]
      : undefined;
  if (named !== undefined) return named;
  const locked = new Set(
    managers.filter(([lock]) => existsSync(join(root, lock))).map(([, program]) => program),
  );
  return locked.size > 1 ? null : ([...locked][0] ?? "npm");
};

/** Placeholder scripts of npm, endless ones, and ones that modify files prove nothing. */
const isCheck = (script: unknown): boolean =>
  typeof script === "string" &&
  script.trim() !== "" &&
  !/no test specified|--watch|--fix|--write/u.test(script);

const ofPackage = (root: string): readonly Check[] => {
  const manifest = jsonOf(root, "package.json");
  const scripts = isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
  const manager = managerOf(root, manifest);
  if (manager === null) return [];
  const wanted = [
    ["types", "typecheck"],
    ["lint", "lint"],
    ["tests", "test"],
  ] as const;
  return wanted
    .filter(([, script]) => isCheck(scripts[script]))
    .map(([name, script]) => ({ name, argv: [manager, "run", script] }));
};

const ofMake = (root: string): readonly Check[] => {
  const targets: readonly string[] =
    textOf(root, "Makefile")?.match(/^(?:test|check)(?=[ \t]*:(?!=))/gmu) ?? [];
  const target = ["test", "check"].find((name) => targets.includes(name));
  return target === undefined ? [] : [{ name: "tests", argv: ["make", target] }];
};

/** Without the lock file the check would create one, and count as changing files. */
const ofCargo = (root: string): readonly Check[] =>
  existsSync(join(root, "Cargo.toml")) && existsSync(join(root, "Cargo.lock"))
    ? [{ name: "tests", argv: ["cargo", "test", "--locked"] }]
    : [];

const ofPython = (root: string): readonly Check[] =>
  /^\[tool\.pytest/mu.test(textOf(root, "pyproject.toml") ?? "")
    ? [{ name: "tests", argv: ["pytest"] }]
    : [];

/** For a package with dependencies. Without a lock npm installs matching versions, without writing a lock into the work. */
const setupOf = (root: string, env: NodeJS.ProcessEnv): Setup | null => {
  const manifest = jsonOf(root, "package.json");
  const manager = managerOf(root, manifest);
  const needs = ["dependencies", "devDependencies"].some(
    (key) => isRecord(manifest[key]) && Object.keys(manifest[key]).length > 0,
  );
  if (!needs || manager === null || onPath(manager, env) === null) return null;
  const makes = ["node_modules"];
  const found = managers.find(
    ([lock, program]) => program === manager && existsSync(join(root, lock)),
  );
  if (found !== undefined)
    return { argv: [manager, ...found[2]], inputs: ["package.json", found[0]], makes };
  return manager === "npm"
    ? { argv: ["npm", "install", "--no-package-lock"], inputs: ["package.json"], makes }
    : null;
};

const line = ({ name, argv }: Check): string => `${name} (${cleanLine(argv.join(" "))})`;

/** No check if two tools offer tests, or the program is missing: the right one is unknown then. */
export const proposed = (root: string, env: NodeJS.ProcessEnv): Proposed => {
  const setup = setupOf(root, env);
  const tools = [ofPackage(root), ofMake(root), ofCargo(root), ofPython(root)].filter(
    (checks) => checks.length > 0,
  );
  const [checks] = tools;
  if (checks === undefined) return { checks: [], setup, doubt: null };
  if (tools.length > 1)
    return {
      checks: [],
      setup,
      doubt: `several tools offer some: ${tools.flat().map(line).join(", ")}`,
    };
  const [program = ""] = checks[0]?.argv ?? [];
  return onPath(program, env) === null
    ? { checks: [], setup, doubt: `${program} is not on PATH` }
    : { checks, setup, doubt: null };
};

/** Adds the accepted proposals, unless the configuration has its own. */
export const withChecks = (config: Json, { checks, setup }: Proposed): Json => ({
  ...config,
  ...(checks.length === 0 || config["checks"] !== undefined ? {} : { checks }),
  ...(setup === null || config["setup"] !== undefined ? {} : { setup }),
});

const listed = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value
        .filter(isRecord)
        .map(({ name, argv }) =>
          line({ name: String(name), argv: Array.isArray(argv) ? argv.map(String) : [] }),
        )
    : [];

/** Whether jobs use places, and how their work reaches the user; null: no places. */
export type Placed = "merged" | "written" | null;
const ways = {
  merged: "this checkout changes by cairn merge alone",
  written:
    "this folder lies in no git repository: what is proved is written into it at once, and cairn undo takes it back",
} as const;

/** The checks of work, and the setup of a checkout: one line each. */
export const checksLines = (
  config: Json,
  { checks, setup, doubt }: Proposed,
  placed: Placed,
): readonly string[] => {
  const named = [
    ...listed(config["checks"]),
    ...listed(isRecord(config["iterative"]) ? config["iterative"]["gates"] : null),
  ];
  const fits =
    checks.length > 0
      ? `found: ${checks.map(line).join(", ")}`
      : (doubt ?? "none was found that is surely one");
  const made = isRecord(config["setup"]) ? config["setup"]["argv"] : null;
  const missing =
    placed === "merged" && config["setup"] === undefined && config["place"] === undefined;
  const readied =
    setup === null
      ? `copy it by "place": {"copy": [".env"]}, or make it by "setup" (\`cairn help configuration\`)`
      : `make it by "setup": ${JSON.stringify(setup)}, copy it by "place": {"copy": [".env"]}`;
  return [
    named.length > 0
      ? `  work counts once these pass: ${named.join(", ")}`
      : `  no check is configured: only the checks that a plan names would be run, and of iterative work agents' word would count (${fits}); name yours: "checks": [{"name": "tests", "argv": ["…"]}]`,
    ...(placed === null ? [] : [`  jobs work in places of their own; ${ways[placed]}`]),
    ...(Array.isArray(made)
      ? [`  a fresh checkout is made ready by: ${cleanLine(made.join(" "))}`]
      : []),
    ...(missing
      ? [
          `  what git ignores (dependencies, .env) isn't there, for jobs and checks alike: ${readied}`,
        ]
      : []),
  ];
};
