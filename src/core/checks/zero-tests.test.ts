// Tests of the detector of empty test runs, per test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { doubtsOf, noTestWords } from "../../kit/check/hollow.ts";
import { ranNoTest } from "../../runtime/host/test-runners.ts";
import { namesOnlyZeroTests } from "./zero-tests.ts";

const nothing: Readonly<Record<string, string>> = {
  "jest, all skipped":
    "Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\nSnapshots:   0 total\nTime:        0.3 s",
  "jest, none": "No tests found, exiting with code 0",
  "vitest, all skipped":
    " Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n   Start at  10:00:00\n   Duration  150ms",
  "vitest in colour":
    "\u001B[2m      Tests \u001B[22m \u001B[33m3 skipped\u001B[39m\u001B[90m (3)\u001B[39m",
  "vitest, none": "No test files found, exiting with code 0",
  "pytest, all skipped":
    "collected 3 items\n\ntest_a.py sss      [100%]\n\n======= 3 skipped in 0.01s =======",
  "pytest, none": "collected 0 items\n\n====== no tests ran in 0.00s ======",
  "cargo, all ignored":
    "running 3 tests\ntest a ... ignored\n\ntest result: ok. 0 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.00s",
  "node, TAP":
    "1..3\n# tests 3\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 3\n# todo 0\n# duration_ms 40",
  "node, spec": "ℹ tests 3\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\nℹ skipped 3\nℹ todo 0",
  "go, all skipped":
    "=== RUN   TestA\n    a_test.go:5: later\n--- SKIP: TestA (0.00s)\nPASS\nok  \tshop\t0.002s",
  "go, none": "ok  \tshop\t0.002s [no tests to run]",
  "go, none in the folder itself": "testing: warning: no tests to run\nPASS\nok  \tshop\t0.002s\n",
  "pnpm, outside of its workspace": 'No projects found in "/srv/empty"\n',
  "pnpm, no such package": 'No projects matched the filters in "/srv/shop"\n',
  "go, no files": "?   \tshop\t[no test files]",
  maven: "Tests run: 3, Failures: 0, Errors: 0, Skipped: 3",
  mocha: "\n\n  0 passing (2ms)\n  3 pending\n",
  unittest: "Ran 3 tests in 0.000s\n\nOK (skipped=3)",
};
const some: Readonly<Record<string, string>> = {
  jest: "Test Suites: 1 passed, 1 total\nTests:       1 skipped, 2 passed, 3 total",
  vitest: " Test Files  1 passed (1)\n      Tests  2 passed | 1 skipped (3)",
  pytest: "collected 3 items\n\n===== 2 passed, 1 skipped in 0.02s =====",
  "pytest, expected to fail": "===== 1 xfailed in 0.02s =====",
  "cargo, and no doc test":
    "test result: ok. 5 passed; 0 failed; 0 ignored\n\n   Doc-tests shop\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed",
  node: "# tests 3\n# pass 2\n# fail 0\n# skipped 1",
  go: "?   \tshop/a\t[no test files]\nok  \tshop\t0.002s",
  "go, of one package":
    "testing: warning: no tests to run\nPASS\nok  \tshop/a\t0.002s [no tests to run]\nPASS\nok  \tshop/b\t0.002s",
  "go, one skipped": "--- SKIP: TestA (0.00s)\n--- PASS: TestB (0.00s)\nPASS\nok  \tshop\t0.002s",
  maven: "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1",
  mocha: "  2 passing (5ms)\n  1 pending",
  unittest: "Ran 3 tests in 0.000s\n\nOK (skipped=1)",
  rspec: "3 examples, 0 failures",
  ctest: "100% tests passed, 0 tests failed out of 3",
  phpunit: "OK (3 tests, 5 assertions)",
  "a script that prints nothing, by npm": "\n> shop@1.0.0 test\n> node test.js\n\n",
  "no runner of tests": "built in 3 s, 0 warnings",
};

for (const [runner, text] of Object.entries(nothing))
  test(`nothing ran: ${runner}`, () => assert.ok(namesOnlyZeroTests(text)));
for (const [runner, text] of Object.entries(some))
  test(`something ran: ${runner}`, () => assert.ok(!namesOnlyZeroTests(text)));

test("a command that is known to run tests and ran none is no pass", () => {
  const go = nothing["go, none"] ?? "";
  for (const command of [
    "go test -run TestG ./...",
    "/usr/bin/cargo test adds_one",
    "cargo nextest run",
    "python3.11 -m pytest -k new",
    "npm test",
    "pnpm run test",
    "pnpm --filter @shop/a test add.test.js",
    "npm --prefix web test",
    "yarn workspace @shop/a test",
    "npx vitest run",
    "node --experimental-x --test",
    "./gradlew app:test",
    "./mvnw -q test",
    "sh -c cd a && go test; true",
  ])
    assert.ok(ranNoTest(command.split(" "), go), command);
  for (const command of ["make build", "echo latest", "cat tests.txt", "npm run test-data"])
    assert.ok(!ranNoTest(command.split(" "), go), command);
  assert.ok(!ranNoTest(["go", "test"], some["go"] ?? ""));
});

test("what passed without a test is doubted; what failed needs no doubt", () => {
  const excerpt = nothing["mocha"] ?? "";
  assert.deepEqual(doubtsOf({ passed: true, excerpt }), [noTestWords]);
  assert.deepEqual(doubtsOf({ passed: false, excerpt }), []);
  assert.deepEqual(doubtsOf({ passed: true, excerpt: some["mocha"] }), []);
});

test("of a workspace whose excerpt holds the last doc tests alone nothing is said", () => {
  const last =
    "   Doc-tests shop\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored";
  assert.ok(!namesOnlyZeroTests(`${last}\n\n${last}\n`));
  assert.ok(
    namesOnlyZeroTests(
      `running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n\n${last}\n`,
    ),
  );
});
