// Tests of domain templates: each is a valid plan by all rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readUnits, wholeFindings } from "./decider/plan-rules.ts";
import { defaultSettings } from "./settings.ts";
import { templateFor } from "./templates.ts";

const ground = {
  slug: "s",
  archive: null,
  mode: "knowledge",
  domain: "research",
  units: [],
  dropped: [],
  settings: defaultSettings,
} as const;
const chains = [
  [["research"], "R1 R2 R3 R4"],
  [["writing"], "D1 D2 D3 D4"],
  [["analysis"], "A1 A2 A3 A4"],
  [["planning"], "P1 P2 P3 P4"],
  [["research", "writing"], "R1 R2 R3 R4 D1 D2 D3 D4"],
  [["analysis", "planning"], "A1 A2 A3 A4 P1 P2 P3 P4"],
  [["research", "analysis"], "R1 R2 A1 A2 A3 A4"],
] as const;

for (const [domains, ids] of chains)
  test(`${domains.join(",")}: ${ids}, each after the one before, by all rules`, () => {
    const units = templateFor(domains);
    assert.equal(units.map(({ id }) => id).join(" "), ids);
    assert.deepEqual(
      units.map(({ depends }) => depends),
      units.map((_, index) => (index === 0 ? [] : [units[index - 1]?.id])),
    );
    const inputs = units.map(({ output, ...rest }) => ({ ...rest, output: output ?? "" }));
    assert.deepEqual(readUnits(ground, inputs), { units, findings: [] });
    assert.deepEqual(wholeFindings(ground, units), []);
  });
