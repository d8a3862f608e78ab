// Parts of README.md that the code says: the words to learn, and what each way of working is for.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { nineWords } from "../../src/cli/first-steps.ts";
import { ways } from "../../src/cli/help.ts";
import type { Generator } from "./generators.ts";
import { table } from "./markdown.ts";

const path = "README.md";
const [begin, end] = [
  "<!-- Made by `npm run generate` from src/cli/first-steps.ts: don't edit it. -->",
  "<!-- /made -->",
];

const PURPOSE = /<!-- purpose: ([a-z]+) -->.*?<!-- end -->/gu;

export const readmeParts: Generator = {
  path,
  make: async () => {
    const text = await readFile(join(import.meta.dirname, "../..", path), "utf8");
    const [before, rest] = [text.indexOf(begin), text.indexOf(end)];
    if (before === -1 || rest < before)
      throw new Error(`${path} lacks the lines between which the words stand`);
    const rows = nineWords.map(([word, means]) => [`**${word}**`, means]);
    const all = await ways();
    const purposeOf = (name: string): string => {
      const way = all.find(([one]) => one === name);
      if (way === undefined) throw new Error(`${path}: no way of working is called ${name}`);
      return way[1];
    };
    const words = `${begin}\n\n${table(["word", "what it is"], rows)}\n\n`;
    return `${text.slice(0, before)}${words}${text.slice(rest)}`.replaceAll(
      PURPOSE,
      (_, name: string) => `<!-- purpose: ${name} -->${purposeOf(name)}<!-- end -->`,
    );
  },
};
