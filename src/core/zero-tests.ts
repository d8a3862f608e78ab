// Why: a test run in which no test ran says so, in a form of its own for each runner.
const counted = [
  /(\d+)\s+(?:tests?|specs?|examples?|scenarios?|test cases|items|passed|passing|assertions)\b/giu,
  /\b(?:tests|tests run|total tests|specs|pass|passed|passing)\b\s*[:=]?\s*(\d+)/giu,
];
const none = /\bno tests? (?:were |was )?(?:found|ran|run|executed|collected|to run|files?)\b|\bno specs found\b/iu;
const goPassed = /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/mu;

/** The output names counts of tests, and all of them are zero. */
export const namesOnlyZeroTests = (text: string): boolean => {
  const counts = counted.flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => Number(match[1])));
  if (counts.some((count) => count > 0) || goPassed.test(text)) return false;
  return counts.length > 0 || none.test(text);
};
