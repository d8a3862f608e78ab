// The questions of a terminal, drawn on standard error by @clack/prompts.
import { confirm, select, text } from "@clack/prompts";
import { cleanLine, cleanPage } from "./clean.ts";
import { type Prompts, QuestionLeft } from "./world.ts";

/** Standard output is the answer's alone. */
const output = process.stderr;

/** By Ctrl-C, by Escape, or since the input ends. */
const left = (): never => {
  throw new QuestionLeft();
};

const needed = (line = ""): string | undefined => (line.trim() === "" ? "An answer is needed; Ctrl-C leaves the question." : undefined);

/** Questions and choices hold what agents wrote: cleaned, as all that is printed. Left as well once the process is told to end. */
export const promptsUntil = (ends: AbortSignal | undefined): Prompts => {
  const on = { output, ...(ends === undefined ? {} : { signal: ends }) };
  return {
    choose: async (question, choices, usual) => {
      const options = choices.map(({ id, label }) => ({ value: id, label: cleanLine(label) }));
      const said = await select({ message: cleanPage(question), options, ...(usual === undefined ? {} : { initialValue: usual }), ...on });
      return typeof said === "symbol" ? left() : said;
    },
    line: async (question, must) => {
      const said = await text({ message: cleanPage(question), ...(must ? { validate: needed } : {}), ...on });
      return typeof said === "symbol" ? left() : said.trim();
    },
    agree: async (question, usual) => {
      const said = await confirm({ message: cleanPage(question), initialValue: usual, ...on });
      return typeof said === "symbol" ? left() : said;
    },
  };
};
