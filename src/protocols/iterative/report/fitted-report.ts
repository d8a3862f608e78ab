// Normaliser of agents' reports: renames aliases of keys and lists unknown ones.
import { ownOf } from "../../../core/json/own.ts";
import { isRecord } from "../../../core/json/record.ts";
import { type JsonSchema, reportForm } from "../../../kit/json-schema.ts";
import type { Schema } from "../../../kit/schema.ts";

/** Names used by files and other tools, mapped to ours. */
const ours: Readonly<Record<string, string>> = {
  max_iterations: "max",
  maxIterations: "max",
  iterations: "max",
  depends_on: "depends",
  dependsOn: "depends",
  dependencies: "depends",
  acceptance_criteria: "criteria",
  acceptanceCriteria: "criteria",
  name: "title",
  tier: "model",
  keyFiles: "key_files",
  doneWhen: "done_when",
  tasks: "units",
  phases: "units",
};

/** The report with the schema's names. `odd`: pointers to unknown keys. */
type FittedReport = { readonly report: unknown; readonly odd: readonly string[] };

const inRecord = (
  schema: JsonSchema,
  given: Readonly<Record<string, unknown>>,
  at: string,
): FittedReport => {
  const known = isRecord(schema["properties"]) ? schema["properties"] : {};
  const fields: (readonly [string, unknown])[] = [];
  const odd: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const key = Object.hasOwn(known, name) ? name : (ownOf(ours, name) ?? name);
    const part = ownOf(known, key);
    const where = `${at}/${name.slice(0, 80).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const twice =
      key !== name && (Object.hasOwn(given, key) || fields.some(([one]) => one === key));
    if (!isRecord(part) || twice) odd.push(where);
    else {
      const inner = inSchema(part, value, where);
      fields.push([key, inner.report]);
      odd.push(...inner.odd);
    }
  }
  return { report: Object.fromEntries(fields), odd };
};

const inSchema = (schema: JsonSchema, given: unknown, at: string): FittedReport => {
  const items = schema["items"];
  if (Array.isArray(given) && isRecord(items)) {
    const list: readonly unknown[] = given;
    const all = list.map((one, index) => inSchema(items, one, `${at}/${index}`));
    return { report: all.map(({ report }) => report), odd: all.flatMap(({ odd }) => odd) };
  }
  return isRecord(given) && isRecord(schema["properties"])
    ? inRecord(schema, given, at)
    : { report: given, odd: [] };
};

/** @param form schema that will read the report */
export const fittedReport = (form: Schema, given: unknown): FittedReport =>
  inSchema(reportForm(form).toJSON(), given, "");
