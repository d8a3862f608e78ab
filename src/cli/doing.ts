// What the agents of running jobs do now, read from the end of what their programs have written so far.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { lastLine } from "../core/last-words.ts";
import { parsed } from "../core/parsed.ts";
import { isRecord } from "../core/record.ts";
import { redact, redactBefore } from "../core/redact.ts";
import type { System } from "../runtime/system.ts";

/** How much of the end is read, in bytes. */
const tailBytes = 16 * 1024;

/** null: nothing can be read there. An agent may have put a link or a pipe in its place. */
const tailOf = (path: string): string | null => {
  let handle: number | null = null;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return null;
    const from = Math.max(0, stat.size - tailBytes);
    const bytes = Buffer.alloc(stat.size - from);
    const text = bytes.toString("utf8", 0, readSync(handle, bytes, 0, bytes.length, from));
    // The first line of a cut text is none.
    return from === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } catch {
    return null;
  } finally {
    if (handle !== null) closeSync(handle);
  }
};

/** Where agent programs name a tool, what it is used on, and what they say. */
const tools: ReadonlySet<string> = new Set(["name", "tool", "tool_name", "toolName"]);
const objects: ReadonlySet<string> = new Set(["command", "file_path", "filePath", "path", "pattern", "query", "url"]);
const words: ReadonlySet<string> = new Set(["text", "delta"]);

/** All strings of a value with the names of their fields, outermost first. */
const strings = (value: unknown, name = "", depth = 0): readonly (readonly [string, string])[] => {
  if (depth > 8) return [];
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one) => strings(one, name, depth + 1));
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => strings(inner, key, depth + 1)) : [];
};

const firstOf = (all: readonly (readonly [string, string])[], names: ReadonlySet<string>): string =>
  all.find(([name, text]) => names.has(name) && text.trim() !== "")?.[1].trim() ?? "";

/** One line of output: an event of a stream by its tool or its words, anything else as it is; "": it says nothing. */
const saidBy = (line: string): string => {
  const event = line.startsWith("{") ? parsed(line) : undefined;
  if (!isRecord(event)) return line.startsWith("{") ? "" : lastLine(line);
  const all = strings(event);
  const on = firstOf(all, objects);
  return on === "" ? lastLine(firstOf(all, words)) : [firstOf(all, tools), on.split("\n")[0] ?? ""].join(" ").trim();
};

/** The last thing that the output tells; "": it tells nothing yet. */
export const doingIn = (output: string): string => {
  for (const line of output.split("\n").toReversed()) {
    const said = saidBy(line.trim());
    if (said !== "") return redactBefore(redact(said));
  }
  return "";
};

/** By the fence of a running job's lease. */
export const doings = async (system: System, run: string): Promise<ReadonlyMap<number, string>> => {
  const { entries } = await system.workspace.spool.list(run);
  const live = entries.filter(({ exit, job }) => exit === null && job.agent !== null);
  return new Map(live.map(({ fence, folder }) => [fence, doingIn(tailOf(join(folder, "out")) ?? "")]));
};
