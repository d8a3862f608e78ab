// Standalone `check` of session folders: no ledger needed, findings with places.
import type { Finding } from "../../../core/run-files.ts";
import { type JsonNode, readJson } from "../../../core/json/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { findingsOf, mustBeThere, openDoc, remarks } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { withSchemas } from "../../../kit/document/schema-findings.ts";
import { stateFile } from "../files/session.ts";
import { fileSchemas } from "../files/schemas.ts";
import { templateFile } from "../place.ts";
import { isSessionFolder, type RunFiles, seenFolder } from "../read/folder.ts";
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
/** Guesses the kind of an unreadable file from its name and folder. */
const kindByName = (path: Path): Kind | null => {
  if (/(?:^|\/)session-state\.json$/u.test(path)) return "session";
  if (/(?:^|\/)templates\/index\.json$/u.test(path)) return "index";
  if (snapshotName(path) !== null) return "snapshot";
  return /(?:^|\/)templates\/[^/]+\.json$/u.test(path) || path === templateFile ? "template" : null;
};

/** Kind of a file in a session folder. */
const kindInside = (path: Path): Kind | null =>
  path === stateFile
    ? "session"
    : path === templateFile
      ? "template"
      : snapshotName(path) === null
        ? null
        : "snapshot";

const nothing: Omit<RunFiles, "session"> = { snapshots: [], broken: [], template: null };
const nobody = (): null => null;

/** Checks one file by itself, without rules that need other files. Returns null if it isn't of this format. */
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

/** Checks each template in a folder by itself. */
const library = (files: Files, named: (path: Path) => Path): readonly Finding[] | null => {
  const judged = Object.entries(files).flatMap(([path, text]) => {
    const findings =
      path.includes("/") || !path.endsWith(".json") ? null : alone(named(path), text);
    return findings === null ? [] : [findings.map((finding) => ({ ...finding, path }))];
  });
  return judged.length === 0 ? null : judged.flat();
};

/** Returns null if no file is of this format. A single file is named with its folder, the files of a folder relative to it. */
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
