// Why: a file of the program that is gone, cut off or of another build is nobody's bug: whoever runs it installs it again.

/** Code that reads `file` and throws what is told as a fault (src/cli/failure.ts) where that can't be, or where it is of another build than `edition`. */
export const reading = (file: string, edition: string | null = null): string => `
  let found, cause;
  try { found = require(${JSON.stringify(`./${file}`)}); } catch (error) { cause = error; }
  if (${edition === null ? "Object.keys(found ?? {}).length === 0" : `found?.edition !== ${JSON.stringify(edition)}`})
    throw Object.assign(
      new Error((typeof __dirname === "string" ? __dirname : "dist") + ${JSON.stringify(`/${file}, a part of cairn's own program, is missing, damaged or of another build`)}, cause === undefined ? undefined : { cause: cause.message?.split("\\n", 1)[0] }),
      { code: "PROGRAM_DAMAGED", hint: "install cairn again (where its source is: \`npm run build\`); what the ledger acknowledged is safe" },
    );`;
