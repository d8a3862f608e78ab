// Tests of reading `notify`: valid values, findings about mistakes, and no address in any finding.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import { emptyConfig } from "../config.ts";
import { readNotify } from "./notify.ts";
import { readConfig, readPersonal } from "./read.ts";

const known = { drivers: { command: null }, protocols: ["ultrawork"] };
const path = "/home/ana/config.json";
const read = (value: unknown) => readNotify({ value, path });
const targets = (notify: unknown) => {
  const found = read(notify);
  assert.ok(!isRefusal(found), JSON.stringify(found));
  return found;
};
const texts = (notify: unknown): readonly string[] => {
  const found = read(notify);
  return isRefusal(found) ? (found.more ?? [found]).map(({ text }) => text) : [];
};

test("one target or several, with what counts where nothing is said", () => {
  assert.deepEqual(targets({ webhook: "https://ntfy.sh/my-topic" }), [
    {
      command: null,
      webhook: { url: "https://ntfy.sh/my-topic", format: "ntfy" },
      on: ["decision", "end", "quiet", "runner"],
      quietMinutes: 10,
      link: null,
    },
  ]);
  const several = [
    {
      command: ["notify-send", "{title}", "{text}"],
      on: ["end", "decision"],
      quiet_min: 30,
      link: "https://my.host/cairn/",
    },
    { webhook: "http://10.0.0.2/hook", format: "slack" },
  ];
  assert.deepEqual(targets(several), [
    {
      command: ["notify-send", "{title}", "{text}"],
      webhook: null,
      on: ["decision", "end"],
      quietMinutes: 30,
      link: "https://my.host/cairn",
    },
    {
      command: null,
      webhook: { url: "http://10.0.0.2/hook", format: "slack" },
      on: ["decision", "end", "quiet", "runner"],
      quietMinutes: 10,
      link: null,
    },
  ]);
});

test("the format follows from the host, unless it is said", () => {
  const formats = [
    "https://hooks.slack.com/services/T/B/x",
    "https://discord.com/api/webhooks/1/x",
    "https://canary.discord.com/api/webhooks/1/x",
    "https://discordapp.com/api/webhooks/1/x",
    "https://ntfy.sh/t",
    "https://notslack.com/x",
    "https://example.org/hook",
  ].map((webhook) => targets({ webhook })[0]?.webhook?.format);
  assert.deepEqual(formats, ["slack", "discord", "discord", "discord", "ntfy", "json", "json"]);
});

test("every slip is told at its place", () => {
  const slips: readonly (readonly [notify: unknown, text: RegExp])[] = [
    ["https://ntfy.sh/t", /\/notify must be an object: \{"webhook"/u],
    [{}, /\/notify needs a command or a webhook/u],
    [{ webhook: "ftp://a/b" }, /\/notify\/webhook must be an address that begins with https/u],
    [
      { webhook: "https://ntfy.sh/t", format: "teams" },
      /\/notify\/format must be one of ntfy, slack, discord, json/u,
    ],
    [{ command: ["x"], format: "ntfy" }, /\/notify\/format must be .* beside a webhook/u],
    [[{ command: "notify-send" }], /\/notify\/0\/command must be a list of texts/u],
    [{ command: ["x"], on: [] }, /\/notify\/on must be a list of decision, end, quiet/u],
    [{ command: ["x"], on: ["decision", "start"] }, /\/notify\/on must be/u],
    [
      { command: ["x"], quiet_min: 0 },
      /\/notify\/quiet_min must be a whole number of minutes from 1 to 1440/u,
    ],
    [{ command: ["x"], link: "https://u:p@host/" }, /\/notify\/link must be the page's address/u],
    [
      { command: ["x"], url: "https://ntfy.sh/t" },
      /\/notify\/url is no key of notify: command, webhook/u,
    ],
    [
      Array.from({ length: 11 }, () => ({ command: ["x"] })),
      /\/notify must have at most 10 entries/u,
    ],
  ];
  for (const [notify, text] of slips) {
    const told = texts(notify);
    assert.ok(
      told.length === 1 && text.test(told[0] ?? ""),
      `${JSON.stringify(notify)}: ${told.join("; ")}`,
    );
  }
});

test("no address stands in what is said of slips", () => {
  const said = texts([
    { webhook: "hppts://hooks.slack.com/services/SECRET" },
    { webhook: "https://a.b/SECRET", format: "SECRET".length },
  ]);
  assert.equal(said.length, 2);
  assert.doesNotMatch(said.join("\n"), /SECRET|slack\.com\/services/u);
});

test("it belongs in the personal file, and counts in every repository", () => {
  const notify = { command: ["x"] };
  const personal = readPersonal({ notify }, path, known);
  assert.ok(!isRefusal(personal));
  const under = { path, config: personal };
  const config = readConfig({}, "cairn.config.json", known, under);
  assert.ok(!isRefusal(config));
  assert.deepEqual(config.notify, { value: notify, path });
  const refused = readConfig({ notify }, "cairn.config.json", known, under);
  assert.ok(isRefusal(refused));
  assert.match(
    refused.text,
    /\/notify belongs in \/home\/ana\/config\.json: webhooks are secrets/u,
  );
  assert.equal(emptyConfig.notify, null);
});
