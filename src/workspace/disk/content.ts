// Digest of file contents with a small memory of 4: comparing costs a tenth of hashing.
import { digest } from "../../core/hash.ts";
import type { Digest } from "../../core/row.ts";
import { utf8Text } from "../../core/utf8.ts";

/** Smaller contents are hashed quickly. */
const least = 64 * 1024;
const most = 16 * 1024 * 1024;
/** The existing and the wanted content, each as bytes and as text. */
const remembered = 4;

/** Of no bytes: a literal, since computing it would load hashing for every `status`. */
export const emptyDigest: Digest =
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

type Known = {
  readonly content: string | Uint8Array;
  readonly bytes: Uint8Array;
  readonly digest: Digest;
};
let known: readonly Known[] = [];
const keep = (one: Known): Digest => {
  if (one.bytes.length <= most)
    known = [
      one,
      ...known.filter((other) => other.content !== one.content).slice(0, remembered - 1),
    ];
  return one.digest;
};

/** SHA-256 of bytes or of a text in UTF-8. The bytes must not change afterwards. */
export const contentDigest = (content: string | Uint8Array): Digest => {
  if (content.length < least) return digest(content);
  const told = known.find((one) => one.content === content);
  if (told !== undefined) return told.digest;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const same = known.find(
    (one) => one.bytes.length === bytes.length && Buffer.compare(one.bytes, bytes) === 0,
  );
  return same?.digest ?? keep({ content, bytes, digest: digest(bytes) });
};

/** Decodes UTF-8; null: invalid. Writing the same text again needs no new encoding. */
export const contentText = (bytes: Uint8Array): string | null => {
  const text = utf8Text(bytes);
  if (text !== null && bytes.length >= least)
    keep({ content: text, bytes, digest: contentDigest(bytes) });
  return text;
};
