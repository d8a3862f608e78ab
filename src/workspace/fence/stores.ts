// Table of caches and stores of package managers and compilers, and how a fence serves each.

/**
 * `folder`: below the user's home. `variable`: names the folder, or one above it that holds `within`.
 * `readOnly`: whether its tools can work with a read-only folder; else they get an empty one where
 * it isn't served. `programs`: the first found on PATH, the variable names a temporary folder where the
 * user's is missing. `files`: a repository that tracks one by such a name, or whose commands name a
 * program, has the store served: each costs every start of a program a mount.
 */
export type Store = {
  readonly tool: string;
  readonly folder: string;
  readonly variable: { readonly name: string; readonly within: string } | null;
  readonly readOnly: boolean;
  readonly programs: readonly string[];
  readonly files: readonly string[];
};

const store = (
  tool: string,
  programs: string,
  files: string,
  folder: string,
  variable: string,
  within = "",
  readOnly = false,
): Store => ({
  tool,
  folder,
  variable: variable === "" ? null : { name: variable, within },
  readOnly,
  programs: programs.split(" "),
  files: files.split(" "),
});

const go = "go.mod go.work *.go";
const linted = ".golangci.yml .golangci.yaml .golangci.toml .golangci.json";
const pnpm = "pnpm-lock.yaml pnpm-workspace.yaml";
const yarn = "yarn.lock .yarnrc.yml";
const python =
  "pyproject.toml setup.py setup.cfg requirements.txt requirements-dev.txt dev-requirements.txt";
const gradle = "build.gradle build.gradle.kts settings.gradle settings.gradle.kts";
const dotnet = "*.csproj *.fsproj *.vbproj *.sln *.slnx";
const native = "CMakeLists.txt meson.build configure configure.ac Makefile makefile GNUmakefile";

/** Users' programs and settings beside a store stay readable: their changes are lost with the job. */
export const stores: readonly Store[] = [
  store("Go, compiled packages", "go", go, ".cache/go-build", "GOCACHE"),
  store("Go, modules", "go", go, "go/pkg", "GOPATH", "pkg", true),
  store("golangci-lint", "golangci-lint", linted, ".cache/golangci-lint", "GOLANGCI_LINT_CACHE"),
  store("Cargo", "cargo", "Cargo.toml", ".cargo", "CARGO_HOME", "", true),
  store("npm", "npm npx", "package.json", ".npm/_cacache", "npm_config_cache", "_cacache"),
  store("pnpm, store", "pnpm pnpx", pnpm, ".local/share/pnpm", "PNPM_HOME"),
  store("pnpm, metadata", "pnpm pnpx", pnpm, ".cache/pnpm", ""),
  store("Yarn", "yarn", yarn, ".yarn/berry", "YARN_GLOBAL_FOLDER"),
  store("Yarn 1", "yarn", yarn, ".cache/yarn", "YARN_CACHE_FOLDER"),
  store("Bun", "bun bunx", "bun.lock bun.lockb", ".bun/install/cache", "BUN_INSTALL_CACHE_DIR"),
  store(
    "Corepack",
    "corepack pnpm yarn",
    `${pnpm} ${yarn}`,
    ".cache/node/corepack",
    "COREPACK_HOME",
  ),
  store("Deno", "deno", "deno.json deno.jsonc deno.lock", ".cache/deno", "DENO_DIR"),
  store("uv", "uv uvx", `uv.lock ${python}`, ".cache/uv", "UV_CACHE_DIR"),
  store("pip", "pip pip3 tox", `tox.ini ${python}`, ".cache/pip", "PIP_CACHE_DIR"),
  store("Poetry", "poetry", "pyproject.toml poetry.lock", ".cache/pypoetry", "POETRY_CACHE_DIR"),
  store("Gradle", "gradle gradlew", gradle, ".gradle", "GRADLE_USER_HOME"),
  store("Maven", "mvn mvnw", "pom.xml", ".m2", "", "", true),
  store("NuGet", "dotnet", dotnet, ".nuget/packages", "NUGET_PACKAGES", "", true),
  store("Composer", "composer", "composer.json", ".cache/composer", "COMPOSER_CACHE_DIR"),
  store("Bundler", "bundle", "Gemfile *.gemspec", ".bundle", "BUNDLE_USER_HOME", "", true),
  store("ccache", "ccache", native, ".cache/ccache", "CCACHE_DIR"),
  store("sccache", "sccache", `Cargo.toml ${native}`, ".cache/sccache", "SCCACHE_DIR"),
  store("Zig", "zig", "build.zig", ".cache/zig", "ZIG_GLOBAL_CACHE_DIR"),
];
