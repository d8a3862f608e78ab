// Detector of test runs without any test, by each runner's own output.
/** Why a test run that ran none is no pass. */
export const noTestRan = "no test ran";

/** Not the end of a version: npm prints `> shop@1.0.0 test`. */
const number = (words: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w.])(\d+)\s+(?:tests?\s+|specs?\s+)?(?:${words})\b|\b(?:${words})\b[ \t]*[:=]?[ \t]*(\d+)`,
    "giu",
  );
const ran = number("pass|passed|passing");
const broke = number("fail|failed|failing|failures?|xfailed|xpassed");
const left = number("skip|skipped|pending|ignored|todo|disabled|deselected");
const totals = [
  /(?<![\w.])(\d+)\s+(?:tests?|specs?|examples?|scenarios?|test cases|items|assertions|total)\b/giu,
  /\bout of (\d+)\b/giu,
  // Not `Tests: 3 skipped`, which gives no total.
  /\b(?:tests|tests run|total tests|specs)\b[ \t]*[:=]?[ \t]*(\d+)\b(?![ \t]+\w)/giu,
];
const none =
  /\bno tests? (?:were |was )?(?:found|ran|run|executed|collected|to run|files?)\b|\bno specs found\b|\bno test matches\b|\bno examples found\b|^No projects (?:found in|matched the filters)\b/imu;
const goPassed = /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/mu;
const goSkipped = /^[ \t]*--- SKIP: /mu;
const goRan = /^[ \t]*--- (?:PASS|FAIL): /mu;
/** Of the package in the folder itself go says it before the line that it calls ok. */
const goNone = /^testing: warning: no tests to run\s+PASS\s+(?:coverage: .*\s+)?ok\s.*$/gmu;
/** Colour codes, counts of test files, and cargo's doc tests, of which there are usually none. */
const beside = new RegExp(
  String.raw`\u001B\[[\d;]*m|^[ \t]*(?:Test Files|Test Suites|Suites|Snapshots)\b.*$|^[ \t]*Doc-tests \S+\s+running 0 tests\s+test result:.*$`,
  "gimu",
);

/** The output gives counts of tests, and none of them ran: all were skipped, or there were none. */
export const namesOnlyZeroTests = (output: string): boolean => {
  const text = output.replaceAll(beside, "").replaceAll(goNone, "no tests to run");
  const all = (pattern: RegExp): readonly number[] =>
    Array.from(text.matchAll(pattern), ([, first, second]) => Number(first ?? second));
  const sum = (counts: readonly number[]): number =>
    counts.reduce((total, count) => total + count, 0);
  const passed = all(ran);
  if (sum(passed) + sum(all(broke)) > 0) return false;
  if (goPassed.test(text)) return goSkipped.test(text) && !goRan.test(text);
  if (passed.length > 0) return true;
  const [total, skipped] = [totals.flatMap(all), all(left)];
  return total.length + skipped.length > 0 ? sum(skipped) >= sum(total) : none.test(text);
};
