// Reader of a new history entry in an edit: time, signal and files are optional.
import { type Entries, unknownOf } from "../../../kit/document/extras.ts";
import { extrasSize } from "../../../kit/document/unknown-keys.ts";
import { finding, inside, type Part } from "../../../kit/document/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { readPart } from "../../../kit/edit-door.ts";
import * as t from "../../../kit/schema.ts";
import { type GivenEntry, pathsSize } from "../entries.ts";
import { entry as form } from "../files/form.ts";
import { extrasLimit, nameLimit, pathsLimit, summaryLimit } from "../limits.ts";
import { isUntimed, timeIn } from "../times.ts";

/** A new entry, with its position. */
export type Fresh = { readonly part: Part; readonly given: GivenEntry };

const known: ReadonlySet<string> = new Set(Object.keys(form.entries));
const edited = t.open({
  timestamp: t.nullish(t.text),
  agent_id: t.nullish(t.text),
  signal: t.nullish(t.text),
  summary: t.nullish(t.text),
  files_modified: t.nullish(t.texts),
});

type Given = Pick<GivenEntry, "agent" | "summary"> & {
  readonly signal: string;
  readonly files: readonly string[];
  readonly timestamp: string;
  readonly extras: Entries;
};
/** Rules that the types don't express. */
const unfit = (part: Part, given: Given): readonly Refusal[] => {
  const { signal, files, timestamp } = given;
  const find = (key: string, code: string, text: string, fits: string): readonly Refusal[] => [
    finding(inside(part, key), code, text, fits),
  ];
  const words = (key: string, text: string, most: number): readonly Refusal[] => {
    const [size, fits] = [text.length, `at most ${most}; a file of its own for the rest`];
    if (size > most)
      return find(`/${key}`, "FIELD_OVERSIZED", `${key} has ${size} characters`, fits);
    if (text.trim() !== "") return [];
    const who = "agent_id and summary: who did what";
    return find(`/${key}`, "ENTRY_INCOMPLETE", `the entry has no ${key}`, who);
  };
  const oversized = (key: string, what: string, size: number, most: number, fits: string) =>
    size > most ? find(key, "FIELD_OVERSIZED", what, fits) : [];
  const size = pathsSize(files);
  const paths = `at most ${pathsLimit}: paths, and the folder where there are many`;
  return [
    ...words("agent_id", given.agent, nameLimit),
    ...words("summary", given.summary, summaryLimit),
    ...oversized(
      "/signal",
      "the signal is too long",
      signal.length,
      nameLimit,
      `at most ${nameLimit}`,
    ),
    ...oversized(
      "/files_modified",
      `files_modified has ${size} characters`,
      size,
      pathsLimit,
      paths,
    ),
    ...(isUntimed(timestamp) || timeIn(timestamp) !== null
      ? []
      : find(
          "/timestamp",
          "TIMESTAMP_INVALID",
          `${JSON.stringify(timestamp.slice(0, 80))} is no time`,
          "2026-01-08T12:00:00.000Z; empty: it is set here",
        )),
    ...oversized(
      "",
      `its unknown keys are longer than ${extrasLimit} characters`,
      extrasSize(given.extras),
      extrasLimit,
      "a file of their own",
    ),
  ];
};

/** @param on number of entries that its author had read */
export const freshIn = (part: Part, on: number): Fresh | readonly Refusal[] => {
  const found = readPart(edited, part);
  if ("findings" in found) return found.findings;
  const { agent_id, summary, signal, files_modified, timestamp } = found.value;
  const given: Given = {
    agent: agent_id ?? "",
    summary: summary ?? "",
    signal: signal ?? "",
    files: files_modified ?? [],
    timestamp: timestamp ?? "",
    extras: unknownOf(part, known),
  };
  const findings = unfit(part, given);
  if (findings.length > 0) return findings;
  const { agent, files, timestamp: time, extras } = given;
  return {
    part,
    given: {
      agent,
      signal: given.signal.trim() === "" ? null : given.signal,
      summary: given.summary,
      files,
      claimed: isUntimed(time) ? null : timeIn(time),
      on,
      ...(extras.length === 0 ? {} : { extras }),
    },
  };
};
