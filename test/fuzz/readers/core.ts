// Fuzzed readers of the core: JSON with positions, reports in messages, configuration.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { canonical } from "../../../src/kit/json/difference.ts";
import { atPointer, placeOf, plain, pointTo, readJson } from "../../../src/core/json/json.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { placesOf } from "../../../src/core/json/places.ts";
import { redact, redactValue } from "../../../src/core/secrets/redact.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import { reportBlocks, readReport } from "../../../src/core/reports/report-block.ts";
import { reportFence } from "../../../src/core/reports/report-ending.ts";
import { readConfig } from "../../../src/runtime/config/read.ts";
import { readNotify } from "../../../src/runtime/config/notify.ts";
import { mutated, mutatedLines, mutatedValue, raw } from "../mutated.ts";
import { sound, tried } from "../never.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

const seed = readFileSync(
  new URL("../../golden/fixtures/seed-session.json", import.meta.url),
  "utf8",
);
const small = ['{"a":[1,{"b":"\\u0041\\n"},null],"c~/":-0.5e2,"":true}\n', "[[],{}]", '"x"'];

const parsed = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text.startsWith("\u{feff}") ? text.slice(1) : text) };
  } catch {
    return null;
  }
};

const walk = (node: JsonNode, at: string, root: JsonNode, text: string): void => {
  assert.equal(atPointer(root, at), node);
  assert.ok(node.at < node.end && node.end <= text.length);
  if (node.is === "object")
    for (const { key, value } of node.members) walk(value, pointTo(at, key), root, text);
  if (node.is === "array")
    node.items.forEach((item, index) => walk(item, pointTo(at, index), root, text));
};

const json = (text: string): void => {
  const node = readJson(text);
  const other = parsed(text);
  if (isRefusal(node)) {
    sound(node);
    // What the language reads and we don't: two keys of one name, or too deep.
    if (other !== null) assert.match(node.text, /stands twice|nest deeper/u);
    return;
  }
  assert.deepEqual(plain(node), other?.value);
  walk(node, "", node, text);
  // A number beyond what a number holds is read as the language reads it, and can't be written again.
  if (canonical(node).includes("Infinity")) return;
  const again = readJson(JSON.stringify(plain(node)));
  assert.ok(!isRefusal(again) && canonical(node) === canonical(again), "it reads back the same");
  const place = placesOf(text);
  for (const offset of [node.at, node.end]) assert.deepEqual(place(offset), placeOf(text, offset));
};

const known = { drivers: { command: null, scripted: null }, protocols: ["ultrawork"] };
const configs = [
  {
    ledger: "sqlite:.cairn/x.db",
    runner: { agents: 2 },
    agents: {
      codex: {
        driver: "command",
        argv: ["codex", "exec", ["--model", "{tier}"], "{brief}"],
        done: "exit",
        env: { A: "b" },
      },
    },
    roles: { "ultrawork/worker": "codex", "*": "hand" },
    ultrawork: { home: "~/x", max_workers: 3 },
  },
  {},
];
const notices = [
  {
    webhook: "https://ntfy.sh/SECRET",
    format: "ntfy",
    on: ["end"],
    quiet_min: 5,
    link: "https://my.host/x",
  },
  [{ command: ["notify-send", "{title}"] }, { webhook: "http://SECRET:SECRET@a.b/" }],
];

const message = (json: string): string => `All done.\n\n\`\`\`${reportFence}\n${json}\n\`\`\`\n`;
const messages = [
  message('{"job":"task-1-1","task":"1","status":"done","summary":"s"}'),
  "~~~~\n```cairn-report\n{}\n```\n~~~~\n",
  `${message("{}")}${message('{"a":1}')}`,
];

export const coreReaders: readonly Reader[] = [
  reader("JSON, near to right", 150, mutated(small), json),
  reader("JSON, of any characters", 150, raw, json),
  reader("JSON, a whole session", 20, mutated([seed]), json),
  reader(
    "reports in messages",
    120,
    fc.tuple(mutatedLines(messages), mutatedValue([{ job: "task-1-1" }, [], null])),
    ([text, handed]) => {
      for (const all of [[], [handed]])
        assert.ok(
          ["one", "none", "broken", "several", "foreign"].includes(
            readReport(text, all, "task-1-1").found,
          ),
        );
      assert.ok(reportBlocks(text).every((block) => text.includes(block.split("\n")[0] ?? "")));
    },
  ),
  reader(
    "a report in a message",
    60,
    fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.string({ maxLength: 20 })),
    ([value, before]) => {
      const found = readReport(
        `${before.replaceAll(/[`~]/gu, "")}\n\n${message(JSON.stringify(value))}`,
        [],
        "task-1-1",
      );
      if (found.found !== "foreign")
        assert.deepEqual(found, {
          found: "one",
          report: value === undefined ? null : JSON.parse(JSON.stringify(value)),
        });
    },
  ),
  reader("cairn.config.json", 100, mutatedValue(configs), (value) => {
    const config = tried(() => readConfig(value, "cairn.config.json", known));
    if (config === null || isRefusal(config)) return;
    for (const part of [config.agents, config.roles, config.options])
      assert.equal(Object.getPrototypeOf(part), Object.prototype);
    assert.ok(config.runner.agents >= 1 && config.runner.agents <= 64);
    const { ultrawork, ...rest } = config.options;
    assert.deepEqual(rest, {});
    const { options: _, personal: _from, notify: _own, ready, ...plainly } = config;
    const seconds = <T extends { readonly ms: number }>({ ms, ...one }: T) => ({
      ...one,
      timeout_s: ms / 1_000,
    });
    const { checks, copy, setup } = ready;
    const asWritten = {
      checks: checks.map(seconds),
      place: { copy },
      ...(setup === null ? {} : { setup: seconds(setup) }),
    };
    assert.deepEqual(
      readConfig(
        { ...plainly, ...asWritten, ...(ultrawork === undefined ? {} : { ultrawork }) },
        "again",
        known,
      ),
      config,
    );
  }),
  reader("notify of a personal configuration", 100, mutatedValue(notices), (value) => {
    const targets = tried(() => readNotify({ value, path: "config.json" }));
    if (targets === null) return;
    // Whatever is wrong with an address, it isn't told.
    if (isRefusal(targets))
      return assert.doesNotMatch(
        (targets.more ?? [targets]).map(({ text }) => text).join(),
        /SECRET/u,
      );
    for (const { command, webhook, on, quietMinutes } of targets)
      assert.ok(
        (command !== null || webhook !== null) &&
          on.length > 0 &&
          quietMinutes >= 1 &&
          quietMinutes <= 1_440,
      );
  }),
  reader("credentials taken out", 40, raw, (text) => {
    assert.equal(redact(redact(text)), redact(text));
    redactValue(parsed(text)?.value);
  }),
];
