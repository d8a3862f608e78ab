// Verb `cairn template check`: judges a template at any path, without a run.
import type { Finding } from "../../core/dialect.ts";
import type { Document } from "../../core/library.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Templates } from "../../runtime/system.ts";
import { exits, type Verb, type Context } from "../verb.ts";
import { count } from "../words.ts";
import { findingCount, findingLine } from "./findings.ts";
import { seek } from "./seek.ts";

/** A file by its path from here, `-`, or a template by its name. */
const documentOf = async (
  context: Context,
  templates: Templates,
  word: string,
): Promise<Document | Refusal> => {
  if (word === "-") return { path: "-", text: await context.read(null) };
  if (word.includes("/") || word.endsWith(".json"))
    return { path: word, text: await context.read(word) };
  return seek(context, templates, word);
};

export const check: Verb = {
  name: "template check",
  summary:
    "judge templates, with the place of each finding and what would fit; warnings alone are no fault",
  args: [
    {
      word: "FILE",
      must: true,
      means: "files, - for standard input, or templates by name",
      many: true,
    },
  ],
  options: {},
  example: [
    "cairn template check .workflow/templates/feature.json",
    "cairn template check feature --json",
  ],
  run: async (context) => {
    if (context.words.length === 0)
      return refuse("USAGE", "which file?", { fits: "cairn template check FILE" });
    const templates = await (await context.system()).templates();
    const findings: Finding[] = [];
    for (const word of context.words) {
      const document = await documentOf(context, templates, word);
      if (isRefusal(document)) return document;
      const found = await templates.check(document);
      if (isRefusal(found)) return found;
      findings.push(...found);
    }
    const ok = !findings.some(({ severity }) => severity === "error");
    const checked = `${count(context.words.length, "template")} checked: ${findingCount(findings) ?? "nothing to find fault with"}`;
    return {
      exit: ok ? exits.done : exits.damaged,
      json: { ok, findings },
      text: () => [...findings.map(findingLine), checked].join("\n"),
    };
  },
};
