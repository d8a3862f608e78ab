// Files of the checkout that patterns name for copying into places: as git matches them, without links, dependencies and crowds.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { asIgnoreLines } from "../../../src/core/glob.ts";
import { type Scene, scene } from "./scene.ts";

const put = ({ root }: Scene, path: string, text = "x\n"): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const files = {
  "a.txt": "a\n",
  "config/kept.env": "tracked\n",
  ".gitignore": ".env*\nsecrets/\nnode_modules\n*.local.json\n",
};

test("files are matched as git matches them: folders, negations and patterns below folders", async (t) => {
  const here = await scene(t, files);
  for (const path of [".env", ".env.test", "web/.env", "secrets/a.pem", "secrets/deep/b.pem"])
    put(here, path);
  put(here, "node_modules/x/.env");
  put(here, "config/dev.local.json");
  const found = async (...patterns: readonly string[]) =>
    (await here.places.included(here.site, patterns)).files;
  assert.deepEqual(await found(".env*", "!.env.test"), [".env", "web/.env"]);
  assert.deepEqual(await found("/.env", "secrets/"), [
    ".env",
    "secrets/a.pem",
    "secrets/deep/b.pem",
  ]);
  assert.deepEqual(await found(...asIgnoreLines("{config,web}/**/*.local.json")), [
    "config/dev.local.json",
  ]);
  assert.deepEqual(await found(...asIgnoreLines("*.env")), [".env"]);
  assert.deepEqual(await found("config/", "../x", "/etc/passwd"), ["config/dev.local.json"]);
  assert.deepEqual(await found(), []);
});

test("links aren't followed, dependencies are setup's, and too many files are none", async (t) => {
  const here = await scene(t, files);
  put(here, "../outside/key");
  put(here, "node_modules/x/index.js");
  put(here, ".env");
  symlinkSync("../outside/key", join(here.root, ".env.link"));
  symlinkSync("../outside", join(here.root, "secrets"));
  const few = await here.places.included(here.site, [".env*", "secrets", "node_modules/"]);
  assert.deepEqual(few.files, [".env"]);
  assert.match(few.left.join("\n"), /node_modules is never copied[^]*\.env\.link is a link/u);
  for (let at = 0; at <= 500; at += 1) put(here, `many/${at}.local.json`);
  const many = await here.places.included(here.site, ["*.local.json", ".env"]);
  assert.deepEqual(many.files, []);
  assert.match(many.left.join("\n"), /502 files .* match \(501 in many, 1 in the top folder\)/u);
});
