// Tests of credential redaction: each token form, its surroundings, and ordinary output.
import assert from "node:assert/strict";
import { test } from "node:test";
import { redact, redactValue } from "./redact.ts";

const letters = "abcDEF123456ghiJKL789012mnoPQR345678stuVWX90";
const secrets: Readonly<Record<string, string>> = {
  "a model key": `sk-ant-${letters}`,
  "a GitHub token": `ghp_${letters.slice(0, 36)}`,
  "a fine-grained GitHub token": `github_pat_${letters}`,
  "an npm token": `npm_${letters.slice(0, 36)}`,
  "an AWS key": "AKIAIOSFODNN7EXAMPLE",
  "a Google key": `AIza${letters.slice(0, 35)}`,
  "a Slack token": "xoxb-1234567890-abcdefghij",
  "a web token": `eyJ${letters}.eyJ${letters}.${letters}`,
  "a private key": `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n${letters}\n-----END RSA PRIVATE KEY-----`,
};
for (const [name, secret] of Object.entries(secrets)) {
  test(`${name} is taken out, and what stands around it stays`, () => {
    assert.equal(redact(`before ${secret} after`), "before [redacted] after");
  });
}

test("of what carries a credential only the credential goes", () => {
  assert.equal(redact(`Authorization: Bearer ${letters}`), "Authorization: Bearer [redacted]");
  assert.equal(
    redact("https://ana:hunter22@example.org/x"),
    "https://ana:[redacted]@example.org/x",
  );
  assert.equal(redact("NPM_TOKEN=abcdefgh12 next"), "NPM_TOKEN=[redacted] next");
});

test("ordinary output stays as it is", () => {
  for (const text of [
    "# tests 12\n# pass 12\n# fail 0",
    "token expected at line 3, got )",
    "https://example.org:8080/a?b=c#d",
    "git@example.org:ana/repo.git",
    "password: string; // the user's",
    "TOKEN=short",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sk-learn, task-1-1, basic auth, bearer of news",
  ]) {
    assert.equal(redact(text), text);
  }
});

test("twice is once, and JSON stays JSON", () => {
  const text = JSON.stringify({ a: `TOKEN=${letters}`, b: [`ghp_${letters}`] });
  assert.equal(redact(redact(text)), redact(text));
  assert.deepEqual(JSON.parse(redact(text)), redactValue(JSON.parse(text)));
});
