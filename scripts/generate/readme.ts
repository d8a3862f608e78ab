// Parts of README.md that the code says: what Cairn is for, the words to learn, and what each way of working is for.
import { nineWords, purpose } from "../../src/cli/help/first-steps.ts";
import { ways } from "../../src/cli/help/help.ts";
import { wrap } from "../../src/cli/terminal/layout.ts";
import type { Generator } from "./generators.ts";
import { table, withPart } from "./markdown.ts";

const path = "README.md";
const marks = [
  "<!-- Made by `npm run generate` from src/cli/help/first-steps.ts: don't edit it. -->",
  "<!-- /made -->",
] as const;

const CAIRN = /(?<=<!-- cairn -->\n).*?(?=<!-- \/cairn -->)/su;
const PURPOSE = /<!-- purpose: ([a-z]+) -->.*?<!-- end -->/gu;

export const readmeParts: Generator = {
  path,
  make: async () => {
    const rows = nineWords.map(([word, means]) => [`**${word}**`, means]);
    const all = await ways();
    const purposeOf = (name: string): string => {
      const way = all.find(([one]) => one === name);
      if (way === undefined) throw new Error(`${path}: no way of working is called ${name}`);
      return way[1];
    };
    const text = await withPart(path, marks, table(["word", "what it is"], rows));
    return text
      .replace(CAIRN, `${wrap(purpose, 100)}\n`)
      .replaceAll(
        PURPOSE,
        (_, name: string) => `<!-- purpose: ${name} -->${purposeOf(name)}<!-- end -->`,
      );
  },
};
