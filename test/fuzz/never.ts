// Assertions of fuzzing: refusals are values or a Fault; any other exception is a bug.
import assert from "node:assert/strict";
import type { Finding } from "../../src/core/run-files.ts";
import { readJson } from "../../src/core/json/json.ts";
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { Refusal } from "../../src/core/refusal.ts";

/** A refusal says what is wrong, by a stable code, and never without words. */
export const sound = (refusal: Refusal): void => {
  for (const { code, text, line, column } of [refusal, ...(refusal.more ?? [])]) {
    assert.match(code, /^[A-Z]+(?:_[A-Z]+)*$/u);
    assert.ok(text.trim() !== "", `${code} says nothing`);
    assert.ok(
      (line ?? 1) >= 1 && (column ?? 1) >= 1,
      `${code} names line ${line}, column ${column}`,
    );
  }
};

/** Findings that point into their documents, by a stable code and with words. */
export const pointed = (
  files: Readonly<Record<string, string>>,
  findings: readonly Finding[] | null,
): void => {
  for (const { path, line, column, code, message } of findings ?? []) {
    const rows = files[path]?.split(/\r\n|\n|\r/u) ?? [];
    const where = `${code} names ${path}:${line}:${column}`;
    assert.ok(line >= 1 && line <= Math.max(1, rows.length), where);
    assert.ok(column >= 1 && column <= (rows[line - 1]?.length ?? 0) + 2, where);
    assert.ok(message !== "" && /^[A-Z]+(?:_[A-Z]+)*$/u.test(code), code);
  }
};

/** What we write we must read again, with each key once. */
export const readable = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith(".json")) continue;
    const node = readJson(text);
    assert.ok(!isRefusal(node), `${path}: ${isRefusal(node) ? node.text : ""}`);
  }
};

/** What it gave, if it gave anything but a refusal or a Fault. */
export const tried = <T>(read: () => T | Refusal): T | null => {
  try {
    const value = read();
    if (!isRefusal(value)) return value;
    sound(value);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    assert.ok(error.hint !== "", `${error.code} says not what to do`);
  }
  return null;
};
