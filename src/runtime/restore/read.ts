// Reader of exports: each line is verified before it is believed; the first that doesn't follow ends the history, and nothing behind it is guessed.
import { chain, digest, genesis } from "../../core/hash.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Digest, Draft } from "../../core/row.ts";
import { utf8Text } from "../../core/utf8.ts";
import {
  FORMAT,
  type Header,
  headerLine,
  type Line,
  type Output,
  readLine,
} from "../export/format.ts";
import type { RestoreFinding, TextLine } from "../findings.ts";

export type ExportContents = {
  readonly header: Header;
  /** Consecutive rows from version 1. */
  readonly rows: readonly Draft[];
  /** Line numbers of complete outputs, by digest. */
  readonly outputs: ReadonlyMap<Digest, number>;
  readonly findings: readonly RestoreFinding[];
  /** Numbers of unusable lines, in order. */
  readonly bad: readonly number[];
};

/** The bytes of an output if they match its digest. */
export const outputBytes = ({ digest: name, text }: Output): Buffer | null => {
  if (text === null) return null;
  const bytes = Buffer.from(text, "base64");
  return digest(bytes) === name ? bytes : null;
};

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
      fits: "take another copy of the export: without its first line nothing of it can be checked",
      line: 1,
    });
  return line.header;
};

type Reading = {
  at: { readonly version: number; readonly hash: string };
  ended: boolean;
  cut: boolean;
  readonly rows: Draft[];
  readonly outputs: Map<Digest, number>;
  readonly bad: number[];
  readonly find: (line: number, code: string, text: string) => void;
};

const takeRow = (reading: Reading, number: number, row: Draft): void => {
  const { at, bad, cut, find, rows } = reading;
  if (!cut && row.version === at.version + 1 && chain(at.hash, row) === row.hash) {
    rows.push(row);
    reading.at = { version: row.version, hash: row.hash };
    return;
  }
  if (!cut)
    find(
      number,
      "CHAIN_BROKEN",
      `it doesn't follow on event ${at.version}: the history is cut there`,
    );
  reading.cut = true;
  bad.push(number);
};

const takeOutput = ({ bad, find, outputs }: Reading, number: number, output: Output): void => {
  const { digest: name, why, text } = output;
  if (text === null) find(number, "OUTPUT_LEFT", `the output ${name} isn't in this export: ${why}`);
  else if (outputBytes(output) !== null) outputs.set(name, number);
  else {
    bad.push(number);
    find(number, "OUTPUT_BROKEN", `the output ${name} is not what its digest says`);
  }
};

/** Handles a line after the first one, `begun`. */
const take = (reading: Reading, number: number, begun: Header, line: Line | null): void => {
  const { at, bad, cut, ended, find } = reading;
  if (line === null || line.is === "header" || ended) {
    bad.push(number);
    const why = ended ? "it stands behind the end" : "it can't be read as a line of an export";
    if (!cut) find(number, "LINE_BROKEN", why);
  } else if (line.is === "row") takeRow(reading, number, { run: begun.run, ...line.row });
  else if (line.is === "output") takeOutput(reading, number, line.output);
  else {
    reading.ended = true;
    const { first, events, head } = line.end;
    if (first !== digest(headerLine(begun)))
      find(number, "HEADER_DIFFERS", "the first line was changed since the export");
    if (events !== at.version || head !== at.hash)
      find(
        number,
        "END_DIFFERS",
        `the export had ${events} events, ${at.version} of them can be trusted`,
      );
  }
};

/** Reads and verifies an export. Holds its events in memory, and only positions of outputs. Refusals: EXPORT_FOREIGN, EXPORT_FORMAT, EXPORT_BROKEN. */
export const readExport = async (
  lines: AsyncIterable<TextLine>,
): Promise<ExportContents | Refusal> => {
  let header: Header | null = null;
  const findings: RestoreFinding[] = [];
  const find: Reading["find"] = (line, code, text) => void findings.push({ line, code, text });
  const at = { version: 0, hash: "" };
  const held = { rows: [], outputs: new Map<Digest, number>(), bad: [] };
  const reading: Reading = { at, ended: false, cut: false, ...held, find };
  for await (const { number, bytes } of lines) {
    const text = utf8Text(bytes);
    const line = text === null ? null : readLine(text);
    if (header !== null) take(reading, number, header, line);
    else {
      const begun = begin(line);
      if (isRefusal(begun)) return begun;
      header = begun;
      reading.at = { version: 0, hash: genesis(begun.protocol, begun.run) };
    }
  }
  if (header === null)
    return refuse("EXPORT_FOREIGN", "the file is empty", {
      fits: "name a file that `cairn export` made",
    });
  const { rows, outputs, bad } = reading;
  if (!reading.ended)
    find(
      0,
      "END_MISSING",
      `the end is missing: what came after event ${reading.at.version} isn't there`,
    );
  if (rows.length === 0)
    return refuse(
      "EXPORT_BROKEN",
      `no event of it can be trusted${findings.map(({ line, text }) => `; line ${line}: ${text}`)[0] ?? ""}`,
      { fits: "take another copy of the export" },
    );
  return { header, rows, outputs, findings, bad };
};
