// Tests of the output filter: control and bidi characters never reach the terminal.
import { clean, cleanLine } from "../../core/words/clean.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanJson, cleanPage } from "./clean.ts";

const hostile = "a\u001b]0;title\u0007b\u009b31mc\u202ed\u007fe\rf\u0000g\u2066h\ud800i";
const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("control and reordering characters never reach the terminal", () => {
  for (const shown of [clean(hostile), cleanLine(hostile), cleanPage(hostile)]) {
    assert.doesNotMatch(shown, dangerous);
    assert.ok(shown.isWellFormed());
    assert.match(shown, /a.*b.*c.*d.*e.*f.*g.*h.*i/);
  }
});

test("line feeds and tabs stay, one line of it has neither", () => {
  assert.equal(clean("a\r\nb\tc"), "a\nb\tc");
  assert.equal(cleanLine(" a\r\nb\tc \n"), "a b c");
});

test("colours that the page set itself pass the last gate, other sequences don't", () => {
  assert.equal(cleanPage("\u001b[1mx\u001b[22m\u001b[2J"), "\u001b[1mx\u001b[22m\u241b[2J");
});

test("signs that no one sees are shown, those that emoji and other scripts need stay", () => {
  for (const sign of ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u{e0041}", "\u200d", "\ufe0f"])
    assert.equal(clean(`w${sign}ork`), "w\ufffdork");
  for (const text of ["👩\u200d💻", "❤\ufe0f", "1\ufe0f\u20e3", "می\u200cخواهم"])
    assert.equal(clean(text), text);
});

test("JSON stays the same value and holds nothing that a terminal obeys", () => {
  const text = cleanJson(JSON.stringify({ hostile }));
  assert.doesNotMatch(text, dangerous);
  assert.deepEqual(JSON.parse(text), { hostile });
});
