// Standalone `check` of session folders: no ledger needed, findings with places.
import type { Finding } from "../../../core/dialect.ts";
import { type JsonNode, readJson } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { findingsOf, mustBeThere, openDoc, remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { withSchemas } from "../../../core/schema-findings.ts";
import { stateFile } from "../files/session.ts";
import { fileSchemas } from "../files/schemas.ts";
import { templateFile } from "../place.ts";
import { isSessionFolder, type Seen, seenFolder } from "../read/folder.ts";
import { seenSession } from "../read/session.ts";
import { seenSnapshot, snapshotName } from "../read/snapshot.ts";
import { templateSchemas } from "../template/schemas.ts";
import { validate } from "../template/validate.ts";
import { rules } from "./rules.ts";

type Files = Readonly<Record<Path, string>>;
type Kind = "session" | "snapshot" | "template" | "index";

const kinds: readonly (readonly [Kind, readonly string[], (root: JsonNode) => boolean])[] = [
  ["snapshot", ["node_states_snapshot"], () => true],
  ["session", ["node_states"], () => true],
  ["session", ["session_id", "execution_plan"], () => true],
  ["template", ["nodes", "edges"], () => true],
  ["template", ["template_id", "context_schema"], () => true],
  [
    "index",
    ["templates"],
    (root) =>
      root.is === "object" &&
      root.members.some(({ key, value }) => key === "templates" && value.is === "array"),
  ],
];

const kindOf = (root: JsonNode): Kind | null => {
  const keys = new Set(root.is === "object" ? root.members.map(({ key }) => key) : []);
  return (
    kinds.find(([, must, fits]) => must.every((key) => keys.has(key)) && fits(root))?.[0] ?? null
  );
};
/** What it ought to be by its name and its folder's, where it can't be read. */
const kindByName = (path: Path): Kind | null => {
  if (/(?:^|\/)session-state\.json$/u.test(path)) return "session";
  if (/(?:^|\/)templates\/index\.json$/u.test(path)) return "index";
  if (snapshotName(path) !== null) return "snapshot";
  return /(?:^|\/)templates\/[^/]+\.json$/u.test(path) || path === templateFile ? "template" : null;
};

/** Of a file of a session, by its path from there. */
const kindInside = (path: Path): Kind | null =>
  path === stateFile
    ? "session"
    : path === templateFile
      ? "template"
      : snapshotName(path) === null
        ? null
        : "snapshot";

const nothing: Omit<Seen, "session"> = { snapshots: [], broken: [], template: null };
const nobody = (): null => null;

/** Of one file nothing is said that others would have to show. null: it is none of this format. */
const alone = (path: Path, text: string): readonly Finding[] | null => {
  const root = readJson(text, { twice: true });
  const kind = (isRefusal(root) ? null : kindOf(root)) ?? kindByName(path);
  const notes = remarks();
  if (kind === null) return null;
  if (kind === "template") return validate(text, path);
  const doc = openDoc(path, text, notes);
  if (doc === null) return findingsOf(notes.list);
  if (kind === "snapshot") seenSnapshot(doc, notes, nobody);
  const session = kind === "session" ? seenSession(doc, notes, nobody) : null;
  if (session !== null)
    for (const rule of rules) rule({ seen: { ...nothing, session }, session, whole: false, notes });
  return findingsOf(notes.list);
};

const documents: Readonly<Record<Kind, string>> = {
  session: stateFile,
  snapshot: "checkpoints/<id>.json",
  template: "templates/<slug>.json",
  index: "templates/index.json",
};
const schemas = [...fileSchemas, ...templateSchemas];

const whole = (files: Files): readonly Finding[] => {
  const notes = remarks();
  mustBeThere(stateFile, files, notes);
  const outside = Object.entries(files).find(([path]) => path.startsWith("../"));
  const seen = seenFolder(
    files,
    outside === undefined ? null : { path: outside[0], text: outside[1] },
    notes,
  );
  const { session, template } = seen;
  if (session !== null) for (const rule of rules) rule({ seen, session, whole: true, notes });
  return [...findingsOf(notes.list), ...(template?.path === templateFile ? template.findings : [])];
};

/** A folder of templates, each judged for itself. `named`: a path with the folder's name, where that is known. */
const library = (files: Files, named: (path: Path) => Path): readonly Finding[] | null => {
  const judged = Object.entries(files).flatMap(([path, text]) => {
    const findings =
      path.includes("/") || !path.endsWith(".json") ? null : alone(named(path), text);
    return findings === null ? [] : [findings.map((finding) => ({ ...finding, path }))];
  });
  return judged.length === 0 ? null : judged.flat();
};

/** A single document comes with its folder's name; those of a folder begin there. null: none of them is of this format. */
export const check = (files: Files, folder?: string): readonly Finding[] | null => {
  const [only, ...others] = Object.entries(files);
  const one = only !== undefined && others.length === 0 && only[0].includes("/");
  const session = !one && isSessionFolder(files);
  const named = (path: Path): Path => (one || folder === undefined ? path : `${folder}/${path}`);
  const findings = one ? alone(only[0], only[1]) : session ? whole(files) : library(files, named);
  const kind = (path: Path, root: JsonNode): string | null => {
    if (path.startsWith("../") || (!one && !session && path.includes("/"))) return null;
    const is = session ? kindInside(path) : (kindOf(root) ?? kindByName(named(path)));
    return is === null ? null : documents[is];
  };
  return findings === null ? null : withSchemas(findings, files, schemas, kind);
};
