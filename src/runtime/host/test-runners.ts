// Commands that are known to run tests, whoever named them: with no test run they are no pass.
import { namesOnlyZeroTests } from "../../core/checks/zero-tests.ts";

/** What they say of no test is in zero-tests.ts. */
const runners = [
  "(?:go|cargo|dotnet|deno|bun|swift|dart|flutter|mix|sbt|lein|stack|cabal|bazel|make|just|rake|rails|composer) (?:run )?test",
  "(?:npm|pnpm|yarn) (?:.* )?test",
  "cargo nextest",
  "pytest|py\\.test|gotestsum|jest|vitest|mocha|ava|jasmine|karma|tap|rspec|phpunit|pest|tox|nox|ctest|busted|bats",
  "python[\\d.]* -m (?:pytest|unittest)",
  "node (?:--?\\S+ )*--test",
  "(?:mvn|mvnw) (?:.* )?(?:test|verify|install)",
  "(?:gradle|gradlew) (?:.* )?(?:\\S+:)?(?:test|check|build)",
];
const known = new RegExp(`(?:^|[\\s/])(?:${runners.join("|")})(?=$|[\\s;&|)])`, "u");

/** Of these each prints what it ran, unless it is told otherwise: the tested program ended a silent one. */
const loud =
  /^(?:\S*\/)?(?:pytest|py\.test|python[\d.]* -m (?:pytest|unittest)|node (?:--?\S+ )*--test|(?:go|cargo) test)(?=$|\s)/u;
const hushed = /reporter|[>|]|\s-(?:o|json|c)\b|\s-qq|no-run/u;
const isSilenced = (command: string, text: string): boolean =>
  text.trim() === "" && loud.test(command) && !hushed.test(command);

/** @param text the whole output: of a part nothing can be said */
export const ranNoTest = (argv: readonly string[], text: string): boolean =>
  (known.test(argv.join(" ")) && namesOnlyZeroTests(text)) || isSilenced(argv.join(" "), text);
