// Reader of exports: each line is verified before it is believed; the first that doesn't follow ends the history.
import { chain, digest, genesis } from "../../core/hash.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Digest, Draft } from "../../core/row.ts";
import {
  FORMAT,
  type Header,
  headerLine,
  type Line,
  outputBytes,
  readLine,
} from "./export-lines.ts";
import type { RestoreFinding, TextLine } from "./finding.ts";

export type ExportContents = {
  readonly header: Header;
  /** Consecutive rows from version 1. */
  readonly rows: readonly Draft[];
  /** Line numbers of complete outputs, by digest. */
  readonly outputs: ReadonlyMap<Digest, number>;
  readonly findings: readonly RestoreFinding[];
  /** Number of unusable lines. */
  readonly bad: number;
};

const another = "take another copy of the export";

const begin = (line: Line | null): Header | Refusal => {
  if (line?.is !== "header")
    return refuse("EXPORT_FOREIGN", "the first line isn't that of an export", {
      fits: "name a file that `cairn export` made",
      line: 1,
    });
  if (line.format !== FORMAT)
    return refuse(
      "EXPORT_FORMAT",
      `this export has format ${line.format}; this program reads format ${FORMAT} alone`,
      { fits: "restore it with the version of cairn that made it", line: 1 },
    );
  if (line.header === null || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(line.header.run))
    return refuse("EXPORT_BROKEN", "the first line doesn't say of which run and protocol this is", {
      fits: another,
      line: 1,
    });
  return line.header;
};

/** Takes the lines after the first one. Holds their events in memory, and only positions of outputs. */
const startReading = (header: Header) => {
  let at = { version: 0, hash: genesis(header.protocol, header.run) };
  let ended = false;
  let cut = false;
  const rows: Draft[] = [];
  const outputs = new Map<Digest, number>();
  const findings: RestoreFinding[] = [];
  let bad = 0;
  const find = (line: number, code: string, text: string): void =>
    void findings.push({
      line,
      code,
      text,
      severity: code === "OUTPUT_LEFT" ? "warning" : "error",
    });
  const takeRow = (number: number, row: Draft): void => {
    if (!cut && row.version === at.version + 1 && chain(at.hash, row) === row.hash) {
      rows.push(row);
      at = { version: row.version, hash: row.hash };
      return;
    }
    if (!cut)
      find(
        number,
        "CHAIN_BROKEN",
        `it doesn't follow on event ${at.version}: the history is cut there`,
      );
    cut = true;
    bad += 1;
  };
  const takeEnd = (number: number, { end }: Extract<Line, { is: "end" }>): void => {
    ended = true;
    if (end.first !== digest(headerLine(header)))
      find(number, "HEADER_DIFFERS", "the first line was changed since the export");
    if (end.events !== at.version || end.head !== at.hash)
      find(
        number,
        "END_DIFFERS",
        `the export had ${end.events} events, ${at.version} of them can be trusted`,
      );
  };
  const take = (number: number, line: Line | null): void => {
    if (line === null || line.is === "header" || ended) {
      bad += 1;
      const why = ended ? "it stands behind the end" : "it can't be read as a line of an export";
      if (!cut) find(number, "LINE_BROKEN", why);
    } else if (line.is === "row") takeRow(number, { run: header.run, ...line.row });
    else if (line.is === "end") takeEnd(number, line);
    else if (line.output.text === null)
      find(
        number,
        "OUTPUT_LEFT",
        `the output ${line.output.digest} isn't in this export: ${line.output.why}`,
      );
    else if (outputBytes(line.output) !== null) outputs.set(line.output.digest, number);
    else {
      bad += 1;
      find(number, "OUTPUT_BROKEN", `the output ${line.output.digest} is not what its digest says`);
    }
  };
  const end = (): ExportContents | Refusal => {
    if (!ended)
      find(0, "END_MISSING", `the end is missing: what came after event ${at.version} isn't there`);
    if (rows.length > 0) return { header, rows, outputs, findings, bad };
    const why = findings.map(({ line, text }) => `; line ${line}: ${text}`)[0] ?? "";
    return refuse("EXPORT_BROKEN", `no event of it can be trusted${why}`, { fits: another });
  };
  return { take, end };
};

/** Reads and verifies an export. Refusals: EXPORT_FOREIGN, EXPORT_FORMAT, EXPORT_BROKEN. */
export const readExport = async (
  lines: AsyncIterable<TextLine>,
): Promise<ExportContents | Refusal> => {
  let reading: ReturnType<typeof startReading> | null = null;
  for await (const { number, bytes } of lines) {
    const line = readLine(bytes);
    if (reading !== null) {
      reading.take(number, line);
      continue;
    }
    const header = begin(line);
    if (isRefusal(header)) return header;
    reading = startReading(header);
  }
  return (
    reading?.end() ??
    refuse("EXPORT_FOREIGN", "the file is empty", {
      fits: "name a file that `cairn export` made",
    })
  );
};
