// Tests of standard streams: complete output in order to files, pipes and terminals.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { type TestContext, test } from "node:test";
import { standard } from "./streams.ts";

const opened = (
  t: TestContext,
  how: "w" | "r",
): { readonly fd: number; readonly text: () => string } => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-streams-"));
  const path = join(folder, "out");
  writeFileSync(path, "");
  const fd = openSync(path, how);
  t.after(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  return { fd, text: () => readFileSync(path, "utf8") };
};
const unneeded = (): never => {
  throw new Error("Node's stream was asked for");
};
const heard = (stream: PassThrough): string => String(stream.read());

test("a file is written to without Node's stream, and is no terminal", (t) => {
  const { fd, text } = opened(t, "w");
  const out = standard(fd, unneeded);
  assert.equal(out.columns(), null);
  out.write("one é\n");
  out.write("x".repeat(300_000));
  assert.equal(text(), `one é\n${"x".repeat(300_000)}`);
});

test("what can't be written so goes through Node's stream, and all that follows after it", (t) => {
  const { fd } = opened(t, "r");
  const stream = new PassThrough();
  let asked = 0;
  const out = standard(fd, () => {
    asked += 1;
    return stream;
  });
  for (const part of ["a", "b", "c"]) out.write(part);
  assert.equal(heard(stream), "abc");
  assert.equal(asked, 1);
});

test("a terminal is Node's to treat: its width and its bytes", (t) => {
  const folder = openSync(tmpdir(), "r");
  t.after(() => closeSync(folder));
  // Neither file nor pipe nor socket, like a terminal.
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 132 });
  const out = standard(folder, () => stream);
  assert.equal(out.columns(), 132);
  out.write("text");
  assert.equal(heard(stream), "text");
  const silent = standard(folder, () => Object.assign(new PassThrough(), { isTTY: true }));
  assert.equal(silent.columns(), 80);
});

test("an error of the stream that isn't the reader's going stays an error", (t) => {
  const { fd } = opened(t, "r");
  const stream = new PassThrough();
  standard(fd, () => stream).write("a");
  assert.throws(
    () => stream.emit("error", Object.assign(new Error("no space"), { code: "ENOSPC" })),
    /no space/,
  );
});
