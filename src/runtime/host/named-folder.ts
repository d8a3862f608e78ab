// Spool folder that a host waits for: it is started while its job is still being prepared.
import { read } from "node:fs";

const partOf = (bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    read(0, bytes, 0, bytes.length, null, (error, length) =>
      error === null ? resolve(length) : reject(error),
    );
  });

/** The spool folder that the parent process sends as one line of JSON on standard input; null: it exited first, or sent none. */
export const namedFolder = async (): Promise<string | null> => {
  const bytes = Buffer.alloc(16_384);
  let said = Buffer.alloc(0);
  for (let length = -1; length !== 0 && !said.includes(0x0a);) {
    length = await partOf(bytes);
    said = Buffer.concat([said, bytes.subarray(0, length)]);
  }
  const end = said.indexOf(0x0a);
  if (end === -1) return null;
  const folder: unknown = JSON.parse(said.toString("utf8", 0, end));
  return typeof folder === "string" ? folder : null;
};
