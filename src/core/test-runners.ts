// Commands that are known to run tests, whoever named them: with no test run they are no pass.
import { namesOnlyZeroTests } from "./zero-tests.ts";

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

/** @param text the whole output: of a part nothing can be said */
export const ranNoTest = (argv: readonly string[], text: string): boolean =>
  known.test(argv.join(" ")) && namesOnlyZeroTests(text);
