// The guide to extending, followed to the letter in a copy of the repository: registered, built and played.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const top = join(import.meta.dirname, "../..");
const guide = readFileSync(join(top, "docs/extending.md"), "utf8").replaceAll(/^ {3}/gmu, "");
const blocksOf = (language: string): readonly string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gmu"))].map(
    ([, text = ""]) => text,
  );

/** All that git would commit, without the tests. */
const copyTo = (folder: string): void => {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const all = execFileSync("git", words, { cwd: top, encoding: "utf8" }).split("\0");
  for (const path of all.filter((one) => one !== "" && !one.startsWith("test/"))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(top, path), join(folder, path));
  }
  symlinkSync(join(top, "node_modules"), join(folder, "node_modules"));
};

/** Takes an example of the guide into the source, by the change of its imports that the guide names. */
const take = (folder: string, from: string, to: string, up: readonly [string, string][]): void => {
  const text = readFileSync(join(top, "test/guide/extending", from), "utf8");
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  writeFileSync(
    join(folder, to),
    up.reduce((now, [old, other]) => now.replaceAll(old, other), text),
  );
};

/** Applies a diff of the guide: `+++ PATH`, then lines that stay, go and come. */
const apply = (folder: string, diff: string): void => {
  const [head = "", ...lines] = diff.trimEnd().split("\n");
  const path = join(folder, head.slice("+++ ".length));
  const side = (sign: string): string =>
    lines
      .flatMap((line) => ((" " + sign).includes(line[0] ?? " ") ? [`${line.slice(1)}\n`] : []))
      .join("");
  const text = readFileSync(path, "utf8");
  assert.ok(text.includes(side("-")), `${head}:\n${side("-")}`);
  writeFileSync(
    path,
    text.replace(side("-"), () => side("+")),
  );
};

test("a protocol and an agent program that are added by the guide are built, and the protocol plays", (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-extended-")));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  const [house, shop] = [join(folder, "house"), join(folder, "shop")];
  copyTo(house);
  for (const file of readdirSync(join(top, "test/guide/extending/checklist")))
    take(house, `checklist/${file}`, `src/protocols/checklist/${file}`, [
      ["../../../../src/", "../../"],
    ]);
  // A document in JSON is read by the rules themselves.
  take(house, "packing.ts", "src/protocols/checklist/packing.ts", [["../../../src/", "../../"]]);
  appendFileSync(
    join(house, "src/protocols/checklist/boxes.ts"),
    'export { edited } from "./packing.ts";\n',
  );
  take(house, "jot.ts", "src/agents/jot.ts", [
    ["../../../src/agents/", "./"],
    ["../../../src/", "../"],
  ]);
  for (const diff of blocksOf("diff")) apply(house, diff);
  const node = (words: readonly string[], cwd: string): string =>
    execFileSync(process.execPath, words, {
      cwd,
      encoding: "utf8",
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, "config") },
    });
  // Its listings are type-checked where they stand.
  node(["scripts/build.ts", "--no-types"], house);

  const [agent = ""] = blocksOf("js");
  const program = join(folder, "agent");
  writeFileSync(program, agent.replace("/usr/bin/env node", process.execPath));
  chmodSync(program, 0o755);
  const git = (...words: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=a@example.org", ...words], {
      cwd: shop,
    });
  mkdirSync(shop);
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "-m", "begin");
  const cairn = (...words: readonly string[]): string =>
    node([join(house, "bin/cairn.cjs"), ...words], shop);
  const typed = (blocksOf("sh")[0] ?? "").trim().split("\n");
  const said = typed.map((line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(
      ([, quoted, bare]) => quoted ?? bare ?? "",
    );
    assert.equal(words[0], "cairn");
    return cairn(...words.slice(1).map((word) => (word === "/tmp/agent" ? program : word)));
  });
  assert.match(said.at(-1) ?? "", /Say hello: 1 met: 1 by a check/u);
  assert.equal(
    readFileSync(join(shop, "checklist/checklist.md"), "utf8"),
    "# Say hello\n\n- [x] Write hello\n",
  );
  const config = join(shop, "cairn.config.json");
  const text = JSON.stringify({ agents: { jot: { driver: "jot" } }, roles: { "*": "jot" } });
  writeFileSync(config, text);
  assert.match(cairn("setup", "agents"), /^jot\b[^]*roles[^]*checklist: all/u);
  writeFileSync(join(shop, "checklist.md"), "# Two\n\n- [x] One\n- [ ] Other\n");
  cairn("adopt", ".", "--as", "ana");
  assert.match(cairn("decide"), /"One" was ticked before the run began/u);
});
