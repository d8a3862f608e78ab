// The parts that make examples and recordings: stable words, marked blocks, screens and their picture.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deadLinks } from "../../scripts/docs/dead.ts";
import { textsOf, withBlocks, withCounts } from "../../scripts/examples/blocks.ts";
import { stableText } from "../../scripts/examples/stable.ts";
import { framesOf } from "../../scripts/record/screen.ts";
import { svgOf } from "../../scripts/record/svg.ts";

test("ids, hashes, times and folders become the same each time, and keep their identity", () => {
  const stable = stableText({ "/tmp/x/shop": "~/shop" });
  const text =
    "run abcdefghijkl in /tmp/x/shop, 10:00:01, 1 min 3 s ago, branch cairn/a-abcd, 0123456789ab, 0123456789ab";
  const first = stable(["abcdefghijkl"], text);
  assert.equal(
    first,
    "run k7dm2q9x4rta in ~/shop, 10:15:00, 2 s ago, branch cairn/a-k7dm, 4c1d0f2e9a71, 4c1d0f2e9a71",
  );
  assert.match(
    stable(["abcdefghijkl", "zyxwvutsrqpo"], "zyxwvutsrqpo abcdefghijkl"),
    /^v3hn8w5c6pzb k7dm2q9x4rta$/u,
  );
  assert.equal(stable([], "decide plan#2, #7 PlanApproved"), "decide plan#2, #31 PlanApproved");
});

test("blocks are filled; one without an example, and an example without a block, are errors", () => {
  const page = "a\n<!-- example: one -->\nold\n<!-- end -->\nb";
  assert.equal(
    withBlocks(page, { one: "new" }),
    "a\n<!-- example: one -->\n```console\nnew\n```\n<!-- end -->\nb",
  );
  assert.throws(() => withBlocks(page, {}), /one/u);
  assert.deepEqual(textsOf([page, "c"], { one: "new", two: "x" }), [{ one: "new", two: "x" }, {}]);
  assert.throws(() => withBlocks(page, { one: "new", two: "x" }), /two/u);
  assert.equal(
    withCounts("<!-- conversations: a -->1<!-- end -->", { a: 12 }),
    "<!-- conversations: a -->12<!-- end -->",
  );
});

test("a recording shows what the terminal showed last, colours included", async () => {
  const size = { columns: 20, rows: 3 };
  const chunks = [
    { at: 0, data: "first\r\n" },
    { at: 500, data: "\u001B[1A\u001B[2K\u001B[31mred\u001B[39m <b>" },
  ];
  const frames = await framesOf(chunks, size);
  assert.deepEqual(
    frames.map(({ rows }) => rows[0]?.map(({ text, color }) => [text, color])),
    [
      [["first", null]],
      [
        ["red", 1],
        [" <b>", null],
      ],
    ],
  );
  const svg = svgOf(frames, size, "A & B");
  assert.match(svg, /<title id="t">A &amp; B<\/title>/u);
  assert.match(svg, /fill="#ff7b72"[^>]*>red</u);
  assert.match(svg, />&lt;b&gt;</u);
});

test("dead links of a built site are found: pages, headings, pictures, of the navigation too; source and other sites are left alone", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-site-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/a.html"), '<h2 id="part">A</h2><a href="../index.html">up</a>');
  const alive =
    '<a href="/docs/a.html#part"></a><a href="./docs/a.html"></a><a href="#own" id="own"></a><a href="./src/x.ts.html"></a><a href="./src/y.html"></a>';
  const away = '<a href="https://example.org/b.html"></a><a href="./schemas/"></a>';
  writeFileSync(join(folder, "index.html"), alive + away);
  assert.deepEqual(deadLinks(folder), []);
  writeFileSync(
    join(folder, "index.html"),
    `${alive}<nav><a href="/docs/b.html"></a></nav><a href="docs/a.html#none"></a><img src="/c.png"><a href="#none"></a>`,
  );
  assert.deepEqual(deadLinks(folder), [
    "index.html: /docs/b.html",
    "index.html: docs/a.html#none",
    "index.html: /c.png",
    "index.html: #none",
  ]);
});
