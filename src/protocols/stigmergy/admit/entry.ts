// Reader of a new history entry in an edit: time, signal and files are optional (specification, section 8).
import { unknownOf } from "../../../core/extras.ts";
import { extrasSize } from "../../../core/kept-extras.ts";
import { plain } from "../../../core/json.ts";
import { finding, inside, misfits, type Part } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { read } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { type GivenEntry, pathsSize } from "../entries.ts";
import { entry as form } from "../files/form.ts";
import { extrasLimit, nameLimit, pathsLimit, summaryLimit } from "../limits.ts";
import { isUntimed, timeIn } from "../times.ts";

/** An entry that the ledger hasn't, with the place where it stands. */
export type Fresh = { readonly part: Part; readonly given: GivenEntry };

const known: ReadonlySet<string> = new Set(Object.keys(form.entries));
const edited = t.open({
  timestamp: t.nullish(t.text),
  agent_id: t.nullish(t.text),
  signal: t.nullish(t.text),
  summary: t.nullish(t.text),
  files_modified: t.nullish(t.texts),
});

/** `on`: how many entries its author had read. */
export const freshIn = (part: Part, on: number): Fresh | readonly Refusal[] => {
  const found = read(edited, plain(part.node));
  if ("findings" in found) return misfits(part, found.findings);
  const { timestamp, agent_id, signal, summary, files_modified } = found.value;
  const findings: Refusal[] = [];
  const find = (key: string, code: string, text: string, fits: string): void =>
    void findings.push(finding(inside(part, `/${key}`), code, text, fits));
  const said = (key: string, text: string, most: number): string => {
    if (text.trim() === "")
      find(
        key,
        "ENTRY_INCOMPLETE",
        `the entry has no ${key}`,
        "agent_id and summary: who did what",
      );
    if (text.length > most)
      find(
        key,
        "FIELD_OVERSIZED",
        `${key} has ${text.length} characters`,
        `at most ${most}; a file of its own for the rest`,
      );
    return text;
  };
  const agent = said("agent_id", agent_id ?? "", nameLimit);
  const words = said("summary", summary ?? "", summaryLimit);
  if ((signal ?? "").length > nameLimit)
    find("signal", "FIELD_OVERSIZED", "the signal is too long", `at most ${nameLimit}`);
  const files = files_modified ?? [];
  const size = pathsSize(files);
  if (size > pathsLimit)
    find(
      "files_modified",
      "FIELD_OVERSIZED",
      `files_modified has ${size} characters`,
      `at most ${pathsLimit}: paths, and the folder where there are many`,
    );
  const time = timestamp ?? "";
  const claimed = isUntimed(time) ? null : timeIn(time);
  if (claimed === null && !isUntimed(time))
    find(
      "timestamp",
      "TIMESTAMP_INVALID",
      `${JSON.stringify(time.slice(0, 80))} is no time`,
      "2026-01-08T12:00:00.000Z; empty: it is set here",
    );
  const extras = unknownOf(part, known);
  if (extrasSize(extras) > extrasLimit)
    findings.push(
      finding(
        part,
        "FIELD_OVERSIZED",
        `its unknown keys are longer than ${extrasLimit} characters`,
        "a file of their own",
      ),
    );
  if (findings.length > 0) return findings;
  const pairs = extras.map(([key, text]): [string, string] => [key, text]);
  return {
    part,
    given: {
      agent,
      signal: (signal ?? "").trim() === "" ? null : (signal ?? null),
      summary: words,
      files: [...files],
      claimed,
      on,
      ...(pairs.length === 0 ? {} : { extras: pairs }),
    },
  };
};
