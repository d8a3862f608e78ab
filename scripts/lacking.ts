// Test files that want a program which not every machine has: where it is missing they are left out, by name.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

type Wanted = {
  readonly program: string;
  readonly argv: readonly string[];
  readonly files: RegExp;
};

/** A container may have bwrap and forbid what it does: only a fence that was made shows that one can be. */
const wanted: readonly Wanted[] = [
  {
    program: "bubblewrap (bwrap), allowed to make namespaces",
    argv: ["bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"],
    files:
      /^test\/contract\/fence\/(?!told)|^test\/lies\/|^test\/e2e\/(?:fenced\.long|secrets\.long|ralph-edited\.long|cli-doctor)|^test\/crash\/ralph\.long|^test\/guide\/examples\.long/u,
  },
  {
    program: "packages of the site (npm ci --prefix site)",
    argv: ["test", "-e", join(import.meta.dirname, "../site/node_modules")],
    files: /^test\/guide\/site\.long/u,
  },
  { program: "zsh", argv: ["zsh", "-c", ":"], files: /^test\/e2e\/completion-shells\.long/u },
  { program: "fish", argv: ["fish", "-c", ":"], files: /^test\/e2e\/completion-shells\.long/u },
  {
    program: "git-lfs",
    argv: ["git-lfs", "version"],
    files: /^test\/contract\/places\/lfs\.long/u,
  },
];

/** Of these files those that can't run here, and the program that each lacks. */
export const lacking = (files: readonly string[]): ReadonlyMap<string, string> => {
  const missing = wanted.filter(
    (one) =>
      files.some((file) => one.files.test(file)) &&
      spawnSync(one.argv[0] ?? "", one.argv.slice(1), { stdio: "ignore" }).status !== 0,
  );
  return new Map(
    missing.flatMap(({ program, files: those }) =>
      files.filter((file) => those.test(file)).map((file): [string, string] => [file, program]),
    ),
  );
};
