// Tests of composition drafts: read back to the same steps, never overwritten.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../../../core/refusal.ts";
import { entryOf, indexWith } from "../listing.ts";
import { readTemplate } from "../read-template.ts";
import { composed, type TemplateRequest } from "./compose.ts";
import { draftText, readDraft } from "./draft.ts";
import { readSteps } from "./steps.ts";
import { versionOf } from "./versions.ts";

const dated = { day: "20260310", time: "2026-03-10T10:00:00Z" };
const wanted: TemplateRequest = {
  name: "Feature",
  steps: readSteps([
    "plan: {goal}",
    "pause",
    "execute !retry",
    "review",
    "& analyze: security of {scope}",
    "& agent:tester",
  ]).steps,
  variables: [
    { name: "scope", type: "path", required: false, description: "Where", default: "src" },
  ],
  type: "feature",
  description: null,
  checkpoints: true,
  auto: false,
};
const textOf = (all: TemplateRequest, slug = "feature", date = dated): string => {
  const made = composed(all, slug, date, "");
  assert.ok(!isRefusal(made), JSON.stringify(made));
  return made.text;
};

test("a draft gives the steps that it was written from", () => {
  const read = readDraft(draftText(wanted, "feature", dated));
  assert.ok(!isRefusal(read));
  assert.deepEqual(read.refused, []);
  const { steps, variables, type } = read;
  assert.equal(textOf({ ...wanted, steps, variables, type }), textOf(wanted));
});

test("drafts of others are read by their hints; who stands beside whom may be said by either, by number or id", () => {
  const lines = (steps: readonly object[]): readonly string[] => {
    const read = readDraft(JSON.stringify({ steps }));
    assert.ok(!isRefusal(read));
    return [
      ...read.steps.map(({ word, beside }) => `${beside ? "& " : ""}${word.word}`),
      ...read.refused.map(({ code }) => code),
    ];
  };
  const three = (a: object, b: object, c: object): readonly string[] =>
    lines([
      { type_hint: "plan", ...a },
      { type_hint: "test", ...b },
      { type_hint: "review", ...c },
    ]);
  assert.deepEqual(three({}, {}, {}), ["planning", "testing", "review"]);
  assert.deepEqual(three({}, {}, { parallel_with: 2 }), ["planning", "testing", "& review"]);
  assert.deepEqual(three({}, {}, { parallel_with: ["2"] }), ["planning", "testing", "& review"]);
  assert.deepEqual(three({}, { parallel_with: 3 }, {}), ["planning", "testing", "& review"]);
  assert.deepEqual(three({}, { parallel_with: 1 }, { parallel_with: 1 }), [
    "planning",
    "& testing",
    "& review",
  ]);
  assert.deepEqual(three({ id: "a" }, { id: "b" }, { id: "c", parallel_with: "b" }), [
    "planning",
    "testing",
    "& review",
  ]);
  assert.deepEqual(three({}, {}, { parallel_with: 1 }), ["planning", "testing", "STEP_LONE"]);
  assert.deepEqual(three({}, {}, { parallel_with: null, type_hint: "dance" }), [
    "planning",
    "testing",
    "STEP_UNKNOWN",
  ]);
  assert.deepEqual(lines([{ description: "x" }]), ["STEP_MALFORMED"]);
  for (const [text, code] of [
    ["{", "FILE_BROKEN"],
    ["[]", "STEPS_EMPTY"],
    ["{}", "STEPS_EMPTY"],
  ] as const) {
    const read = readDraft(text);
    assert.equal(isRefusal(read) ? read.code : "", code);
  }
});

test("variables of a draft come as an object or as a list", () => {
  const names = (variables: unknown): string => {
    const read = readDraft(JSON.stringify({ steps: [], variables }));
    return isRefusal(read)
      ? ""
      : read.variables
          .map(({ name, type, required, default: other }) => `${name} ${type} ${required} ${other}`)
          .join(", ");
  };
  assert.equal(
    names({ a: { type: "path", default: "src" }, b: {} }),
    "a path false src, b string true null",
  );
  assert.equal(
    names(["a", { name: "b", type: "boolean", required: false }]),
    "a string true null, b boolean false null",
  );
  assert.equal(names(null), "");
});

test("the same content is left alone whenever it was made; other content gets the next free name", () => {
  const kept: Record<string, string> = {};
  const put = (all: TemplateRequest, date = dated): string => {
    const found = versionOf(
      "feature",
      (slug) => ({ text: textOf(all, slug, date) }),
      (slug) => kept[slug] ?? null,
    );
    assert.ok(!isRefusal(found));
    if (!found.there) kept[found.slug] = found.made.text;
    return `${found.slug} ${found.there ? "there" : "new"}`;
  };
  const later = { day: "20261231", time: "2026-12-31T23:59:59Z" };
  assert.equal(put(wanted), "feature new");
  assert.equal(put(wanted), "feature there");
  assert.equal(put(wanted, later), "feature there");
  assert.equal(put({ ...wanted, auto: true }, later), "feature-v2 new");
  assert.equal(put({ ...wanted, auto: true }), "feature-v2 there");
  kept["feature"] = "{ by hand";
  assert.equal(put(wanted), "feature-v3 new");
  const template = readTemplate(kept["feature-v3"] ?? "");
  assert.equal(isRefusal(template) ? "" : template.id, "wft-feature-v3-20260310");
  const long = versionOf(
    "a".repeat(48),
    (slug) => ({ text: JSON.stringify({ slug }) }),
    (slug) => (slug.endsWith("v2") ? null : "x"),
  );
  assert.ok(!isRefusal(long) && long.slug.length === 48 && long.slug.endsWith("a-v2"));
});

test("an entry of the index takes its own place, all else stays, and what can't be read is made anew", () => {
  const entry = entryOf("t/feature.json", textOf(wanted));
  assert.ok(entry !== null);
  assert.deepEqual(entry, {
    template_id: "wft-feature-20260310",
    name: "Feature",
    path: "t/feature.json",
    tags: ["feature", "medium"],
    created_at: "2026-03-10T10:00:00Z",
    node_count: 5,
  });
  const other = { ...entry, path: "t/other.json" };
  assert.deepEqual(indexWith(null, entry, [other]), {
    text: `${JSON.stringify({ templates: [other, entry] }, null, 2)}\n`,
    broken: false,
  });
  const odd = {
    version: 3,
    templates: [{ path: "t/gone.json", x: 1 }, "odd", { path: "t/feature.json", x: 2 }, other],
    last: true,
  };
  const made = indexWith(JSON.stringify(odd), entry, []);
  assert.deepEqual(
    [JSON.parse(made.text), made.broken],
    [{ ...odd, templates: [odd.templates[0], "odd", entry, other] }, false],
  );
  for (const broken of ["{", "[]", '{"templates": {}}', ""])
    assert.deepEqual(indexWith(broken, entry, [entry, other]), {
      text: `${JSON.stringify({ templates: [other, entry] }, null, 2)}\n`,
      broken: true,
    });
  assert.equal(entryOf("x", "{"), null);
});
