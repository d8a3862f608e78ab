// Verbs `cairn template list`, `show` and `check`: the templates of the player.
import type { Finding } from "../../core/dialect.ts";
import { cleanLine } from "../clean.ts";
import { count } from "../words.ts";
import { isAbsolute, relative, resolve } from "node:path";
import type { Details, Document, Listed, Need, ShownGroup, ShownNode } from "../../core/library.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Templates } from "../../runtime/system.ts";
import { type Context, exits, type Verb } from "../verb.ts";
import { fit, type Page, table, wrap } from "../layout.ts";

/** `file:line:column pointer CODE message`. */
export const findingLine = ({
  path,
  line,
  column,
  pointer,
  code,
  severity,
  message,
  hint,
}: Finding): string =>
  cleanLine(
    [
      `${path}:${line}:${column}`,
      pointer,
      code,
      ...(severity === "warning" ? ["(warning)"] : []),
      message,
      hint ?? "",
    ]
      .filter((part) => part !== "")
      .join(" "),
  );

/** `2 errors, 1 warning`; null: none. */
export const findingCount = (findings: readonly Finding[]): string | null => {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
};

/** A path is relative to the current folder, and shown relative to the root if below it. */
const named = ({ cwd }: Context, root: string, name: string): string => {
  if (!name.startsWith(".") && !name.includes("/")) return name;
  const path = resolve(cwd, name);
  const below = relative(root, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? path : `./${below}`;
};

export const seek = async (
  context: Context,
  templates: Templates,
  name: string,
): Promise<Document | Refusal> => {
  const { root } = await context.system();
  const found = await templates.find(named(context, root, name));
  if (isRefusal(found) || !("refused" in found)) return found;
  const { refused, among } = found;
  if (!context.asks || among.length === 0) return refused;
  const choices = among.map((one) => ({ id: one, label: one }));
  const again = await templates.find(
    await context.ask.choose(`Which template is meant by ${name}?`, choices),
  );
  return isRefusal(again) || !("refused" in again) ? again : again.refused;
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
  const width = Number.isFinite(page.width) ? page.width : 120;
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
    ...(means === "" ? [] : [wrap(cleanLine(means), width)]),
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
    const [name, ...others] = context.words;
    if (name === undefined || others.length > 0)
      return refuse("USAGE", name === undefined ? "which template?" : "one template at a time", {
        fits: "cairn template list names them",
      });
    const templates = await (await context.system()).templates();
    const found = await seek(context, templates, name);
    if (isRefusal(found)) return found;
    const shown = await templates.show(found);
    if (isRefusal(shown)) return shown;
    const protocol = await templates.protocol();
    return isRefusal(protocol)
      ? protocol
      : { exit: exits.done, json: shown, text: (page) => shownText(shown, protocol, page) };
  },
};

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
