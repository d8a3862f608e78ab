// Content-addressed store of outputs that proofs rest on, checked on read.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../core/hash.ts";
import { Fault } from "../core/refusal.ts";
import type { Digest } from "../core/row.ts";
import { makeFile, syncFolder } from "./disk/atomic.ts";
import { diskFault } from "./disk/fault.ts";
import { fileBytes, readPlain } from "./disk/plain-file.ts";
import { makeOwn } from "./home.ts";

const placeOf = (home: string, name: Digest): string => join(home, "kept", name.slice(0, 2), name);

/** Stores bytes durably; equal bytes once. Fault FILE_OVERSIZED above 64 MiB. */
export const keepBytes = (home: string, bytes: string | Uint8Array): Digest => {
  const size = Buffer.byteLength(bytes);
  if (size > fileBytes)
    throw new Fault(
      "FILE_OVERSIZED",
      `an output of ${size} bytes can't be kept: ${fileBytes} is the limit`,
      "let it print less",
    );
  const name = digest(bytes);
  const path = placeOf(home, name);
  if (existsSync(path)) return name;
  const folder = join(home, "kept", name.slice(0, 2));
  try {
    if (makeOwn(home, "kept", name.slice(0, 2))) {
      syncFolder(join(home, "kept"));
      syncFolder(home);
    }
  } catch (error) {
    throw diskFault(error, "make the folder", folder);
  }
  makeFile(path, bytes);
  return name;
};

/** Stored bytes; null: none with this digest. Fault KEPT_DAMAGED: the content differs. */
export const keptBytes = (home: string, name: Digest): Buffer | null => {
  if (!/^[0-9a-f]{64}$/.test(name)) return null;
  const path = placeOf(home, name);
  const bytes = readPlain(path);
  if (bytes !== null && digest(bytes) !== name) {
    throw new Fault(
      "KEPT_DAMAGED",
      `${path} no longer holds the bytes that were kept there`,
      "put it back from a copy of the folder, or let the check run again",
    );
  }
  return bytes;
};
