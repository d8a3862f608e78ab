// Anchors: chain heads written outside of the database, which reveal a truncated ledger.
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";
import type { Digest, Time } from "../core/row.ts";
import { syncFolder } from "./disk/atomic.ts";
import { diskFault, isMissing } from "./disk/fault.ts";
import { namesIn } from "./disk/look.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeOwn } from "./home.ts";

/** A head stored outside the database. `ledger`: its ledger's id; undefined: written before ledgers had ids. */
export type Anchor = {
  readonly version: number;
  readonly head: Digest;
  readonly at: Time;
  readonly ledger?: string;
};

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** A run's id as a file name that can't lead elsewhere. */
export const runName = (run: string): string => {
  if (!nameShape.test(run))
    throw new Fault(
      "RUN_UNNAMED",
      `${JSON.stringify(run)} can't be a run's id`,
      "ids have letters, digits, `.`, `_` and `-`, at most 128",
    );
  return run;
};

const placeOf = (home: string, run: string): string => join(home, "anchors", runName(run));
const lineShape = /^(\d{1,15}) ([0-9a-f]{64}) (\S{1,40})(?: ([0-9a-z]{1,40}))?$/;

export const anchorLine = ({ version, head, at, ledger }: Anchor): string =>
  `${version} ${head} ${at}${ledger === undefined ? "" : ` ${ledger}`}\n`;

/** Skips invalid lines, such as one truncated by a power failure. */
export const anchorsIn = (text: string): readonly Anchor[] =>
  text.split("\n").flatMap((line) => {
    const [, version, head, at, ledger] = lineShape.exec(line) ?? [];
    if (version === undefined || head === undefined || at === undefined) return [];
    return [{ version: Number(version), head, at, ...(ledger === undefined ? {} : { ledger }) }];
  });

/** In the order of addition. */
export const anchorsOf = (home: string, run: string): readonly Anchor[] =>
  anchorsIn(readPlain(placeOf(home, run))?.toString("utf8") ?? "");

/** The runs that have a file of anchors, in order. */
export const anchoredIn = (home: string): readonly string[] =>
  namesIn(join(home, "anchors"))
    .filter((name) => nameShape.test(name))
    .sort();

/** The end of the file, so that the cost of adding a line stays constant; null: no file. */
const tailOf = (path: string): string | null => {
  let handle: number | null = null;
  try {
    handle = openSync(path, "r");
    const { size } = fstatSync(handle);
    const tail = Buffer.alloc(Math.min(size, 512));
    return tail
      .subarray(0, readSync(handle, tail, 0, tail.length, size - tail.length))
      .toString("latin1");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    if (handle !== null) closeSync(handle);
  }
};

/** The last line added; null: none yet. */
export const newestAnchor = (home: string, run: string): Anchor | null =>
  anchorsIn(tailOf(placeOf(home, run)) ?? "").at(-1) ?? null;

/** Adds a line, durable when it returns; nothing if the last line is equal. */
export const addAnchor = (home: string, run: string, anchor: Anchor): void => {
  const path = placeOf(home, run);
  try {
    const tail = tailOf(path);
    const last = lineShape.exec(tail?.split("\n").at(-2) ?? "");
    const torn = tail !== null && tail !== "" && !tail.endsWith("\n");
    if (!torn && last?.[1] === String(anchor.version) && last[2] === anchor.head) return;
    makeOwn(home, "anchors");
    const handle = openSync(
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      writeSync(handle, `${torn ? "\n" : ""}${anchorLine(anchor)}`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (tail === null) syncFolder(join(home, "anchors"));
  } catch (error) {
    throw diskFault(error, "write", path);
  }
};
