// Tests of edits to users' own files: byte for byte, through links, with their rights.
import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Fault, isRefusal } from "../../core/refusal.ts";
import { readOwn, replaceOwn } from "./own-file.ts";

const place = (t: { after(end: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-own-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test("a text comes with its mark of byte order; what can't be written again as it is, is refused", (t) => {
  const folder = place(t);
  const path = join(folder, "settings.json");
  assert.equal(readOwn(path), null);
  writeFileSync(path, "\uFEFF{}\r\n");
  assert.equal(readOwn(path), "\uFEFF{}\r\n");
  writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
  assert.ok(isRefusal(readOwn(path)), "no UTF-8");
  rmSync(path);
  symlinkSync(join(folder, "away", "settings.json"), path);
  assert.ok(isRefusal(readOwn(path)), "a link that leads nowhere");
  rmSync(path);
  mkdirSync(path);
  assert.ok(isRefusal(readOwn(path)), "a folder");
});

test("a file is replaced where it is: the link stays, the rights too, and nothing is left beside it", (t) => {
  const folder = place(t);
  const [path, link] = [join(folder, "real.json"), join(folder, "link.json")];
  writeFileSync(path, "{}");
  chmodSync(path, 0o666);
  symlinkSync(path, link);
  replaceOwn(link, '{"a":1}', 0o644);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readFileSync(path, "utf8"), '{"a":1}');
  assert.equal(statSync(path).mode & 0o777, 0o666);
  assert.throws(() => replaceOwn(join(path, "below"), "{}", 0o644), Fault);
  assert.deepEqual(readdirSync(folder).toSorted(), ["link.json", "real.json"]);
});
