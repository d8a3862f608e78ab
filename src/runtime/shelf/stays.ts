// Check whether a content may leave its machine: none over the shelf's size limit, none with a credential.
import { redact } from "../../core/secrets/redact.ts";
import { shelfBytes } from "../../ledger/ledger.ts";

/** Why a content stays here; null: it may be uploaded. Stored content is redacted already, except originals of adoptions and documents, which are stored byte for byte. */
export const whyItStays = (bytes: Uint8Array): string | null => {
  if (bytes.length > shelfBytes) return `it has ${bytes.length} bytes, more than ${shelfBytes}`;
  const text = new TextDecoder().decode(bytes);
  return redact(text) === text ? null : "it holds what looks like a credential";
};
