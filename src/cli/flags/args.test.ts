// Tests of the command-line parser: mistakes are refused with a suggestion, nothing is dropped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import { all, commonOptions, has, last, number, type Options, parse, words } from "./args.ts";

const options: Options = {
  ...commonOptions,
  after: { means: "", word: "N", number: true },
  follow: { means: "", word: null, short: "f" },
  reason: { means: "", word: "TEXT" },
  explorer: { means: "", word: "HINT", many: true },
};
const read = (...argv: readonly string[]) => {
  const given = parse(argv, options);
  assert.ok(!isRefusal(given), JSON.stringify(given));
  return given;
};
const refusal = (...argv: readonly string[]) => {
  const given = parse(argv, options);
  assert.ok(isRefusal(given), "should be refused");
  return `${given.text} / ${given.fits ?? ""}`;
};

test("words and flags may stand in any order, and after -- all are words", () => {
  const given = read("a", "--after", "4", "b", "-f", "--reason=x=y", "--", "--json", "-c");
  assert.deepEqual(given.words, ["a", "b", "--json", "-c"]);
  assert.equal(number(given, "after"), 4);
  assert.equal(last(given, "reason"), "x=y");
  assert.ok(has(given, "follow"));
  assert.ok(!has(given, "json"));
});

test("a value reaches the verb as it was typed, whatever is in it", () => {
  const hostile = '$(rm -rf .) `x` "q" \n\u001b[31m --json ; | & > <';
  assert.equal(last(read("--reason", hostile), "reason"), hostile);
  assert.equal(last(read("--reason=-1"), "reason"), "-1");
  assert.equal(last(read("--reason", ""), "reason"), "");
  assert.equal(last(read("--reason", "-"), "reason"), "-");
});

test("a flag that may be repeated keeps all its values, any other is refused the second time", () => {
  assert.deepEqual(all(read("--explorer", "a", "--explorer=b"), "explorer"), ["a", "b"]);
  assert.match(refusal("--reason", "a", "--reason", "b"), /given twice/);
});

test("an unknown flag is told with the nearest", () => {
  assert.match(refusal("--folow"), /no flag --folow .*--follow/);
  assert.match(refusal("--__proto__"), /no flag/);
  assert.match(refusal("--constructor=1"), /no flag/);
  assert.match(refusal("-x"), /no flag -x/);
});

test("missing, superfluous and unfit values are told", () => {
  assert.match(refusal("--reason"), /wants a value/);
  assert.match(refusal("--reason", "--json"), /--reason=--json/);
  assert.match(refusal("--follow=1"), /takes no value/);
  for (const text of ["x", "-1", "1.5", "1e3", "0x10", "99999999999999999999", ""])
    assert.match(refusal(`--after=${text}`), /whole number/);
});

test("words alone are found although flags are not known yet", () => {
  assert.deepEqual(words(["ultrawork", "--max-workers", "3", "goal", "--reason", "r"], options), [
    "ultrawork",
    "3",
    "goal",
  ]);
});
