// Tests of the source tree against all tidy rules, and of the rules against their samples.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rules } from "./rules.ts";
import { source, sources } from "./source.ts";

const repository = sources();

for (const rule of rules) {
  test(rule.name, () => {
    const findings = rule.find(repository).map(({ path, line, text }) => `${path}:${line} ${text}`);
    assert.deepEqual(findings, []);
  });

  test(`caught otherwise: ${rule.name}`, () => {
    assert.ok(rule.bad.length > 0, "a rule without a bad sample was never seen to fail");
    const judge = (sample: Readonly<Record<string, string>>): number =>
      rule.find(Object.entries(sample).map(([path, text]) => source(path, text))).length;
    for (const sample of rule.bad)
      assert.ok(judge(sample) > 0, `let pass: ${JSON.stringify(sample)}`);
    for (const sample of rule.good)
      assert.equal(judge(sample), 0, `caught wrongly: ${JSON.stringify(sample)}`);
  });
}
