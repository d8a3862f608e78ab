// Strict UTF-8 decoder: null instead of replacement characters.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text, a byte order mark included; null: it is no UTF-8. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};
