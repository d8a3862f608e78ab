// Tests of placeholder filling: byte for byte, each warning once, no second substitution.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { argsLimit } from "../limits.ts";
import { fill, fillContext, type Gave, type Values } from "./fill.ts";
import { keptOutput } from "./kept-output.ts";
import { placeholders } from "./placeholders.ts";

const gave: Readonly<Record<string, Gave>> = {
  "N-001": {
    session: "WFS-1",
    outputPath: "out/a.md",
    artifacts: ["out/a.md", "out/b.md"],
    output: "all of it",
  },
  "N-002": { session: null, outputPath: null, artifacts: [], output: null },
};
const values = (more: Partial<Values> = {}): Values => ({
  context: { goal: "Add login", dry: true, fast: false },
  gave: (node) => (Object.hasOwn(gave, node) ? (gave[node] ?? null) : null),
  previous: "N-001",
  ...more,
});
const text = (args: string, more: Partial<Values> = {}): string => fill(args, values(more)).text;

test("each kind of placeholder is replaced by what it asks for", () => {
  assert.equal(text("{goal}; {dry} {fast}"), "Add login; true false");
  assert.equal(
    text(
      "{N-001.session_id} {N-001.output_path} {N-001.artifacts[0]} {N-001.artifacts[1]} {N-001.output}",
    ),
    "WFS-1 out/a.md out/a.md out/b.md all of it",
  );
  assert.equal(
    text("{prev_session_id} {prev_output_path} {prev_output}"),
    "WFS-1 out/a.md all of it",
  );
  assert.equal(
    text("{{goal}} {{N-001.output}} {{prev_output}}"),
    "{goal} {N-001.output} {prev_output}",
  );
});

test("other braces stay byte for byte", () => {
  for (const same of [
    '{"a": {"b": [1]}}',
    "{ goal }",
    "{}",
    "{a-b}",
    "${HOME",
    "{goal",
    "goal}",
    "{{ goal }}",
    "if (x) { y(); }",
    "{N-001}",
    "{1a}",
    "{a.b.c}",
    "{é}",
  ])
    assert.equal(text(same), same, same);
  assert.equal(text('{"goal":"{goal}"}'), '{"goal":"Add login"}');
});

test("what isn't there becomes nothing, and is told once for each place that misses it", () => {
  const { text, warnings } = fill(
    "[{N-002.session_id}][{N-002.session_id}][{N-002.output}][{N-001.artifacts[7]}][{gaol}][{constructor}][{__proto__}]",
    values(),
  );
  assert.equal(text, "[][][][][][][]");
  assert.deepEqual(
    warnings.map(({ code, placeholder, text }) => `${code} ${placeholder} ${text}`),
    [
      "REF_EMPTY {N-002.session_id} N-002 gave no session_id: do not choose another session yourself",
      "REF_EMPTY {N-002.output} N-002 gave no output: do not make one up",
      "REF_EMPTY {N-001.artifacts[7]} N-001 gave no artifacts[7]: do not choose another file yourself",
      "REF_EMPTY {gaol} the context gives no gaol",
      "REF_EMPTY {constructor} the context gives no constructor",
      "REF_EMPTY {__proto__} the context gives no __proto__",
    ],
  );
  assert.deepEqual(
    fill("{prev_output}", values({ previous: "N-002" })).warnings.map(({ text }) => text),
    ["N-002 gave no output: do not make one up"],
  );
  assert.deepEqual(
    fill("{prev_output}", values({ previous: null })).warnings.map(({ text }) => text),
    ["no work node before this one gave no output: do not make one up"],
  );
  assert.deepEqual(fill("{goal}{{x}} {}", values()).warnings, []);
});

test("before the play the context is filled in, and references to nodes stand as they are", () => {
  assert.equal(
    fillContext("{goal} {N-001.output} {prev_output} {{x}} {nothing}", {
      goal: "{N-001.output} $&",
    }),
    "{N-001.output} $& {N-001.output} {prev_output} {x} ",
  );
});

test("values that would grow beyond all bounds make a text that is only just too long, and its warnings have an end", () => {
  const long = fill("{a}".repeat(500_000), values({ context: { a: "x".repeat(64 * 1_024) } })).text;
  assert.ok(long.length > argsLimit && long.length < 2 * argsLimit, `${long.length}`);
  assert.ok(
    fillContext("{a}".repeat(500_000), { a: "x".repeat(64 * 1_024) }).length < 2 * argsLimit,
  );
  const missing = Array.from(
    { length: 5_000 },
    (_, index) => `{N-001.artifacts[${index + 10}]}`,
  ).join("");
  assert.equal(fill(missing, values()).warnings.length, 100);
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "$(touch pwned) \"'; {prev_output} --mode write",
    "$& $1 $` $'",
    "{goal}",
    "{{goal}}",
    "}{",
    "\u0000\r\n\t\\",
    "{N-001.output}{{",
    "\u{feff}x",
    "\ud800",
  ),
);

test("values are put in byte for byte and never scanned again", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (a, b, between) => {
      const safe = between.replaceAll(/[{}]/g, "");
      const filled = fill(`${safe}{a}${safe}{N-001.output}{a}`, {
        context: { a },
        gave: () => ({ session: null, outputPath: null, artifacts: [], output: b }),
        previous: null,
      });
      assert.equal(filled.text, `${safe}${a}${safe}${b}${a}`);
      assert.deepEqual(filled.warnings, []);
    }),
    { numRuns: 2_000 },
  );
});

test("placeholders stand where they say, in order, apart from each other", () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."{}[].-_aN0 ".split(""), "{a}", "{{a}}", "{N-1.b}", "[0]"),
  });
  fc.assert(
    fc.property(letters, (args) => {
      let end = 0;
      for (const one of placeholders(args)) {
        assert.ok(one.at >= end);
        assert.equal(args.slice(one.at, one.end), one.text);
        end = one.end;
      }
    }),
    { numRuns: 2_000 },
  );
});

test("an output is whole up to 32 KiB, and beyond it says how much is left out, with no letter torn", () => {
  const kib = 1_024;
  assert.equal(keptOutput("a".repeat(32 * kib)), "a".repeat(32 * kib));
  assert.equal(
    keptOutput("a".repeat(32 * kib + 1)),
    `${"a".repeat(24 * kib)}\n[… 1 bytes are left out here …]\n${"a".repeat(8 * kib)}`,
  );
  fc.assert(
    fc.property(
      fc.constantFrom("é", "€", "😀", "aé", "\u{feff}"),
      fc.integer({ min: 0, max: 3 }),
      (sign, shift) => {
        const kept = keptOutput("a".repeat(shift) + sign.repeat(20_000));
        assert.ok(!kept.includes("\ufffd"));
        if (Buffer.byteLength("a".repeat(shift) + sign.repeat(20_000)) <= 32 * kib) return;
        const left = Number(/\[… (\d+) bytes/.exec(kept)?.[1]);
        assert.equal(
          Buffer.byteLength(kept.replace(/\n\[… \d+ bytes are left out here …\]\n/, "")) + left,
          shift + 20_000 * Buffer.byteLength(sign),
        );
      },
    ),
  );
});
