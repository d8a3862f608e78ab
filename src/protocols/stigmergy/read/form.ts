// Detection of a stigmergy state file's form: a dozen forms under few version numbers.
import { type JsonNode, member, readJson } from "../../../core/json/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { schemaVersion } from "../files/form.ts";

export type Form = "2.0" | "1.0" | "3.x";

const tasksIn = (root: JsonNode): boolean => {
  const manifest = member(root, "project_manifest");
  return [member(root, "tasks"), manifest === null ? null : member(manifest, "tasks")].some(
    (node) => node?.is === "array",
  );
};

/** Returns null if the version is unknown. */
export const formOf = (root: JsonNode): Form | null => {
  const node = member(root, "schema_version");
  const version =
    node === null || node.is === "null" ? null : node.is === "string" ? node.value : "";
  if (member(root, "ledger")?.is === "array" && member(root, "project_id") !== null) return null;
  if (version === schemaVersion) return "2.0";
  if (version === null || version === "1.0")
    return member(root, "current_epic") === null ? null : "1.0";
  return /^3\.[0-2]$/u.test(version) && tasksIn(root) ? "3.x" : null;
};

const marks = [
  "project_status",
  "system_signal",
  "project_manifest",
  "issue_log",
  "autonomy_mode",
  "current_epic",
  "ledger",
  "project_id",
];

/** Recognises a file of this protocol in any form, by two of its keys. */
export const isStateFile = (root: JsonNode): boolean => {
  const keys = new Set(root.is === "object" ? root.members.map(({ key }) => key) : []);
  const known = marks.filter((key) => keys.has(key)).length;
  return known >= 2 || (known === 1 && keys.has("schema_version"));
};

/** An unparsable file may be one; adopting it reports the position of the error. */
export const isOurs = (text: string): boolean => {
  const root = readJson(text);
  return isRefusal(root) || (isStateFile(root) && formOf(root) !== null);
};
