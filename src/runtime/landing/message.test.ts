// Tests of the subjects of landings.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommitStyle } from "../config.ts";
import { defused, subjectOf } from "./message.ts";

const style: CommitStyle = { prefix: null, author: "user", signOff: null };
const plain = ["Add a shop", "Sell plants", "fix: a hole"];
const conventional = ["feat: add a shop", "fix(cart): count", "Release 1.0"];

test("a subject is the title, with the repository's own custom of types and never two of them", () => {
  const said = (title: string, subjects: readonly string[], prefix: string | null = null): string =>
    subjectOf(title, { ...style, prefix }, subjects);
  assert.equal(said("Add a cart", plain), "Add a cart");
  assert.equal(said("Add a cart", []), "Add a cart");
  assert.equal(said("Add a cart", ["net: close early", "fmt: print less"]), "Add a cart");
  assert.equal(said("Add a cart", conventional), "feat: add a cart");
  assert.equal(said("Fix the cart's sum", conventional), "fix: fix the cart's sum");
  assert.equal(said("API answers faster", conventional), "feat: API answers faster");
  assert.equal(said("fix(cart): count", conventional), "fix(cart): count");
  assert.equal(said("Add a cart", conventional, "SHOP-12"), "SHOP-12 Add a cart");
  assert.equal(said("SHOP-12 Add a cart", plain, "SHOP-12 "), "SHOP-12 Add a cart");
});

test("a long title is cut at a word, and no line break gets in", () => {
  const cut = subjectOf(`Add ${"many small words ".repeat(9)}`, style, []);
  assert.ok(cut.length <= 72 && cut.endsWith("words…"), cut);
  assert.equal(subjectOf("x".repeat(90), style, []).length, 72);
  assert.equal(subjectOf("Add\n\nCairn-Run: other", style, []), "Add Cairn-Run: other");
  assert.equal(
    subjectOf("Add [skip ci] a cart [x] ***NO_CI*** [CI-skip]", style, []),
    "Add (skip ci) a cart [x] NO_CI (CI-skip)",
  );
});

test("an agent's words close no issue and call nobody, and stay readable", () => {
  assert.equal(
    defused("Fixes #1, closes: org/repo#2 and resolved\nhttps://host/o/r/issues/3; fixing GH-4"),
    "Fixes (#1), closes (org/repo#2) and resolved (https://host/o/r/issues/3); fixing (GH-4)",
  );
  assert.equal(defused("@ana: uses @org/team"), "@ ana: uses @ org/team");
  const plain = "Fix the sum of a#b for ana@example.org; see #12";
  assert.equal(defused(plain), plain);
});
