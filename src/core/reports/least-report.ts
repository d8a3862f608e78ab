// The least report that a job's schema allows, from one sentence of the person who claimed the job.
import type { Job } from "../job.ts";
import { optionFields } from "../words/option-fields.ts";
import { isRecord } from "../json/record.ts";
import { refuse, type Refusal } from "../refusal.ts";

/** Fields for the sentence; the first one in the schema is used. */
const sentences = ["summary", "did"];
/** Fields that name the job's unit. */
const units: ReadonlySet<string> = new Set(["task", "node", "unit"]);
/** Words for finished work, in order of preference. */
const finished = ["done", "completed"];
/** Fields that may stay empty. */
const empties: Readonly<Record<string, unknown>> = {
  files_changed: [],
  evidence: [],
  remaining: "",
};
/** Judgements are never filled in, required or not. */
const judgements: ReadonlySet<string> = new Set(["verdict", "verdicts"]);

const valueFor = (
  key: string,
  schema: unknown,
  { subject, about }: Pick<Job, "subject" | "about">,
): unknown => {
  const choices: readonly unknown[] =
    isRecord(schema) && Array.isArray(schema["enum"]) ? schema["enum"] : [];
  const said = finished.find((word) => choices.includes(word));
  if (said !== undefined) return said;
  if (units.has(key)) return subject;
  if (Object.hasOwn(empties, key)) return empties[key];
  // For example the attempt's number.
  return isRecord(about) && typeof about[key] === "number" ? about[key] : undefined;
};

/** REPORT_INCOMPLETE names the fields that only the job's holder can fill in. */
export const leastReport = (
  job: Pick<Job, "key" | "subject" | "about" | "report">,
  sentence: string,
): Record<string, unknown> | Refusal => {
  const schema = job.report?.toJSON() ?? {};
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = (Array.isArray(schema["required"]) ? schema["required"] : []).filter(
    (key) => typeof key === "string",
  );
  const place = sentences.find((key) => Object.hasOwn(properties, key));
  const filled = new Map<string, unknown>(place === undefined ? [] : [[place, sentence]]);
  for (const key of required) {
    const value = filled.has(key) ? undefined : valueFor(key, properties[key], job);
    if (value !== undefined) filled.set(key, value);
  }
  const judged = Object.keys(properties).filter((key) => judgements.has(key));
  const missing = [...new Set([...judged, ...required.filter((key) => !filled.has(key))])];
  if (missing.length > 0 || place === undefined)
    return refuse(
      "REPORT_INCOMPLETE",
      `one sentence is no report of ${job.key}: it needs ${missing.join(", ") || "more than that"}`,
      {
        fits: `hand it in by \`cairn job report --data @report.json\`, with {${optionFields(schema)}}; the brief that \`cairn job claim\` printed describes it`,
      },
    );
  return Object.fromEntries(filled);
};
