// Checks and setup of Go, Rust, Maven, Gradle and .NET projects, and of Makefiles, for init.
import { below, type Look, type Part } from "./look.ts";

const tests = (argv: readonly string[], cwd?: string) => ({
  name: "tests",
  argv,
  ...(cwd === undefined ? {} : { cwd }),
});

/** Modules that go.work names; a single one is at the folder itself. */
const modulesOf = (look: Look): readonly string[] => {
  const text = look.text("go.work").replaceAll(/\/\/.*$/gmu, "");
  const used = [...text.matchAll(/^use\s+(?:\(([^)]*)\)|(\S+))/gmu)];
  return used
    .flatMap(([, many = "", one = ""]) => [...many.split(/\s+/u), one])
    .map((path) => path.replaceAll(/^"|"$|\/$/gu, "").replace(/^\.\//u, ""))
    .filter((path) => path !== "" && !path.startsWith(".."));
};

export const go = (look: Look): Part | null => {
  const modules = modulesOf(look);
  if (modules.length === 0 && !look.has("go.mod")) return null;
  const argv = ["go", "test", "./..."];
  const isFetched = [".", ...modules].some((path) => look.has(`${path}/go.sum`));
  return {
    tool: "go",
    needs: ["go"],
    checks:
      modules.length === 0
        ? [tests(argv)]
        : modules.map((path) =>
            path === "." ? tests(argv) : { ...tests(argv, path), name: `${path} tests` },
          ),
    setup:
      isFetched && !look.has("vendor")
        ? {
            argv: ["go", "mod", "download"],
            inputs:
              modules.length === 0
                ? ["go.mod", "go.sum"]
                : ["go.work", "go.work.sum", "**/go.mod", "**/go.sum"],
            makes: [],
          }
        : null,
  };
};

export const rust = (look: Look): Part | null => {
  if (!look.has("Cargo.toml")) return null;
  const all = /^\[workspace\]/mu.test(look.text("Cargo.toml")) ? ["--workspace"] : [];
  const part = { tool: "cargo", needs: ["cargo"] };
  const inputs = ["**/Cargo.toml"];
  if (/(?:^|\/)Cargo\.lock\s*$/mu.test(look.text(".gitignore")))
    return {
      ...part,
      checks: [tests(["cargo", "test", ...all])],
      setup: { argv: ["cargo", "fetch"], inputs, makes: ["Cargo.lock"] },
    };
  // Without it a check would create one, and count as changing files.
  if (!look.has("Cargo.lock"))
    return {
      ...part,
      checks: [],
      setup: null,
      doubt: "Cargo.lock is missing; commit or ignore it",
    };
  const isFetched = /^source = /mu.test(look.text("Cargo.lock"));
  return {
    ...part,
    checks: [tests(["cargo", "test", "--locked", ...all])],
    setup: isFetched
      ? { argv: ["cargo", "fetch", "--locked"], inputs: [...inputs, "Cargo.lock"], makes: [] }
      : null,
  };
};

/** A build tool by the project's own script, else by the program. */
const byWrapper = (look: Look, script: string, program: string, words: readonly string[]): Part => {
  const isOwn = look.has(script);
  return {
    tool: program,
    needs: isOwn ? ["java"] : [program],
    checks: [tests([isOwn ? `./${script}` : program, ...words])],
    setup: null,
  };
};

export const maven = (look: Look): Part | null =>
  look.has("pom.xml") ? byWrapper(look, "mvnw", "mvn", ["-B", "test"]) : null;

export const gradle = (look: Look): Part | null =>
  ["settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"].some((name) =>
    look.has(name),
  )
    ? byWrapper(look, "gradlew", "gradle", ["--no-daemon", "test"])
    : null;

export const dotnet = (look: Look): Part | null => {
  const names = look.names();
  const solutions = names.filter((name) => /\.slnx?$/u.test(name));
  const projects = names.filter((name) => /\.(?:cs|fs|vb)proj$/u.test(name));
  const [first, ...more] = solutions.length > 0 ? solutions : projects;
  if (first === undefined) return null;
  const part = { tool: "dotnet", needs: ["dotnet"] };
  if (more.length > 0)
    return { ...part, checks: [], setup: null, doubt: `${first} and ${more.join(", ")} lie here` };
  return {
    ...part,
    checks: [tests(["dotnet", "test", "--no-restore", first])],
    // What it writes into obj holds the path.
    setup: {
      argv: ["dotnet", "restore", first],
      inputs: ["**/*.csproj", "**/*.fsproj", "**/*.vbproj", "**/packages.lock.json", first],
      makes: [],
    },
  };
};

const makefiles = ["GNUmakefile", "makefile", "Makefile"];
export const make = (look: Look): Part | null => {
  const text = look.text(makefiles.find((name) => look.has(name)) ?? "Makefile");
  const targets: readonly string[] = text.match(/^(?:test|check)(?=[ \t]*:(?!=))/gmu) ?? [];
  const target = ["test", "check"].find((name) => targets.includes(name));
  return target === undefined
    ? null
    : { tool: "make", needs: ["make"], checks: [tests(["make", target])], setup: null };
};

/** The same for a folder: its paths named from the top. */
export const within = (folder: string, { setup, checks, ...part }: Part): Part =>
  folder === ""
    ? { ...part, setup, checks }
    : {
        ...part,
        checks: checks.map(({ name, argv, cwd = "" }) => ({
          name: cwd === "" ? `${folder} ${name}` : below(folder, name),
          argv,
          cwd: cwd === "" ? folder : below(folder, cwd),
        })),
        setup:
          setup === null
            ? null
            : {
                argv: setup.argv,
                cwd: folder,
                inputs: setup.inputs.map((path) => below(folder, path)),
                makes: setup.makes.map((path) => below(folder, path)),
              },
      };
