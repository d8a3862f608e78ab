// Verbs `cairn template list` and `show`: the templates of the player.
import { cleanLine } from "../../core/words/clean.ts";
import { findingLine } from "../text/finding-line.ts";
import { howMany } from "../../core/words/how-many.ts";
import { isAbsolute, relative, resolve } from "node:path";
import type { Details, Listed, Need, ShownGroup, ShownNode } from "../../core/library.ts";
import { isRefusal } from "../../core/refusal.ts";
import { type Context, exits, type Verb } from "../verb.ts";
import { fitted, fit, type Page, list as columnsOf } from "../terminal/layout.ts";

/** A path is relative to the current folder, and shown relative to the root if below it. */
const named = ({ cwd }: Context, root: string, name: string): string => {
  if (!name.startsWith(".") && !name.includes("/")) return name;
  const path = resolve(cwd, name);
  const below = relative(root, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? path : `./${below}`;
};

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
    ? howMany(errors, "error")
    : `${howMany(nodes, "node")}${checkpoints > 0 ? `, ${howMany(checkpoints, "checkpoint")}` : ""}`,
  needs.flatMap((need) => (need.required ? [need.name] : [])).join(", "),
  tags.join(", "),
  name === slug ? "" : cleanLine(name),
];

const listText = (found: readonly Listed[], page: Page): string =>
  found.length === 0
    ? "there is no template yet: `cairn template compose --help` shows how one is made"
    : columnsOf([["template", "size", "wants", "tags", "name"], ...found.map(row)], page).join(
        "\n",
      );

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

const needText = ({ name, type, required, means, otherwise }: Need): string => {
  const how = required
    ? "must be given"
    : otherwise === null
      ? "may be given"
      : `else ${JSON.stringify(otherwise)}`;
  return `  ${name} (${type}, ${how})${means === "" ? "" : `: ${cleanLine(means)}`}`;
};

const nodeText = ({ id, name, what, args, onFail, waits }: ShownNode): readonly string[] => {
  const ways = [
    ...(onFail === null || onFail === "abort" ? [] : [`!${onFail}`]),
    ...(waits === true ? ["waits for a person"] : []),
  ];
  const title = [id, what, name === id ? "" : name, ...ways.map((way) => `(${way})`)]
    .filter((part) => part !== "")
    .join("  ");
  return [title, ...(args === "" ? [] : [`   ${args}`])].map(cleanLineKeepingIndent);
};
const cleanLineKeepingIndent = (line: string): string =>
  `${/^ */u.exec(line)?.[0] ?? ""}${cleanLine(line)}`;

const groupText = ({ name, nodes, means }: ShownGroup): string =>
  `  ${cleanLine(`${name} 【${nodes.join(" ")}】${means === "" ? "" : `: ${means}`}`)}`;

/** The output of `cairn template show`. */
export const shownText = (shown: Details, protocol: string, page: Page): string => {
  const { width } = page;
  const { name, slug, id, path, tags, means, needs, batches, groups, findings } = shown;
  const must = needs.filter(({ required }) => required).map((need) => ` --context ${need.name}=…`);
  const order = batches.flatMap(({ batch, parallel, nodes }) =>
    nodes.flatMap((node, index) => {
      const number = index === 0 ? `${batch}${parallel ? "∥" : " "}` : parallel ? " ∥" : "  ";
      return nodeText(node).map((line, at) =>
        fit(`${(at === 0 ? number : "").padStart(4)} ${line}`, width),
      );
    }),
  );
  return [
    cleanLine(`${name}  ${[id, ...tags].join(", ")}`),
    cleanLine(path),
    ...(means === "" ? [] : [fitted(cleanLine(means), page)]),
    ...(needs.length === 0 ? [] : ["", "wants", ...needs.map(needText)]),
    "",
    "order",
    ...order,
    ...(groups.length === 0
      ? []
      : ["", "units", ...groups.map((group) => fit(groupText(group), width))]),
    ...(findings.length === 0 ? [] : ["", ...findings.map(findingLine)]),
    ...(shown.errors > 0 ? [] : ["", `play it: cairn run ${protocol} ${slug}${must.join("")}`]),
  ].join("\n");
};

export const show: Verb = {
  name: "template show",
  summary:
    "one template: what it wants to be told, its order, its stops, and what is wrong with it",
  args: [
    { word: "TEMPLATE", must: true, means: "a path, a file's name, its id, or a part of its name" },
  ],
  options: {},
  example: [
    "cairn template show feature-tdd-review",
    "cairn template show ./drafts/feature.json --json",
  ],
  run: async (context) => {
    const [name = ""] = context.words;
    const system = await context.system();
    const templates = await system.templates();
    const found = await templates.find(named(context, system.root, name));
    if (isRefusal(found)) return found;
    const shown = await templates.show(found);
    if (isRefusal(shown)) return shown;
    const protocol = await templates.protocol();
    return isRefusal(protocol)
      ? protocol
      : { exit: exits.done, json: shown, text: (page) => shownText(shown, protocol, page) };
  },
};
