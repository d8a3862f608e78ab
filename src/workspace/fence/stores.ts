// Table of caches and stores of package managers and compilers, and how a fence serves each.

/**
 * `folder`: below the user's home. `variable`: names the folder, or one above it that holds `within`.
 * `readOnly`: whether its tools can work with a read-only folder; else they get an empty one where
 * the system makes no overlay. `program`: found on PATH, the variable names a temporary folder where
 * the user's is missing.
 */
export type Store = {
  readonly tool: string;
  readonly folder: string;
  readonly variable: { readonly name: string; readonly within: string } | null;
  readonly readOnly: boolean;
  readonly program: string;
};

const store = (
  tool: string,
  program: string,
  folder: string,
  variable: string,
  within = "",
  readOnly = false,
): Store => ({
  tool,
  program,
  folder,
  variable: variable === "" ? null : { name: variable, within },
  readOnly,
});

/** Users' programs and settings beside a store stay readable: their changes are lost with the job. */
export const stores: readonly Store[] = [
  store("Go, compiled packages", "go", ".cache/go-build", "GOCACHE"),
  store("Go, modules", "go", "go/pkg", "GOPATH", "pkg", true),
  store("golangci-lint", "golangci-lint", ".cache/golangci-lint", "GOLANGCI_LINT_CACHE"),
  store("Cargo", "cargo", ".cargo", "CARGO_HOME", "", true),
  store("npm", "npm", ".npm/_cacache", "npm_config_cache", "_cacache"),
  store("pnpm, store", "pnpm", ".local/share/pnpm", "PNPM_HOME"),
  store("pnpm, metadata", "pnpm", ".cache/pnpm", ""),
  store("Yarn", "yarn", ".yarn/berry", "YARN_GLOBAL_FOLDER"),
  store("Yarn 1", "yarn", ".cache/yarn", "YARN_CACHE_FOLDER"),
  store("Bun", "bun", ".bun/install/cache", "BUN_INSTALL_CACHE_DIR"),
  store("Corepack", "corepack", ".cache/node/corepack", "COREPACK_HOME"),
  store("Deno", "deno", ".cache/deno", "DENO_DIR"),
  store("uv", "uv", ".cache/uv", "UV_CACHE_DIR"),
  store("pip", "pip", ".cache/pip", "PIP_CACHE_DIR"),
  store("Poetry", "poetry", ".cache/pypoetry", "POETRY_CACHE_DIR"),
  store("Gradle", "gradle", ".gradle", "GRADLE_USER_HOME"),
  store("Maven", "mvn", ".m2", "", "", true),
  store("NuGet", "dotnet", ".nuget/packages", "NUGET_PACKAGES", "", true),
  store("Composer", "composer", ".cache/composer", "COMPOSER_CACHE_DIR"),
  store("Bundler", "bundle", ".bundle", "BUNDLE_USER_HOME", "", true),
  store("ccache", "ccache", ".cache/ccache", "CCACHE_DIR"),
  store("sccache", "sccache", ".cache/sccache", "SCCACHE_DIR"),
  store("Zig", "zig", ".cache/zig", "ZIG_GLOBAL_CACHE_DIR"),
];
