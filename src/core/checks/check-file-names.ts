// Names of files by which checks and agents go, by language and tool: tests, settings of builds, and instructions.

/** Patterns of file names, `*` within a name; with a `/` at its end a folder, wherever it lies. */
type Names = { readonly tests?: string; readonly builds?: string };

/** By what the runners' and build tools' own documentation names. */
export const languages: Readonly<Record<string, Names>> = {
  "all languages": {
    tests:
      "test/ tests/ spec/ specs/ e2e/ testdata/ testutil/ fixtures/ __fixtures__/ snapshots/ golden/ *.feature *.snap *.approved.* *.golden",
    builds:
      "script/ scripts/ .github/ .gitlab/ .circleci/ .ci/ .buildkite/ .husky/ .githooks/ .git-hooks/ .lefthook/ vendor/ third_party/ node_modules/ .gitlab-ci.yml .travis.yml Jenkinsfile azure-pipelines.yml .env .env.* .envrc .tool-versions .mise.toml mise.*toml .direnv/ .worktreeinclude .gitignore .gitattributes .gitmodules .pre-commit-config.yaml lefthook.* .lefthook.* .overcommit.yml",
  },
  "JavaScript and TypeScript": {
    tests:
      "__tests__/ __snapshots__/ tap-snapshots/ __mocks__/ cypress/ *.test.* *.spec.* *.cy.* *-test.* *-spec.* test-*.* test.*",
    builds:
      "package.json package-lock.json npm-shrinkwrap.json .npmrc pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.* .pnp.* yarn.lock .yarnrc* .yarn/ bun.lock* bunfig.toml deno.json* deno.lock jsr.json .nvmrc .node-version *.config.* *.conf.js *.conf.ts *.conf.cjs *.conf.mjs tsconfig*.json jsconfig*.json .babelrc* .swcrc .mocharc* .nycrc* .c8rc* .taprc* .eslintrc* .eslintignore .oxlintrc* .prettierrc* .prettierignore biome.json* vitest.workspace.* setupTests.* *.setup.* jasmine.json gulpfile.* Gruntfile.* Jakefile* .lintstagedrc* turbo.json nx.json lerna.json",
  },
  Python: {
    tests: "test_*.* *_test.* tests.* *.ambr",
    builds:
      "pyproject.toml setup.py setup.cfg requirements*.txt constraints*.txt poetry.lock uv.lock uv.toml pdm.lock Pipfile* .python-version conftest.py pytest.ini .pytest.ini pytest.toml tox.ini tox.toml noxfile.py .coveragerc mypy.ini .flake8 ruff.toml .ruff.toml sitecustomize.py usercustomize.py *.pth *.dist-info/ *.egg-info/ hatch.toml tasks.py dodo.py environment.yml manage.py",
  },
  Go: { builds: "go.mod go.sum go.work* .golangci.* magefile.go" },
  Rust: {
    builds:
      "Cargo.toml Cargo.lock rust-toolchain* .cargo/ build.rs clippy.toml .clippy.toml rustfmt.toml .rustfmt.toml nextest.toml",
  },
  "Java, Kotlin, Scala and Groovy": {
    tests:
      "androidTest/ testFixtures/ integrationTest/ *Test.java *Tests.java *TestCase.java *IT.java *Test.kt *Tests.kt *Spec.kt *Spec.scala *Suite.scala *Test.scala *Spec.groovy *Test.groovy",
    builds:
      "pom.xml .mvn/ mvnw mvnw.cmd build.gradle* settings.gradle* gradle.properties gradle.lockfile gradle/ gradlew gradlew.bat buildSrc/ build.sbt project.sbt build.sc .scalafmt.conf",
  },
  "C and C++": {
    tests: "*_unittest.* *_tests.*",
    builds:
      "CMakeLists.txt CMakePresets.json CTestConfig.cmake CTestTestfile.cmake *.cmake meson.build meson_options.txt meson.options configure configure.ac configure.in *.m4 conanfile.* vcpkg.json SConstruct SConscript wscript xmake.lua premake5.lua",
  },
  "C# and F#": {
    tests: "*.Tests/ *.Test/ *Tests/ *Test/ *Test.cs *Tests.cs *Test.fs *Tests.fs",
    builds:
      "*.csproj *.fsproj *.vbproj *.sln *.slnx *.props *.targets *.runsettings nuget.config NuGet.Config packages.lock.json global.json",
  },
  Swift: {
    tests: "Tests/ *Tests.swift *Test.swift",
    builds: "Package.swift Package.resolved *.xctestplan *.xcconfig project.pbxproj *.xcscheme",
  },
  Ruby: {
    tests: "features/ *_spec.rb *_test.rb",
    builds:
      "Gemfile* *.gemspec Rakefile *.rake .rspec .rspec-local .ruby-version .rubocop* Guardfile spec_helper.rb rails_helper.rb",
  },
  PHP: {
    tests: "*Test.php *Cest.php *Cept.php",
    builds:
      "composer.json composer.lock phpunit.xml* phpunit.dist.xml codeception.* behat.* phpstan.* psalm.xml* Pest.php artisan",
  },
  "Elixir and Erlang": {
    tests: "*_test.exs *_SUITE.erl *_tests.erl",
    builds: "mix.exs mix.lock test_helper.exs rebar.config rebar.lock",
  },
  "Dart and Flutter": {
    tests: "*_test.dart integration_test/",
    builds: "pubspec.* dart_test.yaml analysis_options.yaml build.yaml",
  },
  Haskell: {
    tests: "*Spec.hs",
    builds: "*.cabal cabal.project* stack.yaml* package.yaml Setup.hs hie.yaml",
  },
  Clojure: {
    tests: "*_test.clj *_test.cljc *_test.cljs",
    builds: "project.clj deps.edn shadow-cljs.edn tests.edn build.clj",
  },
  OCaml: { builds: "dune dune-project dune-workspace *.opam *.opam.locked" },
  Perl: { tests: "t/ xt/ *.t", builds: "Makefile.PL Build.PL cpanfile* dist.ini .proverc" },
  R: { tests: "testthat/", builds: "DESCRIPTION NAMESPACE renv.lock .Rprofile testthat.R" },
  Julia: { tests: "runtests.jl", builds: "Project.toml Manifest.toml" },
  Lua: { tests: "*_spec.lua", builds: "*.rockspec .busted .luacheckrc" },
  Zig: { builds: "build.zig build.zig.zon" },
  "Nim, Crystal and D": {
    builds: "*.nimble config.nims shard.yml shard.lock dub.json dub.sdl dub.selections.json",
  },
  Shell: { tests: "*.bats", builds: "*.sh *.bash *.bat *.cmd *.ps1 *.psd1" },
  PowerShell: { tests: "*.Tests.ps1" },
  "what tools keep of earlier runs": {
    builds:
      "__pycache__/ *.pyc *.tsbuildinfo .eslintcache .stylelintcache .pytest_cache/ .mypy_cache/ .ruff_cache/ .turbo/ .nx/ .task/ .gradle/ .parcel-cache/",
  },
  editors: {
    builds:
      ".vscode/ .idea/ .zed/ *.code-workspace .dir-locals.el .exrc .nvimrc .nvim.lua .lldbinit .gdbinit",
  },
  "build tools": {
    builds:
      "Makefile makefile GNUmakefile *.mk Makefile.am Justfile justfile .justfile *.just Rakefile Taskfile* BUILD BUILD.bazel WORKSPACE* MODULE.bazel *.bzl .bazelrc BUCK .buckconfig pants.toml build.xml *.ninja Earthfile dagger.json Tiltfile Procfile flake.nix flake.lock default.nix shell.nix devbox.json",
  },
  containers: {
    builds:
      "Dockerfile* *.dockerfile Containerfile docker-compose* compose.y*ml docker-bake.* .dockerignore Vagrantfile .devcontainer/",
  },
};

/** By which agent programs let themselves be told, as their own documentation names them. */
export const instructions =
  "CLAUDE.md CLAUDE.local.md .claude/ AGENTS.md AGENTS.override.md .agents/ .codex/ GEMINI.md .gemini/ QWEN.md .qwen/ .cursor/ .cursorrules .mcp.json opencode.json* .opencode/ .github/copilot-instructions.md .github/instructions/ .windsurfrules .windsurf/ .clinerules .clinerules/ .aider.conf.yml CONVENTIONS.md .goosehints .junie/ .kiro/ .amazonq/ .continue/ .roo/ .roorules .factory/ .crush.json crush.json AGENT.md WARP.md .rules .trae/ .augment/ .augment-guidelines .ignore .rgignore .fdignore .geminiignore .qwenignore .cursorignore .aiderignore .clineignore .rooignore .codeiumignore .aiexclude";
