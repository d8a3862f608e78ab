// Why: a file of the program that is gone, cut off or of another build is nobody's bug: whoever runs it installs it again.

const check = (isWhole: string): string => `
  let found, cause;
  try { found = read(); } catch (error) { cause = error; }
  if (!(${isWhole}))
    throw Object.assign(
      new Error((typeof __dirname === "string" ? __dirname : "dist") + "/" + file + ", a part of cairn's own program, is missing, damaged or of another build", cause === undefined ? undefined : { cause: cause.message?.split("\\n", 1)[0] }),
      { code: "PROGRAM_DAMAGED", hint: "install cairn again (where its source is: \`npm run build\`); what the ledger acknowledged is safe" },
    );`;

/** Code of a function of `read` and `file` that gives what was read, or throws what is told as a fault (src/cli/failure.ts) where that can't be, or where it is of another build than `edition`. */
export const reader = (edition: string): string =>
  `(read, file) => {${check(`found?.edition === ${JSON.stringify(edition)}`)}\n  return found;\n}`;

/** Code that reads `file` into `found`, or throws the same. */
export const reading = (file: string): string => `
  const file = ${JSON.stringify(file)}, read = () => require(${JSON.stringify(`./${file}`)});${check("Object.keys(found ?? {}).length > 0")}`;
