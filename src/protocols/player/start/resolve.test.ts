// Tests of template lookup: slug, id, unique part, path; suggestions for mistyped names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { skill, templateOf } from "../../../../test/fixtures/player.ts";
import { againOf, fillTemplate, templateAsk } from "./lookup.ts";
import { resolve } from "./resolve.ts";

const text = (name: string): { readonly digest: string; readonly text: string } => ({
  digest: "",
  text: templateOf(name, [skill("N-001")]),
});
const folder = ".workflow/templates";
const files = {
  [`${folder}/feature-tdd.json`]: text("feature-tdd"),
  [`${folder}/feature-docs.json`]: text("feature-docs"),
  [`${folder}/release.json`]: text("ship-it"),
  [`${folder}/index.json`]: { digest: "", text: "{}" },
  "lib/own.json": text("own"),
  "/elsewhere/own.json": text("own"),
};

test("by slug, id, unique part, path from the top and absolute path", () => {
  const paths: readonly (readonly [name: string, path: string])[] = [
    ["feature-tdd", `${folder}/feature-tdd.json`],
    ["wft-ship-it-20260310", `${folder}/release.json`],
    ["docs", `${folder}/feature-docs.json`],
    ["./lib/own.json", "lib/own.json"],
    ["lib/own.json", "lib/own.json"],
    ["/elsewhere/own.json", "/elsewhere/own.json"],
  ];
  for (const [name, path] of paths)
    assert.deepEqual(
      [resolve(name, files).lookup.is, resolve(name, files).path],
      ["one", path],
      name,
    );
});

test("a part of several names them all, a mistyped name its nearest, none at all everything", () => {
  assert.deepEqual(resolve("feature", files).lookup, {
    is: "several",
    names: ["feature-tdd", "feature-docs"],
  });
  assert.equal(resolve("relaese", files).lookup.names[0], "release");
  assert.deepEqual(resolve("", files).lookup, {
    is: "none",
    names: ["feature-tdd", "feature-docs", "release"],
  });
  assert.equal(resolve("lib/none.json", files).lookup.is, "none");
});

test("only what a name needs is read, and never a path that a run's name could smuggle in", () => {
  assert.deepEqual(templateAsk("feature", null), {
    given: true,
    folders: [{ folder, ending: ".json" }],
    files: [],
  });
  assert.deepEqual(templateAsk("/a/b.json", null).folders?.at(-1), {
    folder: "/a",
    ending: "b.json",
  });
  assert.deepEqual(templateAsk(null, "../../etc").files, []);
  assert.equal(templateAsk(null, "WFR-a-20260317-143022").files?.length, 4);
});

test("a run that is played again brings its template as it is today, else as it was pinned, and its context under the new one", () => {
  const session = "WFR-release-20260317-143022";
  const state = JSON.stringify({
    template_path: `${folder}/release.json`,
    context: { goal: "old", scope: "src" },
  });
  const at = `.workflow/sessions/archive/${session}`;
  const pinned = {
    [`${at}/session-state.json`]: { digest: "", text: state },
    [`${at}/artifacts/template.json`]: { digest: "", text: "pinned" },
  };
  const facts = {
    at: "",
    root: "/repo",
    folder: null,
    repo: null,
    branch: null,
    head: null,
    tree: null,
    changed: [],
    outputs: {},
    commits: {},
  };
  const now = { ...facts, files: { ...files, ...pinned } };
  const again = againOf(session, now);
  assert.deepEqual(again?.with({ context: { goal: "new" } }), {
    context: { goal: "new", scope: "src" },
  });
  assert.equal(fillTemplate(null, now, again).template_text, files[`${folder}/release.json`]?.text);
  const gone = { ...facts, files: pinned };
  assert.equal(fillTemplate(null, gone, againOf(session, gone)).template_text, "pinned");
  assert.equal(
    fillTemplate(null, gone, againOf("WFR-none-20260317-143022", gone)).lookup.is,
    "none",
  );
});
