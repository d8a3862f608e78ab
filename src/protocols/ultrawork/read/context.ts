// Why: what explorers found before is worth keeping, also where context.json is broken and only their notes are left.
import { type Extra, type Fields, fieldsOf } from "../../../core/fields.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { defaultExplorers } from "../options.ts";
import { fallbackSummary } from "../report/planning.ts";

export type SeenExplorer = {
  readonly id: string;
  readonly hint: string;
  readonly file: Path | null;
  readonly summary: string;
  readonly extras: readonly Extra[];
};
export type SeenContext = {
  readonly expected: readonly string[];
  readonly complete: boolean;
  readonly explorers: readonly SeenExplorer[];
  readonly keyFiles: readonly string[];
  readonly patterns: readonly string[];
  readonly constraints: readonly string[];
  readonly extras: readonly Extra[];
  /** null: made from the notes. */
  readonly at: Fields["at"] | null;
};

/** Names of files are made of it. */
export const isExplorerId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(id);

/** For explorers whose hint was never written down. */
export const hintOf = (id: string): string =>
  defaultExplorers.find((one) => one.id === id)?.hint ?? "what the goal needs to know";

/** null: it is no object, which is remarked. */
export const seenContext = (doc: Doc, notes: Remarks): SeenContext | null => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  if (doc.root.is !== "object") {
    notes.add(spot, "error", "FILE_BROKEN", "context.json must hold an object");
    return null;
  }
  const fields = fieldsOf(spot, doc.root, notes);
  fields.text("version", "may");
  const explorers = (fields.list("explorers", "must") ?? []).flatMap(
    ({ node, spot: at }): readonly SeenExplorer[] => {
      if (node.is !== "object") {
        notes.add(at, "error", "TYPE_WRONG", "an explorer must be an object; it is left out");
        return [];
      }
      const own = fieldsOf(at, node, notes);
      const id = own.text("id", "must");
      const hint = own.text("hint", "may");
      const file = own.text("file", "may");
      const summary = own.text("summary", "must");
      return id === null
        ? []
        : [{ id, hint: hint ?? hintOf(id), file, summary: summary ?? "", extras: own.extras() }];
    },
  );
  // The published format says no more of it than that summaries stand there: whoever is in it was expected, and has reported.
  const expected = [
    ...new Set(fields.texts("expected_explorers", "may") ?? explorers.map(({ id }) => id)),
  ];
  const unsafe = expected.find((id) => !isExplorerId(id));
  if (unsafe !== undefined)
    notes.add(
      fields.at("expected_explorers"),
      "error",
      "EXPLORER_INVALID",
      `${JSON.stringify(unsafe.slice(0, 80))} can't be an explorer's id; it is left out`,
    );
  return {
    expected,
    complete: fields.truth("exploration_complete", "may") === true,
    explorers,
    keyFiles: fields.texts("key_files", "may") ?? [],
    patterns: fields.texts("patterns", "may") ?? [],
    constraints: fields.texts("constraints", "may") ?? [],
    extras: fields.extras(),
    at: fields.at,
  };
};

/** Made anew from the explorers' notes, by their names. */
export const contextFromNotes = (files: Readonly<Record<Path, string>>): SeenContext => {
  const notes = Object.keys(files)
    .filter((path) => /^exploration\/[^/]+\.md$/u.test(path))
    .sort();
  const explorers = notes.map((path) => {
    const id = path.slice("exploration/".length, -".md".length);
    return {
      id,
      hint: hintOf(id),
      file: path,
      summary: fallbackSummary(files[path] ?? ""),
      extras: [],
    };
  });
  return {
    expected: explorers.map(({ id }) => id),
    complete: true,
    explorers,
    keyFiles: [],
    patterns: [],
    constraints: [],
    extras: [],
    at: null,
  };
};
