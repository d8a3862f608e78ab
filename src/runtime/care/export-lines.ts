// Line format of exports: one line per event with the hashed text, for checks without a database.
import { digest } from "../../core/hash.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import type { Digest, Draft } from "../../core/row.ts";
import { utf8Text } from "../../core/utf8.ts";

/** Version of the export format; any other is refused by name. */
export const FORMAT = 1;

export type Header = {
  readonly protocol: string;
  readonly run: string;
  readonly origin: string | null;
  /** As in the run's card; not covered by the chain. */
  readonly root: string;
  readonly version: number;
  readonly head: Digest;
};
/** `text`: base64; null: left out, with the reason in `why`. */
export type Output = {
  readonly digest: Digest;
  readonly text: string | null;
  readonly why: string;
};
/** `first`: digest of the first line, which the chain doesn't cover. */
export type End = {
  readonly events: number;
  readonly head: Digest;
  readonly outputs: number;
  readonly first: Digest;
};

export type Line =
  | { readonly is: "header"; readonly format: number; readonly header: Header | null }
  | { readonly is: "row"; readonly row: Omit<Draft, "run"> }
  | { readonly is: "output"; readonly output: Output }
  | { readonly is: "end"; readonly end: End };

export const headerLine = (header: Header): string =>
  JSON.stringify({ cairn: "export", format: FORMAT, ...header });
export const rowLine = ({ version, type, at, by, cause, data, hash }: Draft): string =>
  JSON.stringify({ version, type, at, by, cause, data, hash });
export const outputLine = (name: Digest, bytes: Uint8Array): string =>
  JSON.stringify({ output: name, base64: Buffer.from(bytes).toString("base64") });
export const leftOutLine = (name: Digest, why: string): string =>
  JSON.stringify({ output: name, left: why });
export const endLine = (end: End): string => JSON.stringify({ end: true, ...end });

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed();
const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isDigest = (value: unknown): value is Digest =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

type Value = Readonly<Record<string, unknown>>;

const headerOf = ({ protocol, run, origin, root, version, head }: Value): Header | null =>
  isText(protocol) &&
  isText(run) &&
  (origin === null || isText(origin)) &&
  isText(root) &&
  isCount(version) &&
  isDigest(head)
    ? { protocol, run, origin, root, version, head }
    : null;

const rowOf = ({ version, type, at, by, cause, data, hash }: Value): Line | null =>
  isCount(version) &&
  isText(type) &&
  isText(at) &&
  isText(by) &&
  isText(cause) &&
  isText(data) &&
  isDigest(hash)
    ? { is: "row", row: { version, type, at, by, cause, data, hash } }
    : null;

const outputOf = ({ output, base64, left }: Value): Line | null => {
  if (!isDigest(output) || (base64 === undefined) === (left === undefined)) return null;
  if (isText(base64)) return { is: "output", output: { digest: output, text: base64, why: "" } };
  return isText(left) ? { is: "output", output: { digest: output, text: null, why: left } } : null;
};

const endOf = ({ end, events, head, outputs, first }: Value): Line | null =>
  end === true && isCount(events) && isDigest(head) && isCount(outputs) && isDigest(first)
    ? { is: "end", end: { events, head, outputs, first } }
    : null;

/** Parses a line; null: not part of an export. */
export const readLine = (bytes: Uint8Array): Line | null => {
  const value = parsed(utf8Text(bytes) ?? "");
  if (!isRecord(value)) return null;
  if (value["cairn"] === "export" && isCount(value["format"]))
    return { is: "header", format: value["format"], header: headerOf(value) };
  if ("output" in value) return outputOf(value);
  return "end" in value ? endOf(value) : rowOf(value);
};

/** The bytes of an output if they match its digest. */
export const outputBytes = ({ digest: name, text }: Output): Buffer | null => {
  const bytes = text === null ? null : Buffer.from(text, "base64");
  return bytes !== null && digest(bytes) === name ? bytes : null;
};
