// What tools leave behind, as lines of .gitignore: taken from github.com/github/gitignore (CC0-1.0) at dcc0fc7bc2b5, see docs/decisions/0034.

/** Without the lines of a template that also name what people write: see the decision. */
type Template = {
  /** Files of whoever uses the language; null: anyone. */
  readonly of: RegExp | null;
  readonly lines: string;
};

/** A tracked or new file with such a name; names end with a NUL. */
const named = (names: string): RegExp => new RegExp(`(?:^|[/\\0])(?:${names})\\0`, "u");

const templates: readonly Template[] = [
  {
    // Global/macOS, Windows, Linux, Vim and Emacs; core dumps are in no template.
    of: null,
    lines: String.raw`
.DS_Store __MACOSX/ .AppleDouble .LSOverride ._* .Spotlight-V100 .Trashes .fseventsd
Thumbs.db ehthumbs.db *.stackdump [Dd]esktop.ini $RECYCLE.BIN/
*~ .fuse_hidden* .directory .Trash-* .nfs* nohup.out core.[0-9][0-9]*
[._]*.sw[a-p] [._]*.un~ .netrwhist \#*\# .\#*`,
  },
  {
    // Node
    of: named("package\\.json"),
    lines: String.raw`
npm-debug.log* yarn-debug.log* yarn-error.log* lerna-debug.log*
report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json lib-cov coverage !**/src/**/coverage *.lcov .nyc_output .grunt
bower_components .lock-wscript node_modules/ jspm_packages/ *.tsbuildinfo .npm .eslintcache
.stylelintcache .node_repl_history .yarn-integrity .cache .parcel-cache .next .nuxt
dist !**/src/**/dist .output .temp .svelte-kit/ **/.vitepress/cache .docusaurus .serverless/
.fusebox/ .dynamodb/ .tern-port .vscode-test .pnpm-store vite.config.js.timestamp-*
vite.config.ts.timestamp-* .vite/`,
  },
  {
    // Python
    of: named("[^/\\0]*\\.py|pyproject\\.toml|requirements[^/\\0]*\\.txt|Pipfile"),
    lines: String.raw`
__pycache__/ *.py[codz] *$py.class *.so .Python develop-eggs/ dist/ !**/src/**/dist/ .eggs/
*.egg-info/ .installed.cfg *.egg pip-log.txt pip-delete-this-directory.txt htmlcov/ .tox/ .nox/
.coverage .coverage.* .cache nosetests.xml coverage.xml *.cover *.py.cover *.lcov .hypothesis/
.pytest_cache/ .webassets-cache .scrapy .pybuilder/ .ipynb_checkpoints .pdm-python .pdm-build/
__pypackages__/ *.sage.py .venv venv/ env.bak/ venv.bak/ .spyderproject .spyproject .ropeproject
.mypy_cache/ .dmypy.json dmypy.json .pyre/ .pytype/ cython_debug/ .ruff_cache/ __marimo__/`,
  },
  {
    // Go
    of: named("go\\.mod"),
    lines: "*.exe *.exe~ *.dll *.dylib *.coverprofile profile.cov",
  },
  {
    // Rust
    of: named("Cargo\\.toml"),
    lines: "target !**/src/**/target **/*.rs.bk **/mutants.out*/ rustc-ice-*.txt",
  },
  {
    // Maven and Java
    of: named("pom\\.xml"),
    lines: String.raw`
target/ !**/src/**/target/ pom.xml.tag pom.xml.releaseBackup pom.xml.versionsBackup pom.xml.next
dependency-reduced-pom.xml .mvn/timing.properties *.class .mtj.tmp/ hs_err_pid* replay_pid*`,
  },
  {
    // Gradle and Java
    of: named("(?:build|settings)\\.gradle(?:\\.kts)?"),
    lines: String.raw`
.gradle **/build/ !**/src/**/build/ .gradletasknamecache *.class .mtj.tmp/ hs_err_pid* replay_pid*`,
  },
  {
    // Ruby
    of: named("Gemfile|[^/\\0]*\\.gemspec"),
    lines: "*.rbc /coverage/ /.yardoc/ /.bundle/ /vendor/bundle .byebug_history",
  },
  {
    // Composer
    of: named("composer\\.json"),
    lines: "composer.phar /vendor/",
  },
];

/** For a repository with these files. @param names each with a NUL at its end */
export const litterLines = (names: string): string =>
  templates
    .filter(({ of }) => of === null || of.test(names))
    .map(({ lines }) => `${lines.trim().replaceAll(/\s+/gu, "\n")}\n`)
    .join("");

/** For a folder without git: no file there is known to be people's, so that a few languages have to do. */
export const folderLitter = `.git\n.cairn\n.hg\n.svn\n${litterLines("package.json\0a.py\0Cargo.toml\0pom.xml\0")}`;
