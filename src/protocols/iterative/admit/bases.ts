// Why: a file doesn't say from which copy it was made, but what only the engine writes in it does, and so do words that an older copy didn't have.
import type { Edit } from "../../../core/dialect.ts";
import { canonical } from "../../../core/difference.ts";
import { atPointer, type JsonNode, readJson } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { stateFile } from "../files/state-file.ts";

type Former = { readonly text: string | null };

/** What each projection writes anew and nobody else has a reason to; null: nothing of that kind. */
const signOf = (path: Path, text: string): string | null => {
  if (path === stateFile) {
    const root = readJson(text);
    const node = isRefusal(root) ? null : atPointer(root, "/updated");
    return node?.is === "string" ? node.value : null;
  }
  if (path !== "tasks.md" && path !== "plan.md") return null;
  const lines = text.match(/^\*\*(?:Total|Status):\*\*.*$/gmu);
  return lines === null ? null : lines.map((line) => line.trim()).join("\n");
};

const linesOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\r\n|\n|\r/u).flatMap((line) => (line.trim() === "" ? [] : [line.trim()])));

const walk = (node: JsonNode, at: string, into: Set<string>): void => {
  if (node.is === "object") for (const { key, value } of node.members) walk(value, `${at}/${key}`, into);
  else if (node.is === "array") for (const item of node.items) walk(item, at, into);
  else into.add(`${at} ${canonical(node)}`);
};
/** Each value with its place. */
const valuesOf = (text: string): ReadonlySet<string> => {
  const root = readJson(text);
  const found = new Set<string>();
  if (!isRefusal(root)) walk(root, "", found);
  return found;
};

/** Where something of the edit came into the file after that copy, it was made from a later one. */
const sources = function* (text: string, former: Iterable<Former>, partsOf: (text: string) => ReadonlySet<string>): Generator<Former> {
  const own = partsOf(text);
  const newer = new Set<string>();
  for (const one of former) {
    const parts = partsOf(one.text ?? "");
    if ([...newer].some((part) => !parts.has(part))) return;
    yield one;
    for (const part of parts) if (own.has(part)) newer.add(part);
  }
};

/** Former texts from which the edit can have been made, newest first. */
export const basesOf = function* (path: Path, text: string, former: Edit["former"]): Generator<Former> {
  const sign = signOf(path, text);
  const isSigned = ({ text: old }: Former): boolean => sign !== null && old !== null && signOf(path, old) === sign;
  let signed = false;
  // Each is rendered only when it is come to.
  if (sign !== null)
    for (const one of former())
      if (isSigned(one)) {
        signed = true;
        break;
      }
  const possible = function* (): Generator<Former> {
    for (const one of former()) if (!signed || isSigned(one)) yield one;
  };
  yield* sources(text, possible(), path === stateFile ? valuesOf : linesOf);
};
