// The sentence with which a source file opens: what it is or does. The code map, the tidy rule and people read the same one.

/** The sentence on the first line, or on the second after a `#!` line. null: there is none, or a reason stands where the file's subject belongs. */
export const opening = (text: string): string | null => {
  const lines = text.split("\n", 2);
  const line = lines[0]?.startsWith("#!") ? lines[1] : lines[0];
  return /^(?:\/\/|#) (?!Why:)(?=[A-Z].*\.$)(.*)$/.exec(line ?? "")?.[1] ?? null;
};
