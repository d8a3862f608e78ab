// Notices in the forms of their receivers: within their limits, and without a link, a mention or an option that others wrote.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, postedAs } from "./formats.ts";
import type { Notice } from "./notice.ts";

const notice = (text: string, title = "Waits for you: a run"): Notice => ({
  event: "decision",
  state: "waits for you",
  run: "r1",
  decision: { run: "r1", key: "approve-1" },
  title,
  text,
  command: "cairn decide r1 approve-1",
});
const link = "https://my.host/run/r1?decide=approve-1";
const field = (body: string, name: string): string =>
  String(Reflect.get(Object(JSON.parse(body)), name));

test("what agents wrote makes neither a mention nor a link", () => {
  const bait =
    "<!channel> @everyone see [this](https://evil.example) & <https://evil.example|here>";
  const slack = field(postedAs("slack", notice(bait), link).body, "text");
  assert.ok(slack.includes("&lt;!channel&gt; @everyone"), slack);
  assert.ok(slack.endsWith(`\n<https://my.host/run/r1?decide=approve-1|Open it>`), slack);
  const discord = postedAs("discord", notice(bait), link).body;
  assert.match(discord, /"allowed_mentions":\{"parse":\[\]\}/u);
  for (const text of [slack, field(discord, "content"), postedAs("ntfy", notice(bait), link).body])
    assert.equal(text.split("https://").length, 2, text);
});

test("each stays within its receiver's limit, and keeps what there is to do", () => {
  const long = "ü".repeat(9_000);
  const content = field(postedAs("discord", notice(long), link).body, "content");
  assert.ok(content.length <= 2_000 && content.endsWith(`\n${link}`));
  const { body } = postedAs("ntfy", notice(long), link);
  assert.ok(Buffer.byteLength(body) <= 4_096 && body.endsWith(`…\n${link}`));
  assert.doesNotMatch(body, /\ufffd/u);
});

test("a header is ASCII, and a title that isn't is encoded as in mail", () => {
  const { headers } = postedAs("ntfy", notice("text", "Done: Größe ändern"), null);
  const encoded = /^=\?UTF-8\?B\?(.+)\?=$/u.exec(headers["title"] ?? "")?.[1] ?? "";
  assert.equal(Buffer.from(encoded, "base64").toString("utf8"), "Done: Größe ändern");
  assert.equal(headers["click"], undefined);
});

test("a placeholder stays within its word, and begins no option", () => {
  const argv = ["say", "--title={title}", "{text}", "{other}", "-{event}"];
  assert.deepEqual(filled(argv, notice("--delete {run}\nall", "T"), link), [
    "say",
    "--title=T",
    ` --delete {run}\nall\n${link}`,
    "{other}",
    "-decision",
  ]);
});
