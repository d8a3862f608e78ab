// Tests of colour contrast (WCAG 2.2, 1.4.3 and 1.4.11).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const css = readFileSync(join(import.meta.dirname, "base.css"), "utf8");
const named = [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/giu)];
const schemes = {
  light: new Map(named.map(([, name = "", value = ""]) => [name, value])),
  dark: new Map(named.map(([, name = "", , value = ""]) => [name, value])),
};

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const surfaces = ["paper", "lift", "sunk"];
const soft = ["good-soft", "busy-soft", "wait-soft", "bad-soft", "doubt-soft"];
const pairs: readonly (readonly [
  front: readonly string[],
  back: readonly string[],
  least: number,
])[] = [
  [["ink", "dim", "link", "good", "busy", "wait", "bad", "doubt"], [...surfaces, ...soft], 4.5],
  [
    ["line-strong", "focus", "good-fill", "busy-fill", "wait-fill", "bad-fill", "doubt-fill"],
    surfaces,
    3,
  ],
];

for (const [scheme, colours] of Object.entries(schemes))
  test(`every colour stands out from what is behind it (${scheme})`, () => {
    for (const [fronts, backs, least] of pairs)
      for (const front of fronts)
        for (const back of backs) {
          const found = contrast(
            colours.get(front) ?? assert.fail(front),
            colours.get(back) ?? assert.fail(back),
          );
          assert.ok(found >= least, `${front} on ${back}: ${found.toFixed(2)}, at least ${least}`);
        }
  });
