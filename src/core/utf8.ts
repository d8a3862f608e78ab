// Strict UTF-8 decoder: null instead of replacement characters.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text, including a byte order mark; null if it isn't UTF-8. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};
