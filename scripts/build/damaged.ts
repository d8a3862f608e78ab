// The code that reads a file of the program, and says so where it is gone, cut off or of another build.

/** Code of a function of `read` and `file` that gives what was read, or throws what is told as a fault (src/cli/failure.ts) where that can't be, or where it is of another build than `edition`. */
export const reader = (edition: string): string => `(read, file) => {
  let found, made, cause;
  // Of a file that was cut off, what it exports may not be defined any more.
  try { found = read(); made = found.edition; } catch (error) { cause = error; }
  if (made !== ${JSON.stringify(edition)})
    throw Object.assign(
      new Error((typeof __dirname === "string" ? __dirname : "dist") + "/" + file + ", a part of cairn's own program, is missing, damaged or of another build", cause === undefined ? undefined : { cause: cause.message?.split("\\n", 1)[0] }),
      { code: "PROGRAM_DAMAGED", hint: "install cairn again (where its source is: \`npm run build\`); what the ledger acknowledged is safe" },
    );
  return found;
}`;
