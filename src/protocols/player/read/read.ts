// Adoption of an existing session folder as a run, with corrections and quarantine reported.
import type { Adopted, Source, Quarantined } from "../../../core/run-files.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import { findingsOf, type Remark, remarks } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { sentences } from "../../../kit/document/remark-sentences.ts";
import { stateFile } from "../files/session.ts";
import type { PlayerCommand } from "../commands.ts";
import { templateFile } from "../place.ts";
import { isSessionFolder, type RunFiles, seenFolder, templatePath } from "./folder.ts";
import { foundRun } from "./run.ts";
import { type SeenSnapshot, snapshotName } from "./snapshot.ts";
import { fromFolder, type Where, whereOf } from "./where.ts";

/** The template outside the folder, relative to it; none if the folder contains a pinned copy. */
export const seeks = ({ folder, files }: Pick<Source, "folder" | "files">): readonly Path[] => {
  const where = whereOf(folder);
  const text = files[stateFile];
  if (isRefusal(where) || text === undefined || files[templateFile] !== undefined) return [];
  const path = fromFolder(where, templatePath(text) ?? "");
  return path === null ? [] : [path];
};

const outsideOf = (found: Source): { readonly path: Path; readonly text: string } | null => {
  const [path] = seeks(found);
  const text = path === undefined ? undefined : found.files[path];
  return path === undefined || text === undefined ? null : { path, text };
};

/** Another session's snapshot can't be restored. Ids without the time of day count as the same run. */
const isOwn = ({ session }: SeenSnapshot, where: Where, seen: RunFiles): boolean => {
  const names = [where.session, seen.session?.id ?? where.session];
  return (
    session === null ||
    names.some((name) => name === session || name.replace(/-\d{6}$/u, "") === session)
  );
};

type Sorted = {
  readonly usable: readonly SeenSnapshot[];
  readonly quarantined: readonly Quarantined[];
};
const sorted = (seen: RunFiles, where: Where): Sorted => {
  const quarantined: Quarantined[] = seen.broken.map((path) => ({
    path,
    why: "FILE_BROKEN: it can't be read, so nothing goes back to it",
  }));
  const usable = seen.snapshots.filter((snapshot) => {
    const { path, id, session } = snapshot;
    const why = !isOwn(snapshot, where, seen)
      ? `SESSION_FOREIGN: it is of ${(session ?? "").slice(0, 120)}, so nothing goes back to it`
      : id !== snapshotName(path)
        ? `NODE_UNKNOWN: it is ${id.slice(0, 80)}'s by what stands in it, and another's by its name`
        : seen.template !== null &&
            seen.template.body?.nodes.some(
              (node) => node.id === id && node.type === "checkpoint",
            ) === false
          ? `NODE_UNKNOWN: the template has no checkpoint ${id.slice(0, 80)}`
          : null;
    if (why !== null) quarantined.push({ path, why });
    return why === null;
  });
  return { usable, quarantined };
};

const names = (list: readonly SeenSnapshot[]): string => list.map(({ id }) => id).join(", ");

const sessionRefused = (
  seen: RunFiles,
  list: readonly Remark[],
  usable: readonly SeenSnapshot[],
  from: string | null,
): Refusal | null => {
  if (from !== null)
    return usable.some(({ id }) => id === from)
      ? null
      : refuse(
          "SNAPSHOT_UNKNOWN",
          `${JSON.stringify(from.slice(0, 80))} is no snapshot that can be read`,
          {
            path: "checkpoints",
            fits: usable.length === 0 ? "there is none" : `there are: ${names(usable)}`,
          },
        );
  if (seen.session !== null) return null;
  const {
    message = "session-state.json isn't there",
    line,
    column,
  } = findingsOf(list).find(({ path }) => path === stateFile) ?? {};
  return refuse("FILE_BROKEN", message, {
    path: stateFile,
    ...(line === undefined || column === undefined ? {} : { line, column }),
    fits:
      usable.length === 0
        ? "mend it: no snapshot that can be read lies beside it"
        : `mend it, or build the run from a snapshot: --from ${usable.at(-1)?.id ?? ""} (there are: ${names(usable)})`,
  });
};

const templateNotes = ({ template, session }: RunFiles): readonly string[] => {
  if (template === null)
    return [
      `TEMPLATE_MISSING: neither ${templateFile} nor ${JSON.stringify((session?.template.path ?? "").slice(0, 200))} is there; the run is to look at until a template is pinned (RepinTemplate)`,
    ];
  const { path, body, findings } = template;
  const [first] = findings.filter(({ severity }) => severity === "error");
  if (body !== null) return [`the template is pinned as found at adoption: ${path}`];
  return [
    `TEMPLATE_MISSING: ${path}:${first?.line ?? 1}:${first?.column ?? 1} ${first?.code ?? ""} ${first?.message ?? ""}; the run is to look at until a template is pinned (RepinTemplate)`,
  ];
};

const nameNotes = ({ session }: RunFiles, where: Where): readonly string[] =>
  session === null || session.id === null || session.id === where.session
    ? []
    : [
        `SESSION_ALIASED: session_id is ${JSON.stringify(session.id.slice(0, 120))}; the folder's name counts`,
      ];

/** Adopts a session folder; null if it isn't one. Refusals: PLACE_UNFIT, FILE_BROKEN, SNAPSHOT_UNKNOWN. */
export const read = (found: Source): Adopted | Refusal | null => {
  const unread = found.unread.find(({ path }) => path === stateFile);
  const option = found.options["from"];
  const from = typeof option === "string" ? option.trim() : null;
  if (!isSessionFolder(found.files) && unread === undefined) return null;
  const where = whereOf(found.folder);
  if (isRefusal(where)) return where;
  if (unread !== undefined && from === null)
    return refuse("FILE_BROKEN", `${stateFile} can't be read: ${unread.why}`, { path: stateFile });
  const notes = remarks();
  const seen = seenFolder(found.files, outsideOf(found), notes);
  const { usable, quarantined } = sorted(seen, where);
  const no = sessionRefused(seen, notes.list, usable, from);
  if (no !== null) return no;
  const made = foundRun(found, seen, where, usable.find(({ id }) => id === from) ?? null, usable);
  const corrections = [
    ...sentences(notes.list),
    ...nameNotes(seen, where),
    ...made.notes,
    ...templateNotes(seen),
  ];
  const start: PlayerCommand = {
    type: "Adopt",
    data: { found: made.found, notes: corrections, digests: found.digests },
  };
  const broken: readonly Quarantined[] =
    seen.session === null && found.files[stateFile] !== undefined
      ? [{ path: stateFile, why: "FILE_BROKEN: the run is built from a snapshot" }]
      : [];
  return {
    start,
    corrections,
    quarantined: [
      ...quarantined,
      ...broken,
      ...made.quarantined,
      ...found.unread.map(({ path, why }) => ({ path, why: `it can't be read: ${why}`, text: "" })),
    ],
  };
};
