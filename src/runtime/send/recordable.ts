// Texts of named files in a form that may enter the ledger: short, readable, without likely secrets.
import { digest } from "../../core/hash.ts";
import type { Ask } from "../../core/protocol.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Path } from "../../core/row.ts";
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";

/** In bytes of UTF-8. */
const most = 32 * 1_024;

/** By path; omits files that are too large, binary, missing, or outside of root and place. */
export const recordableTexts = async (
  { workspace, now }: Engine,
  ground: Ground,
  { texts = [] }: Ask,
): Promise<Readonly<Record<Path, string>>> => {
  const { files } = await workspace.facts(ground, { files: texts, lenient: true }, now());
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, file]) => {
      // A different digest means that the text wasn't UTF-8.
      const fits =
        file !== null &&
        Buffer.byteLength(file.text) <= most &&
        !file.text.includes("\0") &&
        digest(file.text) === file.digest;
      return fits ? [[path, redact(file.text)] as const] : [];
    }),
  );
};
