// Base copies of an edit: inferred from engine-written values and from words missing in older copies.
import type { Edit } from "../../../core/dialect.ts";
import { canonical } from "../../../core/difference.ts";
import { possibleBases } from "../../../core/formers.ts";
import { atPointer, type JsonNode, readJson } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { stateFile } from "../files/state-file.ts";

type Former = { readonly text: string | null };

/** Part that each projection rewrites and no author has a reason to edit; null if there is none. */
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
  if (node.is === "object")
    for (const { key, value } of node.members) walk(value, `${at}/${key}`, into);
  else if (node.is === "array") for (const item of node.items) walk(item, at, into);
  else into.add(`${at} ${canonical(node)}`);
};
/** Each value with its path. */
const valuesOf = (text: string): ReadonlySet<string> => {
  const root = readJson(text);
  const found = new Set<string>();
  if (!isRefusal(root)) walk(root, "", found);
  return found;
};

/** Former texts on which the edit can be based, newest first. */
export const basesOf = function* (
  path: Path,
  text: string,
  former: Edit["former"],
): Generator<Former> {
  const sign = signOf(path, text);
  const isSigned = ({ text: old }: Former): boolean =>
    sign !== null && old !== null && signOf(path, old) === sign;
  let signed = false;
  // Rendered lazily, one by one.
  if (sign !== null)
    for (const one of former())
      if (isSigned(one)) {
        signed = true;
        break;
      }
  const possible = function* (): Generator<Former> {
    for (const one of former()) if (!signed || isSigned(one)) yield one;
  };
  const partsOf = path === stateFile ? valuesOf : linesOf;
  const own = partsOf(text);
  yield* possibleBases(
    () => own,
    possible(),
    ({ text: old }) => partsOf(old ?? ""),
  );
};
