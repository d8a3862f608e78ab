// Tests of the redaction of credentials on the corpus: only the credential goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { redact, redactValue } from "../../src/core/secrets/redact.ts";
import { redactions } from "../../src/core/secrets/redactions.ts";
import { taken } from "../fixtures/taken.ts";
import { carried, kept, whole } from "./corpus.ts";

for (const [name, secret] of Object.entries(whole))
  test(`${name}: taken out, and what stands around it stays`, () => {
    assert.equal(redact(`before ${secret} after`), "before [redacted] after");
    assert.equal(redact(`in "${secret}", too`), 'in "[redacted]", too');
    assert.equal(redactions(redact(`${secret}\n${secret}`)), 2);
    assert.equal(redact(JSON.stringify(`a\n${secret}`)), JSON.stringify("a\n[redacted]"));
  });

for (const [name, [before, secret, after]] of Object.entries(carried))
  test(`${name}: only the credential goes`, () => {
    assert.equal(redact(`first\n${before}${secret}${after}`), `first\n${before}[redacted]${after}`);
  });

test("what only looks like one stays", () => {
  for (const text of kept) assert.equal(redact(text), text);
});

test("what is looked for in short words is found without long ones", () => {
  for (const text of ["a redis://:s3@h b", "password: 'a1b2c3'", "PWD_TOKEN=12345678"])
    assert.notEqual(redact(text), text);
});

test("twice is once, and JSON stays JSON", () => {
  const all = [
    ...Object.values(whole),
    ...Object.values(carried).map((parts) => parts.join("")),
    ...kept,
  ];
  for (const text of all) assert.equal(redact(redact(text)), redact(text));
  const text = redact(JSON.stringify(all));
  assert.equal(JSON.parse(text).length, all.length);
  assert.deepEqual(redactValue(redactValue(all)), redactValue(all));
});

test("a value is judged by its key, too", () => {
  assert.deepEqual(
    redactValue({
      user: "ana",
      password: "hunter22",
      list: ["hunter22"],
      note: 'say "password": "hunter22"',
    }),
    {
      user: "ana",
      password: "[redacted]",
      list: ["hunter22"],
      note: 'say "password": "[redacted]"',
    },
  );
  const pairs = {
    entries: [
      ["api_token", '"a1B2c3D4e5F6g7H8i9"'],
      ["tokens", "3"],
      ["password", "null"],
    ],
  };
  assert.deepEqual(redactValue(pairs), {
    entries: [
      ["api_token", '"[redacted]"'],
      ["tokens", "3"],
      ["password", "null"],
    ],
  });
  const same = { token: "task-1", key: "a/b", secret: false };
  assert.equal(redactValue(same), same);
  assert.equal(
    redactions(redactValue({ password: "hunter22", of: [`x ghp_${"a1".repeat(18)}`] })),
    2,
  );
});

test("hostile megabytes are read in linear time", () => {
  const parts = [
    `a|A|A_|0|=|:|"|\\| |-|--a-|://|https://|a://b:|-----BEGIN PRIVATE KEY-----|-----BEGIN |PRIVATE KEY|Private-Lines: 1\n|eyJ|eyJa.|sk-|sk-a|ghp_|SG.|SG.a`,
    `xoxb-|1//0|12345678:AA|MTIz|MTIzMTIzMTIzMTIzMTIz.|&sig=|hooks.slack.com/services/|/webhooks/|AccountKey=|Bearer |Authorization: |Cookie: |cookie: sid|cookie:`,
    `token|token=|token":"|password=|password: "|secret = |api_key:|TOKEN=|A_TOKEN|--token |_auth=|"auth":"|pass|key|token=a1Z|password=1|token: "a1Z`,
  ].flatMap((row) => row.split("|"));
  for (const part of parts) {
    const text = part.repeat(Math.ceil(1_048_576 / part.length));
    const ms = taken(() => void redact(text));
    assert.ok(ms < 2_000, `${JSON.stringify(part)}: ${Math.round(ms)} ms`);
  }
});
