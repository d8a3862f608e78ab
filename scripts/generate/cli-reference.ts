// Generator of the command line's reference page, from the verbs' own data.
import { commonOptions, type Options } from "../../src/cli/flags/args.ts";
import { formOf, formOptions } from "../../src/cli/flags/compose.ts";
import { capital, flagText } from "../../src/cli/help/help.ts";
import { usageOf, type Verb } from "../../src/cli/verb.ts";
import { groups } from "../../src/cli/help/verb-groups.ts";
import { verbs } from "../../src/cli/verbs.ts";
import type { Generator } from "./generators.ts";
import { cell, protocols, table } from "./markdown.ts";

const flags = (options: Options): string =>
  table(
    ["flag", "meaning"],
    Object.entries(options).flatMap(([name, option]) =>
      option.hidden === true ? [] : [[`\`${cell(flagText(name, option))}\``, cell(option.means)]],
    ),
  );

/** A verb, then its parts with theirs. */
const withParts = async (verb: Verb): Promise<readonly Verb[]> => {
  const parts = await Promise.all(Object.values(verb.parts ?? {}).map((load) => load()));
  return [verb, ...(await Promise.all(parts.map(withParts))).flat()];
};

const section = (verb: Verb): string =>
  [
    `### ${verb.name}`,
    "",
    `\`${usageOf(verb)} [flags]\``,
    "",
    `${capital(verb.summary)}.`,
    "",
    ...(verb.args.length === 0
      ? []
      : [
          table(
            ["word", "meaning"],
            verb.args.map(({ word, means }) => [`\`${cell(word)}\``, cell(means)]),
          ),
          "",
        ]),
    ...(Object.keys(verb.options).length === 0 ? [] : [flags(verb.options), ""]),
    ...(verb.follows === undefined ? [] : [`${verb.follows}.`, ""]),
    "```",
    ...verb.example,
    "```",
    "",
  ].join("\n");

const starts = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const protocol of protocols) {
    const start = protocol.messages.find(
      ({ type }) => type === (protocol.verbs["start"] ?? "Start"),
    );
    if (start !== undefined)
      found.push(`## Flags of \`run ${protocol.name}\``, "", flags(formOptions(formOf(start))), "");
  }
  return found;
};

export const cliReference: Generator = {
  path: "docs/reference/cli.md",
  make: async () => {
    const all = await Promise.all(Object.values(verbs).map((load) => load()));
    const shown = (await Promise.all(all.map(withParts))).flat();
    const isOf = (name: string, verb: Verb): boolean => verb.name.split(" ")[0] === name;
    return [
      "# The command line",
      "",
      "Made by `npm run generate` from the verbs' own data.",
      "",
      "A run is named by its id, a unique beginning of it, or its session; left out, it is the only live one of the folder, or where none is live and the verb fits one that is over, the only such one. A job or decision is named by its key, or by the unit that it is about where only one fits.",
      "",
      "## Flags of every verb",
      "",
      flags(commonOptions),
      "",
      ...groups.flatMap(({ title, verbs: names }) => [
        `## ${title}`,
        "",
        ...names.flatMap((name) => shown.filter((verb) => isOf(name, verb))).map(section),
      ]),
      ...(await starts()),
    ]
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trimEnd()
      .concat("\n");
  },
};
