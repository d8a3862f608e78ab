// Checks and setup of Python projects for init: uv, poetry, tox, requirements and bare tests.
import { dirname } from "node:path";
import type { Look, Part } from "./look.ts";

const requirementFiles = (
  "requirements.txt requirements-dev.txt requirements_dev.txt requirements-test.txt " +
  "dev-requirements.txt test-requirements.txt requirements/dev.txt requirements/test.txt"
).split(" ");
const settingsFiles = ["pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "Pipfile"];
const isTest = (name: string): boolean => /^test.*\.py$|_test\.py$/u.test(name);

type Tests = {
  readonly kind: "pytest" | "unittest";
  /** The folder of the tests; null: they lie beside what they test. */
  readonly folder: string | null;
};

const testsOf = (look: Look): Tests | null => {
  const folder = ["tests", "test"].find((name) =>
    look
      .at(look.folder === "" ? name : `${look.folder}/${name}`)
      .names()
      .some((one) => one.endsWith(".py")),
  );
  const where =
    folder === undefined ? look : look.at(look.folder === "" ? folder : `${look.folder}/${folder}`);
  const files = where.names().filter(isTest);
  const said =
    look.has("pytest.ini") ||
    look.has(".pytest.ini") ||
    look.has("conftest.py") ||
    where.has("conftest.py") ||
    /^\[tool\.pytest/mu.test(look.text("pyproject.toml")) ||
    /^\[tool:pytest\]/mu.test(look.text("setup.cfg")) ||
    /^\[pytest\]/mu.test(look.text("tox.ini")) ||
    [...requirementFiles, ...settingsFiles].some((name) => /\bpytest\b/u.test(look.text(name)));
  if (said) return { kind: "pytest", folder: folder ?? null };
  if (files.length === 0) return null;
  const isPlain = files.some((name) => /^\s*(?:import|from) unittest\b/mu.test(where.text(name)));
  return { kind: isPlain ? "unittest" : "pytest", folder: folder ?? null };
};

const testWords = (look: Look, { kind, folder }: Tests): readonly string[] => {
  if (kind === "pytest") return ["pytest"];
  // A folder of tests that is no package isn't found from above.
  const start = folder === null || look.has(`${folder}/__init__.py`) ? [] : ["-s", folder];
  return ["unittest", "discover", ...start];
};

/** Packages that an environment of this project holds, as pip's words. */
const installs = (look: Look, tests: Tests): readonly string[] => {
  const files = requirementFiles.filter((name) => look.has(name));
  const project = look.text("pyproject.toml");
  const isPackage =
    look.has("setup.py") || /^\[(?:build-system|project|tool\.poetry)\]/mu.test(project);
  const [, extras = ""] =
    /^\[project\.optional-dependencies\]\n((?:(?!\[).*(?:\n|$))*)/mu.exec(project) ?? [];
  const chosen = ["dev", "test", "tests", "testing"].filter((name) =>
    new RegExp(`^["']?${name}["']?\\s*=`, "mu").test(extras),
  );
  const isListed = [...files, "pyproject.toml", "setup.cfg", "setup.py"].some((name) =>
    /\bpytest\b(?!\.ini)/u.test(look.text(name).replaceAll(/^\[tool[.:]pytest.*$/gmu, "")),
  );
  const list = [
    ...files.flatMap((name) => ["-r", name]),
    ...(isPackage ? ["-e", chosen.length === 0 ? "." : `".[${chosen.join(",")}]"`] : []),
  ];
  return tests.kind === "pytest" && !isListed ? [...list, "pytest"] : list;
};

/** What pip may install: more than is named. */
const listing = (look: Look): readonly string[] => [
  ...(requirementFiles.some((name) => look.has(name)) ? ["**/*requirements*.txt"] : []),
  ...(look.has("requirements") ? ["requirements/**"] : []),
  ...settingsFiles.filter((name) => look.has(name)),
];

/** An older package that is installed in place keeps a part of itself beside the environment. */
const isWhole = (look: Look): boolean => !look.has("setup.py") || look.has("pyproject.toml");

const inVenv = (look: Look, tests: Tests, list: readonly string[]): Part => ({
  tool: "python3",
  needs: ["python3"],
  checks: [{ name: "tests", argv: [".venv/bin/python", "-m", ...testWords(look, tests)] }],
  setup: {
    argv: [
      "sh",
      "-c",
      // Before Python 3.13 an environment doesn't ignore itself.
      `python3 -m venv .venv && echo '*' > .venv/.gitignore && .venv/bin/python -m pip install --quiet ${list.join(" ")}`,
    ],
    inputs: listing(look),
    makes: isWhole(look) ? [".venv"] : [],
  },
});

const managed = (look: Look, tests: Tests): Part | null => {
  const words = testWords(look, tests);
  const inputs = (lock: string): readonly string[] => ["pyproject.toml", lock];
  const run = tests.kind === "pytest" ? words : ["python", "-m", ...words];
  if (look.has("uv.lock")) {
    const isWorkspace = /^\[tool\.uv\.workspace\]/mu.test(look.text("pyproject.toml"));
    return {
      tool: "uv",
      needs: ["uv"],
      checks: [{ name: "tests", argv: ["uv", "run", "--no-sync", ...run] }],
      setup: {
        argv: ["uv", "sync", "--frozen", ...(isWorkspace ? ["--all-packages"] : [])],
        inputs: inputs("uv.lock"),
        makes: [".venv"],
      },
    };
  }
  if (look.has("poetry.lock")) {
    const poetry = ["env", "POETRY_VIRTUALENVS_IN_PROJECT=true", "poetry"];
    return {
      tool: "poetry",
      needs: ["poetry"],
      checks: [{ name: "tests", argv: [...poetry, "run", ...run] }],
      setup: {
        argv: [...poetry, "install", "--no-interaction"],
        inputs: inputs("poetry.lock"),
        makes: [".venv"],
      },
    };
  }
  if (/^\[testenv\]/mu.test(look.text("tox.ini")) && look.found("tox") !== null)
    return {
      tool: "tox",
      needs: ["tox"],
      checks: [{ name: "tests", argv: ["tox", "-e", "py"] }],
      setup: {
        argv: ["tox", "-e", "py", "--notest"],
        inputs: ["tox.ini", "**/*requirements*.txt"],
        makes: [".tox"],
      },
    };
  return null;
};

export const python = (look: Look): Part | null => {
  const tests = testsOf(look);
  if (tests === null) return null;
  const own = managed(look, tests);
  if (own !== null) return own;
  const list = installs(look, tests);
  const [interpreter, pytest] = [look.found("python3"), look.found("pytest")];
  const isBare = list.length === 0 || (list.length === 1 && list[0] === "pytest");
  if (!isBare) return inVenv(look, tests, list);
  if (tests.kind === "unittest")
    return {
      tool: "python3",
      needs: ["python3"],
      checks: [{ name: "tests", argv: ["python3", "-m", ...testWords(look, tests)] }],
      setup: null,
    };
  if (pytest === null && interpreter !== null) return inVenv(look, tests, ["pytest"]);
  // As a module it finds what lies beside the tests.
  const isModule =
    interpreter !== null && pytest !== null && dirname(interpreter) === dirname(pytest);
  return {
    tool: "pytest",
    needs: ["pytest"],
    checks: [{ name: "tests", argv: isModule ? ["python3", "-m", "pytest"] : ["pytest"] }],
    setup: null,
  };
};
