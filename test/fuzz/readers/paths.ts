// Fuzzed readers of paths from plans, reports and files: none leads out of the working tree.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { confined } from "../../../src/workspace/confine.ts";
import { tried } from "../never.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

let ground: { readonly root: string; readonly place: string } | null = null;
/** A tree with links inside and out of it. */
const made = (): { readonly root: string; readonly place: string } => {
  if (ground !== null) return ground;
  const top = realpathSync(mkdtempSync(join(tmpdir(), "cairn-fuzz-")));
  process.once("exit", () => rmSync(top, { recursive: true, force: true }));
  const [root, place] = [join(top, "root"), join(top, "place")];
  for (const name of [join(root, "a/b"), place, join(top, "other")])
    mkdirSync(name, { recursive: true });
  for (const name of [
    join(root, "f"),
    join(root, "a/f"),
    join(place, "f"),
    join(top, "other/f"),
    join(top, "root-too"),
  ])
    writeFileSync(name, "x");
  symlinkSync("a", join(root, "in"));
  symlinkSync("../other", join(root, "out"));
  symlinkSync("../other/f", join(root, "outfile"));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync("/nowhere/at/all", join(root, "gone"));
  ground = { root, place };
  return ground;
};

const part = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "..",
      ".",
      "",
      "a",
      "b",
      "f",
      "in",
      "out",
      "outfile",
      "loop",
      "gone",
      "root",
      "place",
      "other",
      "root-too",
      "~",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "n".repeat(300),
      "a\0b",
      "a\nb",
      "CON",
      "\ud800",
      "é".normalize("NFD"),
      "A",
      "F",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const path = fc
  .tuple(
    fc.constantFrom("", "/", "~/", "./", "../root/", "//", "\\"),
    fc.array(part, { maxLength: 7 }),
  )
  .map(([first, parts]) => first + parts.join("/"));

export const pathReaders: readonly Reader[] = [
  reader("paths, confined to the work", 40, fc.tuple(path, fc.boolean()), ([name, absolute]) => {
    const { root, place } = made();
    const found = tried(() =>
      confined({ root, place, ignores: [] }, absolute ? join(root, name) : name),
    );
    if (found !== null)
      assert.ok(
        [root, place].some((within) => found === within || found.startsWith(`${within}/`)),
        `${name} led to ${found}`,
      );
  }),
];
