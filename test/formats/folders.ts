// Folder variants for tests of adoption and checking (test/fixtures/formats).
import { valueOf } from "../../src/kit/findings.ts";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { digest } from "../../src/core/hash.ts";
import type { Adopted, Source } from "../../src/core/dialect.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import { decide } from "../../src/protocols/ultrawork/decider.ts";
import { evolve } from "../../src/protocols/ultrawork/evolve.ts";
import { write } from "../../src/protocols/ultrawork/files.ts";
import type { UltraworkCommand } from "../../src/protocols/ultrawork/commands.ts";
import type { UltraworkEvent } from "../../src/protocols/ultrawork/events.ts";
import { adopt } from "../../src/protocols/ultrawork/commands/start.ts";
import { read as readFolder } from "../../src/protocols/ultrawork/read/read.ts";
import type { State } from "../../src/protocols/ultrawork/state.ts";
import type { Recorded } from "../../src/core/row.ts";

const all = join(import.meta.dirname, "..", "fixtures", "formats", "ultrawork");

export const filesBelow = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[relative(folder, path), readFileSync(path, "utf8")] as const] : [];
    }),
  );

export const variant = (name: string): Readonly<Record<string, string>> =>
  filesBelow(join(all, name));
export const variantFolder = (name: string): string => join(all, name);

export const example = readFileSync(
  join(import.meta.dirname, "..", "golden", "fixtures", "seed-session.json"),
  "utf8",
);

export const foundOf = (files: Source["files"], more: Partial<Source> = {}): Source => ({
  folder: "/home/ana/.claude/ultrawork/shop/sessions/abc",
  userHome: "/home/ana",
  files,
  digests: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)])),
  unread: [],
  beside: [],
  options: {},
  ...more,
});

export const readOf = (files: Source["files"], more: Partial<Source> = {}): Adopted | Refusal => {
  const read = readFolder(foundOf(files, more));
  if (read === null) throw new Error("it is no folder of ultrawork");
  return read;
};

export type Taken = {
  readonly adopted: Adopted;
  readonly state: State;
  readonly files: Readonly<Record<string, string>>;
  readonly events: readonly string[];
};

/** Reads a folder, checks the command by its schema as the door does, and adopts it. */
export const takeOver = (files: Source["files"], more: Partial<Source> = {}): Taken => {
  const adopted = readOf(files, more);
  if (isRefusal(adopted)) throw new Error(`${adopted.code}: ${adopted.text}`);
  const given = valueOf(adopt.schema, adopted.start.data);
  const command: UltraworkCommand = { type: "Adopt", data: { ...given, run: "r" } };
  const stamp = { at: "2026-02-01T12:00:00.000Z", by: { kind: "person", name: "ana" } } as const;
  const decided = decide(null, command, stamp);
  if (isRefusal(decided)) throw new Error(`${decided.code}: ${decided.text}`);
  const log = decided.map((event, index): Recorded<UltraworkEvent> => ({
    ...event,
    version: index + 1,
    ...stamp,
    cause: "c",
  }));
  const state = log.reduce<State | null>((before, event) => evolve(before, event), null);
  if (state === null) throw new Error("nothing came of it");
  return { adopted, state, files: write(state, log), events: decided.map(({ type }) => type) };
};
