// Findings of a document: what its reader remarked together with what its schema refuses, each thing once.
import type { Finding } from "../../core/run-files.ts";
import { type JsonNode, readJson } from "../../core/json/json.ts";
import type { JsonSchema } from "../../core/json/schema.ts";
import type { Described } from "../../core/message.ts";
import { placesOf } from "../../core/json/places.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { type Misfit, misfitsOf } from "../json/schema-fit.ts";

const above = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
const names = ({ message }: Finding, key: string): boolean =>
  message.split(/[^\w-]+/u).includes(key);

/** Indexes of a reader's findings, by their own pointer and by that of the parent object. */
const indexed = (findings: readonly Finding[]) => {
  const at = Map.groupBy(findings.keys(), (index) => findings[index]?.pointer ?? "");
  const within = Map.groupBy(findings.keys(), (index) => above(findings[index]?.pointer ?? ""));
  /** Findings about the value, or about the missing key, which may exist under an older name. */
  return ({ pointer, key }: Misfit): readonly number[] => {
    const here = at.get(pointer) ?? [];
    if (key === null) return here;
    return [...here, ...(within.get(pointer) ?? [])].filter((index) => {
      const found = findings[index];
      return found !== undefined && names(found, key);
    });
  };
};

const byPlace = (a: Finding, b: Finding): number => a.line - b.line || a.column - b.column;

/** The findings of one document, with those of its schema. */
const fitted = (
  findings: readonly Finding[],
  path: Path,
  text: string,
  root: JsonNode,
  schema: JsonSchema,
): readonly Finding[] => {
  const places = placesOf(text);
  const about = indexed(findings);
  const found = [...findings];
  for (const misfit of misfitsOf(schema, root)) {
    const said = about(misfit);
    if (said.some((index) => found[index]?.severity === "error")) continue;
    const [first = found.length] = said;
    const { pointer, code, message } = misfit;
    const told = found[first] ?? { path, pointer, ...places(misfit.at), code, message };
    found[first] = { ...told, severity: "error" };
  }
  return found;
};

/** In the order of documents and positions. `kindOf`: kind of document of a file; null if unknown. Unreadable documents are reported by their readers. */
export const withSchemas = (
  findings: readonly Finding[],
  files: Readonly<Record<Path, string>>,
  described: readonly Described[],
  kindOf: (path: Path, root: JsonNode) => string | null,
): readonly Finding[] => {
  const judged = new Map<Path, readonly Finding[]>(Map.groupBy(findings, ({ path }) => path));
  for (const [path, text] of Object.entries(files)) {
    const root = path.endsWith(".json") ? readJson(text) : null;
    if (root === null || isRefusal(root)) continue;
    const name = kindOf(path, root);
    const schema = described.find((one) => one.name === name)?.schema();
    if (schema !== undefined)
      judged.set(
        path,
        fitted((judged.get(path) ?? []).toSorted(byPlace), path, text, root, schema),
      );
  }
  return [...judged.values()].flatMap((some) => some.toSorted(byPlace));
};
