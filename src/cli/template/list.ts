// Verb `cairn template list`: all templates with size and inputs.
import type { Listed } from "../../core/library.ts";
import { isRefusal } from "../../core/refusal.ts";
import { cleanLine } from "../clean.ts";
import { type Page, table } from "../layout.ts";
import { exits, type Verb } from "../verb.ts";
import { count } from "../words.ts";

/** `4 nodes, 2 checkpoints · goal, scope`. */
export const row = ({
  slug,
  name,
  tags,
  nodes,
  checkpoints,
  needs,
  errors,
}: Listed): readonly string[] => [
  slug,
  errors > 0
    ? count(errors, "error")
    : `${count(nodes, "node")}${checkpoints > 0 ? `, ${count(checkpoints, "checkpoint")}` : ""}`,
  needs.flatMap((need) => (need.required ? [need.name] : [])).join(", "),
  tags.join(", "),
  name === slug ? "" : cleanLine(name),
];

const listText = (found: readonly Listed[], page: Page): string =>
  found.length === 0
    ? "there is no template yet: `cairn template compose --help` shows how one is made"
    : table([["template", "size", "wants", "tags", "name"], ...found.map(row)], page);

export const list: Verb = {
  name: "template list",
  summary: "the templates of this project, with their sizes and what each wants to be told",
  args: [],
  options: {},
  example: ["cairn template list"],
  run: async (context) => {
    const found = await (await (await context.system()).templates()).list();
    return isRefusal(found)
      ? found
      : { exit: exits.done, json: { templates: found }, text: (page) => listText(found, page) };
  },
};
