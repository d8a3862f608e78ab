// Tests of git's patch as differences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesIn, hunksWithin } from "./patch.ts";

const patch = `diff --git a/new file.ts b/new file.ts
new file mode 100644
index 0000000..d00491f
--- /dev/null
+++ b/new file.ts
@@ -0,0 +1 @@
+1
diff --git a/old.ts b/old.ts
deleted file mode 100644
index d00491f..0000000
--- a/old.ts
+++ /dev/null
@@ -1,2 +0,0 @@
-1
-2
\\ No newline at end of file
diff --git a/src/ä.ts b/src/ä.ts
index d00491f..0cfbf08 100644
--- a/src/ä.ts
+++ b/src/ä.ts
@@ -3,2 +3,3 @@ const a = 1;
 same
-one
+uno
+due
diff --git a/picture.png b/picture.png
index d00491f..0cfbf08 100644
Binary files a/picture.png and b/picture.png differ
`;
const files = [
  { path: "new file.ts", how: "added", added: 1, removed: 0 },
  { path: "old.ts", how: "deleted", added: 0, removed: 2 },
  { path: "src/ä.ts", how: "modified", added: 2, removed: 1 },
  { path: "picture.png", how: "modified", added: null, removed: null },
];

test("each file has its own lines, with their numbers before and after", () => {
  const all = differencesIn({ files, patch, cut: false });
  assert.deepEqual(
    all.map(({ path, is, hunks }) => [
      path,
      is,
      hunks.flatMap(({ lines }) =>
        lines.map(
          ({ sign, before, after, text }) => `${sign}${before ?? ""}/${after ?? ""} ${text}`,
        ),
      ),
    ]),
    [
      ["new file.ts", "added", ["+/1 1"]],
      ["old.ts", "removed", ["-1/ 1", "-2/ 2"]],
      ["src/ä.ts", "changed", [" 3/3 same", "-4/ one", "+/4 uno", "+/5 due"]],
      ["picture.png", "changed", []],
    ],
  );
});

test("of a patch that was cut, files that lack lines say so", () => {
  const short = patch.replace("@@ -3,2 +3,3 @@", "@@ -3,2 +3,2 @@").replace("+due\n", "");
  const all = differencesIn({
    files: [...files, { path: "z.ts", how: "added", added: 9, removed: 0 }],
    patch: short,
    cut: true,
  });
  assert.deepEqual(
    all.map(({ cut, hunks }) => [cut, hunks.length]),
    [
      [false, 1],
      [false, 1],
      [true, 1],
      [false, 0],
      [true, 0],
    ],
  );
});

test("of a long difference the first lines are shown", () => {
  const lines = Array.from({ length: 5 }, (_, index) => ({
    sign: "+" as const,
    before: null,
    after: index + 1,
    text: "",
    cut: 0,
  }));
  const hunks = ["a", "b", "c"].map((title) => ({ title, lines }));
  assert.deepEqual(
    hunksWithin(hunks, 7).map((hunk) => hunk.lines.length),
    [5, 2],
  );
});
