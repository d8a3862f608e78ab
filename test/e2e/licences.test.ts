// Tests of the licence notices that the package brings along for what is bundled.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { licences } from "../../scripts/build/licences.ts";

const put = (t: TestContext, files: Readonly<Record<string, string>>): string => {
  const top = mkdtempSync(join(tmpdir(), "cairn-licences-"));
  t.after(() => rmSync(top, { recursive: true }));
  const all = {
    "node_modules/@secretlint/secretlint-rule-preset-recommend/LICENSE": "of its rules",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
};

test("each package has all its papers: notices, several licences, those of a nested one", (t) => {
  const top = put(t, {
    "node_modules/a/LICENSE-MIT": "a: MIT",
    "node_modules/a/LICENSE-APACHE": "a: Apache",
    "node_modules/a/NOTICE": "a: by Ana",
    "node_modules/a/index.js": "1;\n",
    "node_modules/a/node_modules/@b/c/licence.md": "c: ISC",
    "node_modules/e/README.md": "# e\n\n## License\n\ne: MIT\n\nPermission is hereby granted\n",
    "node_modules/vite/LICENSE.md": "of vite\n# Licenses of bundled dependencies\nof others",
  });
  const inputs = [
    "node_modules/a/index.js",
    "node_modules/a/node_modules/@b/c/x.js",
    "node_modules/e/index.js",
    "\0vite/preload-helper.js",
    "src/main.ts",
  ];
  const told = licences(top, inputs);
  for (const text of [
    "a: MIT",
    "a: Apache",
    "a: by Ana",
    "@b/c\n\nc: ISC",
    "e\n\ne: MIT",
    "vite\n\nof vite",
  ])
    assert.ok(told.includes(text), text);
  assert.doesNotMatch(told, /of others/u);
});

test("code of others within a package is named with its licence, or the build fails", (t) => {
  const files = {
    "node_modules/a/LICENSE": "a: MIT",
    "node_modules/a/index.js": "//#region ../../node_modules/.pnpm/d@1.0.0/node_modules/d/x.js\n",
    "node_modules/a/path.js":
      "// Parts by Eva.\n//\n// Permission is hereby granted to all.\nexport const x = 1;\n",
  };
  const inputs = ["node_modules/a/index.js", "node_modules/a/path.js"];
  const top = put(t, files);
  assert.throws(() => licences(top, inputs, join(top, "notices")), /a holds code of d: put/u);
  const whole = put(t, { ...files, "notices/d.txt": "d: BSD" });
  const told = licences(whole, inputs, join(whole, "notices"));
  assert.ok(told.includes("\nd\n\nd: BSD"), told);
  assert.ok(told.includes("Parts by Eva.\n\nPermission is hereby granted to all."), told);
});

test("a package without a licence fails the build", (t) => {
  const top = put(t, {
    "node_modules/a/NOTICE": "by Ana",
    "node_modules/a/package.json": '{"license":"MIT"}',
  });
  assert.throws(() => licences(top, ["node_modules/a/x.js"]), /a is bundled but has no licence/u);
});
