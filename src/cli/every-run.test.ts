// User services as text: whatever a path holds stays one word, and the whole is well-formed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launchdService, systemdService } from "./every-run.ts";

const parts = {
  root: "/home/ana/100% my--shop",
  argv: ["/opt/node", 'a "quoted" $HOME \\', "run", "--all"],
  env: { PATH: "/usr/bin:/a b&c" },
};

test("systemd reads each word whole, without its own variables and specifiers", () => {
  const lines = systemdService(parts).split("\n");
  for (const line of [
    "WorkingDirectory=/home/ana/100%% my--shop",
    'Environment="PATH=/usr/bin:/a b&c"',
    String.raw`ExecStart="/opt/node" "a \"quoted\" $$HOME \\" "run" "--all"`,
    "#   systemctl --user enable --now cairn-100-my-shop.service",
  ])
    assert.ok(lines.includes(line), `${line}\n\n${lines.join("\n")}`);
});

test("a plist escapes its strings, and no comment ends early", () => {
  const text = launchdService(parts);
  assert.match(text, /<string>\/usr\/bin:\/a b&amp;c<\/string>/u);
  assert.match(text, /<string>run<\/string>\n\s*<string>--all<\/string>/u);
  for (const [, comment = ""] of text.matchAll(/<!--(.*?)-->/gsu))
    assert.doesNotMatch(comment, /--/u);
});
