// Lock files of package managers: which program makes each anew from its manifest after a merge.
import type { Path } from "./row.ts";

export type LockFile = {
  readonly lock: string;
  readonly manifest: string;
  /** Makes the lock file fit the manifest with the fewest changes, and installs nothing where it can. */
  readonly argv: readonly string[];
  /** Only lock files with this text; several rows may have one name. */
  readonly holds?: RegExp;
  /** The version of its format, which the program must leave as it is: another one is read differently elsewhere. */
  readonly version?: RegExp;
  /** Whether the program also writes the manifest. */
  readonly both?: true;
};

const npm = [
  "npm",
  "install",
  "--package-lock-only",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
];
const composer =
  "composer update --minimal-changes --no-install --no-scripts --no-plugins --no-interaction".split(
    " ",
  );
const ofNode = { manifest: "package.json", version: /"?lockfileVersion"?: *['"]?([\d.]+)/u };

export const lockFiles: readonly LockFile[] = [
  { lock: "package-lock.json", ...ofNode, argv: npm },
  { lock: "npm-shrinkwrap.json", ...ofNode, argv: npm },
  {
    lock: "pnpm-lock.yaml",
    ...ofNode,
    argv: ["pnpm", "install", "--lockfile-only", "--ignore-scripts", "--no-frozen-lockfile"],
  },
  {
    lock: "yarn.lock",
    manifest: "package.json",
    holds: /^__metadata:/mu,
    version: /^__metadata:\n {2}version: (\d+)/mu,
    argv: ["yarn", "install", "--mode=update-lockfile", "--no-immutable"],
  },
  {
    lock: "yarn.lock",
    manifest: "package.json",
    version: /^# yarn lockfile v(\d+)/mu,
    argv: ["yarn", "install", "--ignore-scripts", "--non-interactive", "--no-progress"],
  },
  {
    lock: "bun.lock",
    ...ofNode,
    argv: ["bun", "install", "--lockfile-only", "--ignore-scripts"],
  },
  {
    lock: "Cargo.lock",
    manifest: "Cargo.toml",
    version: /^version = (\d+)$/mu,
    argv: ["cargo", "update", "--workspace"],
  },
  { lock: "go.sum", manifest: "go.mod", argv: ["go", "mod", "tidy"], both: true },
  {
    lock: "uv.lock",
    manifest: "pyproject.toml",
    version: /^version = (\d+)$/mu,
    argv: ["uv", "lock"],
  },
  {
    lock: "poetry.lock",
    manifest: "pyproject.toml",
    version: /^lock-version = "([\d.]+)"$/mu,
    argv: ["poetry", "lock", "--no-interaction"],
  },
  {
    lock: "composer.lock",
    manifest: "composer.json",
    argv: composer,
  },
  { lock: "Gemfile.lock", manifest: "Gemfile", argv: ["bundle", "lock"] },
];

const nameIn = (path: Path): string => path.slice(path.lastIndexOf("/") + 1);

export const isLockFile = (path: Path): boolean =>
  lockFiles.some(({ lock }) => lock === nameIn(path));

/** @param text what the lock file holds; without: by its name alone */
export const lockFileOf = (path: Path, text?: string): LockFile | undefined =>
  lockFiles.find(
    ({ lock, holds }) =>
      lock === nameIn(path) && (text === undefined || holds === undefined || holds.test(text)),
  );
