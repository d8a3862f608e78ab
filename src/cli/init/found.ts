// Proposal of init: a repository's checks, and the setup of a fresh checkout of it.
import { asTyped } from "../../core/words/shell-word.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { dotnet, go, gradle, make, maven, rust, within } from "./compiled.ts";
import { type Check, foldersBelow, type Look, lookAt, type Part, type Setup } from "./look.ts";
import { nodePackages } from "./node-packages.ts";
import { python } from "./python.ts";

/** `doubts`: what was found and isn't proposed, with the reason. `setup`: null if none is needed. */
export type Proposed = {
  readonly checks: readonly Check[];
  readonly setup: Setup | null;
  readonly doubts: readonly string[];
};

const tools = [nodePackages, python, go, rust, maven, gradle, dotnet];
const mostParts = 8;

export const checkLine = ({ name, argv, cwd = "." }: Check): string =>
  `${name} (${cleanLine(argv.join(" "))}${cwd === "." ? "" : ` in ${cleanLine(cwd)}`})`;

/** A Makefile beside another tool's tests is taken for another way to them. */
const partsOf = (look: Look): readonly Part[] => {
  const parts = tools.flatMap((tool) => tool(look) ?? []);
  const makefile = make(look);
  if (makefile === null) return parts;
  return parts.some(({ checks }) => checks.length > 0)
    ? [
        ...parts,
        {
          ...makefile,
          checks: [],
          doubt: `${makefile.checks.map(checkLine).join(", ")} is there, too`,
        },
      ]
    : [...parts, makefile];
};

/** Of folders whose parent has none. */
const partsBelow = (top: Look): readonly Part[] => {
  const found: string[] = [];
  return foldersBelow(top, 3).flatMap((folder) => {
    if (found.length >= mostParts || found.some((one) => folder.startsWith(`${one}/`))) return [];
    const parts = partsOf(top.at(folder)).filter(({ checks }) => checks.length > 0);
    if (parts.length > 0) found.push(folder);
    return parts.map((part) => within(folder, part));
  });
};

const missing = (look: Look, { needs, tool, checks }: Part): string | null => {
  const [program] = needs.filter((one) => look.found(one) === null);
  if (program === undefined) return null;
  const what = checks.length === 0 ? tool : checks.map(checkLine).join(", ");
  return `${program} is not on PATH here, and is needed for ${what}`;
};

const typed = ({ argv, cwd }: Setup): string => {
  const [shell, flag, script] = argv;
  const words =
    shell === "sh" && flag === "-c" && script !== undefined ? script : argv.map(asTyped).join(" ");
  return cwd === undefined ? `(${words})` : `(cd ${asTyped(cwd)} && ${words})`;
};

/** One command for all. It is run anew for each checkout unless all of what it makes is known. */
const joined = (setups: readonly Setup[]): Setup | null => {
  const [first] = setups;
  if (first === undefined || setups.length === 1) return first ?? null;
  const isKnown = setups.every(({ makes }) => makes.length > 0);
  return {
    argv: ["sh", "-c", setups.map(typed).join(" && ")],
    inputs: [...new Set(setups.flatMap(({ inputs }) => inputs))],
    makes: isKnown ? [...new Set(setups.flatMap(({ makes }) => makes))] : [],
  };
};

/** Each check under a name of its own. */
const named = (parts: readonly Part[]): readonly Check[] => {
  const all = parts.flatMap(({ tool, checks }) => checks.map((check) => ({ tool, check })));
  return all.map(({ tool, check }) =>
    all.filter((other) => other.check.name === check.name).length === 1
      ? check
      : { ...check, name: `${check.name} (${tool})` },
  );
};

export const proposed = (root: string, env: NodeJS.ProcessEnv): Proposed => {
  const top = lookAt(root, env);
  const own = partsOf(top);
  const isOwn = own.some(({ checks, doubt }) => checks.length > 0 || doubt !== undefined);
  const parts = isOwn ? own : [...own, ...partsBelow(top)];
  const usable = parts.filter((part) => missing(top, part) === null);
  const checks = named(usable);
  const setups = usable.filter((part) => part.checks.length > 0 || checks.length === 0);
  return {
    checks,
    setup: joined(setups.flatMap(({ setup }) => setup ?? [])),
    doubts: parts.flatMap((part) => [
      ...(part.doubt === undefined ? [] : [part.doubt]),
      ...(part.checks.length === 0 && part.setup === null ? [] : [missing(top, part) ?? []].flat()),
    ]),
  };
};
