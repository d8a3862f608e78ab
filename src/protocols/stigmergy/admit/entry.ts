// Reader of a new history entry in an edit: time, signal and files are optional (specification, section 8).
import { unknownOf } from "../../../core/extras.ts";
import { extrasSize } from "../../../core/kept-extras.ts";
import { finding, itemsOf, type Part, partOf } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Time } from "../../../core/row.ts";
import { type GivenEntry, pathsSize } from "../entries.ts";
import { keysOf } from "../files/layout.ts";
import { extrasLimit, nameLimit, pathsLimit, summaryLimit } from "../limits.ts";
import { isUntimed, timeIn } from "../times.ts";

/** An entry that the ledger hasn't, with the place where it stands. */
export type Fresh = { readonly part: Part; readonly given: GivenEntry };

const known: ReadonlySet<string> = new Set(keysOf.entry);

const words = (part: Part, key: string, most: number, findings: Refusal[]): string => {
  const said = partOf(part, key);
  if (said !== null && said.node.is !== "string" && said.node.is !== "null") {
    findings.push(finding(said, "TYPE_WRONG", `${key} must be a text`, "a text"));
    return "";
  }
  const text = said?.node.is === "string" ? said.node.value : "";
  if (text.trim() === "")
    findings.push(
      finding(
        said ?? part,
        "ENTRY_INCOMPLETE",
        `the entry has no ${key}`,
        "agent_id and summary: who did what",
      ),
    );
  if (text.length > most)
    findings.push(
      finding(
        said ?? part,
        "FIELD_OVERSIZED",
        `${key} has ${text.length} characters`,
        `at most ${most}; a file of its own for the rest`,
      ),
    );
  return text;
};

const signalOf = (part: Part, findings: Refusal[]): string | null => {
  const said = partOf(part, "signal");
  if (said === null || said.node.is === "null") return null;
  if (said.node.is !== "string") {
    findings.push(finding(said, "TYPE_WRONG", "signal must be a text", "a text"));
    return null;
  }
  if (said.node.value.length > nameLimit)
    findings.push(
      finding(said, "FIELD_OVERSIZED", "the signal is too long", `at most ${nameLimit}`),
    );
  return said.node.value.trim() === "" ? null : said.node.value;
};

const filesOf = (part: Part, findings: Refusal[]): readonly string[] => {
  const said = partOf(part, "files_modified");
  if (said === null || said.node.is === "null") return [];
  const wrong =
    said.node.is === "array" ? itemsOf(said).find(({ node }) => node.is !== "string") : said;
  if (wrong !== undefined)
    findings.push(
      finding(wrong, "TYPE_WRONG", "files_modified must be a list of texts", "a list of paths"),
    );
  const files = itemsOf(said).flatMap(({ node }) => (node.is === "string" ? [node.value] : []));
  const size = pathsSize(files);
  if (size > pathsLimit)
    findings.push(
      finding(
        said,
        "FIELD_OVERSIZED",
        `files_modified has ${size} characters`,
        `at most ${pathsLimit}: paths, and the folder where there are many`,
      ),
    );
  return files;
};

const timeOf = (part: Part, findings: Refusal[]): Time | null => {
  const said = partOf(part, "timestamp");
  if (said === null || said.node.is === "null") return null;
  if (said.node.is !== "string") {
    findings.push(
      finding(said, "TYPE_WRONG", "timestamp must be a text", "2026-01-08T12:00:00.000Z"),
    );
    return null;
  }
  if (isUntimed(said.node.value)) return null;
  const time = timeIn(said.node.value);
  if (time === null)
    findings.push(
      finding(
        said,
        "TIMESTAMP_INVALID",
        `${JSON.stringify(said.node.value.slice(0, 80))} is no time`,
        "2026-01-08T12:00:00.000Z; empty: it is set here",
      ),
    );
  return time;
};

/** `on`: how many entries its author had read. */
export const freshIn = (part: Part, on: number): Fresh | readonly Refusal[] => {
  if (part.node.is !== "object")
    return [finding(part, "TYPE_WRONG", "an entry must be an object", "an object")];
  const findings: Refusal[] = [];
  const agent = words(part, "agent_id", nameLimit, findings);
  const summary = words(part, "summary", summaryLimit, findings);
  const signal = signalOf(part, findings);
  const files = filesOf(part, findings);
  const claimed = timeOf(part, findings);
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
      signal,
      summary,
      files: [...files],
      claimed,
      on,
      ...(pairs.length === 0 ? {} : { extras: pairs }),
    },
  };
};
