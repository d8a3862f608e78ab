// Hashes of the event chain: genesis, digest and link.
import { createHash, hash } from "node:crypto";
import type { Digest, Draft } from "./row.ts";

export const digest = (text: string | Uint8Array): Digest =>
  typeof text === "string"
    ? hash("sha256", text, "hex")
    : createHash("sha256").update(text).digest("hex");

/** Predecessor hash of a run's version 1. */
export const genesis = (protocol: string, run: string): Digest =>
  digest(`cairn 1\n${protocol}\n${run}`);

/** Hash of a row after `prev`: sha256 of prev, run, version, type, at, by, cause, data, joined by line feeds. */
export const chain = (prev: Digest, row: Omit<Draft, "hash">): Digest =>
  digest(
    `${prev}\n${row.run}\n${row.version}\n${row.type}\n${row.at}\n${row.by}\n${row.cause}\n${row.data}`,
  );
