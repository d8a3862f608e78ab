// Checks and setup of packages of npm, pnpm, yarn and bun, for init; workspaces of several packages too.
import { matchesAny } from "../../core/glob.ts";
import { isRecord } from "../../core/json/record.ts";
import { type Check, foldersBelow, type Look, type Part, type Setup } from "./look.ts";

type Json = Readonly<Record<string, unknown>>;

const locks: readonly (readonly [lock: string, program: string])[] = [
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

type Manager = {
  readonly program: string;
  /** A yarn that reads .yarnrc.yml. */
  readonly isBerry: boolean;
  readonly lock: string | null;
};

/** Defaults to npm; null: several of them lock the same packages. */
const managerOf = (look: Look, manifest: Json): Manager | null => {
  const named = typeof manifest["packageManager"] === "string" ? manifest["packageManager"] : "";
  const found = locks.filter(([lock]) => look.has(lock));
  const programs = new Set(found.map(([, program]) => program));
  if (named === "" && programs.size > 1) return null;
  const program = named.split("@")[0] || found[0]?.[1] || "npm";
  return {
    program,
    isBerry:
      program === "yarn" &&
      (look.has(".yarnrc.yml") ||
        /^yarn@(?:[2-9]|\d\d)/u.test(named) ||
        /^__metadata:/mu.test(look.text("yarn.lock"))),
    lock: found.find(([, own]) => own === program)?.[0] ?? null,
  };
};

const scriptsOf = (manifest: Json): Json =>
  isRecord(manifest["scripts"]) ? manifest["scripts"] : {};

/** Placeholder scripts of npm, endless ones, and ones that modify files prove nothing. */
const isCheck = (script: unknown): boolean =>
  typeof script === "string" &&
  script.trim() !== "" &&
  !/no test specified|--watch(?!=false)|--fix|--write/u.test(script);

/** The globs of a workspace's packages; null: a single package. */
const workspacesOf = (look: Look, manifest: Json): readonly string[] | null => {
  const { workspaces } = manifest;
  const list = isRecord(workspaces) ? workspaces["packages"] : workspaces;
  if (Array.isArray(list)) return list.filter((glob) => typeof glob === "string");
  const [, packages] =
    /^packages:[ \t]*\n((?:[ \t]*(?:-.*|#.*)?(?:\n|$))*)/mu.exec(
      look.text("pnpm-workspace.yaml"),
    ) ?? [];
  if (packages === undefined) return null;
  return [...packages.matchAll(/^[ \t]*-[ \t]*["']?([^"'#\s]+)/gmu)].map(([, glob = ""]) => glob);
};

const membersOf = (look: Look, globs: readonly string[]): readonly Json[] => {
  const chosen = globs.filter((glob) => !glob.startsWith("!"));
  return foldersBelow(look, 4)
    .filter((folder) =>
      matchesAny(chosen, look.folder === "" ? folder : folder.slice(look.folder.length + 1)),
    )
    .map((folder) => look.at(folder))
    .filter((member) => member.has("package.json"))
    .map((member) => member.json("package.json"));
};

/** How each manager runs a script in all packages that have it. */
const everywhere = ({ program, isBerry }: Manager, script: string): readonly string[] => {
  if (program === "pnpm") return ["pnpm", "--recursive", "--if-present", "run", script];
  if (program === "bun") return ["bun", "run", "--filter", "*", script];
  if (program === "npm") return ["npm", "run", script, "--workspaces", "--if-present"];
  return isBerry
    ? ["yarn", "workspaces", "foreach", "--all", "run", script]
    : ["yarn", "workspaces", "run", script];
};

const wanted = [
  ["types", ["typecheck", "type-check", "check-types"]],
  ["lint", ["lint"]],
  ["tests", ["test"]],
] as const;

const checksOf = (manager: Manager, manifest: Json, members: readonly Json[]): readonly Check[] => {
  const own = scriptsOf(manifest);
  const checks = wanted.flatMap(([name, scripts]) => {
    const script = scripts.find((one) => isCheck(own[one]));
    return script === undefined ? [] : [{ name, argv: [manager.program, "run", script] }];
  });
  const isMissing = own["test"] === undefined || !isCheck(own["test"]);
  const tested = members.filter((member) => isCheck(scriptsOf(member)["test"]));
  const reaches = manager.program !== "yarn" || manager.isBerry || tested.length === members.length;
  return isMissing && tested.length > 0 && reaches
    ? [...checks, { name: "tests", argv: everywhere(manager, "test") }]
    : checks;
};

/** How the program installs exactly the locked versions; without a lock matching ones, without writing a lock into the work. */
const installOf = ({ program, isBerry, lock }: Manager): readonly string[] | null => {
  if (program === "npm") return lock === null ? ["install", "--no-package-lock"] : ["ci"];
  if (isBerry) return lock === null ? null : ["install", "--immutable"];
  if (lock !== null) return ["install", "--frozen-lockfile"];
  if (program === "bun") return ["install", "--no-save"];
  return ["install", program === "pnpm" ? "--no-lockfile" : "--pure-lockfile"];
};

const besides = "pnpm-workspace.yaml .npmrc .pnpmfile.cjs .yarnrc .yarnrc.yml bunfig.toml".split(
  " ",
);
const folders = ["patches", ".yarn/patches", ".yarn/releases"];

/** Scripts that run after an installation and make nothing in the working tree. */
const harmless =
  /^(?:npx )?(?:husky|lefthook|simple-git-hooks|patch-package|only-allow|is-ci)\b[^&;]*$/u;
const makesMore = (manifest: Json): boolean =>
  ["preinstall", "install", "postinstall", "prepare"].some((name) => {
    const script = scriptsOf(manifest)[name];
    return typeof script === "string" && !harmless.test(script.trim());
  });

const setupOf = (
  look: Look,
  manager: Manager,
  manifest: Json,
  members: readonly Json[],
): Setup | null => {
  const isWorkspace = members.length > 0;
  const isNeeded = [manifest, ...members].some((one) =>
    ["dependencies", "devDependencies", "optionalDependencies"].some((key) => {
      const list = one[key];
      return isRecord(list) && Object.keys(list).length > 0;
    }),
  );
  const install = installOf(manager);
  if ((!isNeeded && !isWorkspace) || install === null) return null;
  // Without node_modules, yarn keeps paths of this machine in .pnp.cjs: quickly made anew.
  const isPlugged =
    manager.isBerry &&
    !/^nodeLinker:\s*["']?(?:node-modules|pnpm)/mu.test(look.text(".yarnrc.yml"));
  const isAll = !isPlugged && ![manifest, ...members].some(makesMore);
  return {
    argv: [manager.program, ...install],
    inputs: [
      isWorkspace ? "**/package.json" : "package.json",
      ...(manager.lock === null ? [] : [manager.lock]),
      ...besides.filter((name) => look.has(name)),
      ...folders.filter((name) => look.has(name)).map((name) => `${name}/**`),
    ],
    makes: isAll ? [isWorkspace ? "**/node_modules" : "node_modules"] : [],
  };
};

export const nodePackages = (look: Look): Part | null => {
  if (!look.has("package.json")) return null;
  const manifest = look.json("package.json");
  const manager = managerOf(look, manifest);
  if (manager === null)
    return {
      tool: "packages",
      needs: [],
      checks: [],
      setup: null,
      doubt: `${locks
        .map(([lock]) => lock)
        .filter((lock) => look.has(lock))
        .join(" and ")} lock the same packages; "packageManager" in package.json says which counts`,
    };
  const globs = workspacesOf(look, manifest);
  const members = globs === null ? [] : membersOf(look, globs);
  return {
    tool: manager.program,
    needs: [manager.program],
    checks: checksOf(manager, manifest, members),
    setup: setupOf(look, manager, manifest, members),
  };
};
