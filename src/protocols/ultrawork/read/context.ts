// Reader of context.json: what explorers found before is kept, also where the file is broken and only their notes are left.
import type { Of } from "../../../kit/schema.ts";
import { openDoc, type Doc, type Remarks, remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { inside } from "../command.ts";
import { context } from "../files/context.ts";
import type { foundRun } from "../found-shapes.ts";
import { defaultExplorers } from "../options.ts";
import { fallbackSummary } from "../report/planning.ts";
import { seenObject } from "../../../kit/document/keys-reader.ts";

/** Used in file names. */
const isExplorerId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(id);

/** For explorers without a recorded hint. */
const hintOf = (id: string): string =>
  defaultExplorers.find((one) => one.id === id)?.hint ?? "what the goal needs to know";

/** Returns null and adds a remark if it isn't an object. */
export const seenContext = (doc: Doc, notes: Remarks) => {
  const read = seenObject(context, doc.root, { doc, pointer: "", at: doc.root.at }, notes);
  if (read === null) return null;
  const explorers = read.explorers.flatMap(({ id, hint, ...rest }) =>
    id === null ? [] : [{ ...rest, id, hint: hint ?? hintOf(id) }],
  );
  // The published format has only summaries: each listed explorer was expected and has reported.
  const expected = [...new Set(read.expected_explorers ?? explorers.map(({ id }) => id))];
  const unsafe = expected.find((id) => !isExplorerId(id));
  if (unsafe !== undefined)
    notes.error(
      read.at("expected_explorers"),
      "EXPLORER_INVALID",
      `${JSON.stringify(unsafe.slice(0, 80))} can't be an explorer's id; it is left out`,
    );
  return { ...read, expected, explorers };
};
export type SeenContext = NonNullable<ReturnType<typeof seenContext>>;

/** Rebuilt from the explorers' notes, by file name. */
export const contextFromNotes = (files: Readonly<Record<Path, string>>): SeenContext | null => {
  const paths = Object.keys(files).filter((path) => /^exploration\/[^/]+\.md$/u.test(path));
  const explorers = paths.sort().map((file) => ({
    id: file.slice("exploration/".length, -".md".length),
    file,
    summary: fallbackSummary(files[file] ?? ""),
  }));
  const text = JSON.stringify({ exploration_complete: true, explorers });
  const doc = openDoc("context.json", text, remarks());
  return doc === null ? null : seenContext(doc, remarks());
};

/** Findings are kept unchanged; unsigned lists are assigned to the first explorer. */
export const explorersRead = (
  seen: SeenContext | null,
): Pick<Of<typeof foundRun>, "explorers" | "findings"> => {
  if (seen === null) return { explorers: [], findings: [] };
  const { expected, explorers } = seen;
  const lists = {
    keyFiles: seen.key_files ?? [],
    patterns: seen.patterns ?? [],
    constraints: seen.constraints ?? [],
  };
  const known = explorers.filter(
    (one, index) => explorers.findIndex(({ id }) => id === one.id) === index,
  );
  const unsigned = { id: "hand", hint: "what stood in context.json", file: null, summary: "" };
  const isUnsigned = known.length === 0 && Object.values(lists).flat().length > 0;
  const none = { keyFiles: [], patterns: [], constraints: [] };
  return {
    explorers: expected
      .filter(isExplorerId)
      .map((id) => ({ id, hint: known.find((one) => one.id === id)?.hint ?? hintOf(id) })),
    findings: (isUnsigned ? [unsigned] : known).map(({ id, hint, file, summary }, index) => ({
      explorer: id,
      hint,
      file: file === null || inside(file) === null ? null : file,
      summary: summary ?? "",
      ...(index === 0 ? lists : none),
    })),
  };
};
