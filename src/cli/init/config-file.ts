// Reader and writer of the configuration file for init: adds, replaces only on request.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { member, plain, readJson } from "../../core/json/json.ts";
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { added, replaced } from "../../core/json/splice.ts";
import { readOwn, replaceOwn } from "../files/own-file.ts";

type Json = Readonly<Record<string, unknown>>;
export type Setup = { readonly agents: Json; readonly roles: Readonly<Record<string, string>> };

/** The raw text, and its value. */
export type ConfigFile = { readonly text: string; readonly config: Json };

export const readConfigFile = (path: string): ConfigFile | null | Refusal => {
  const text = readOwn(path);
  if (text === null || isRefusal(text)) return text;
  // A duplicate key would be written once.
  const root = readJson(text);
  if (isRefusal(root))
    return { ...root, path, fits: "mend it, or move it away and run init again" };
  const config = plain(root);
  if (isRecord(config)) return { text, config };
  return refuse("FILE_BROKEN", "cairn.config.json holds no JSON object", {
    path,
    fits: "mend it, or move it away and run init again",
  });
};

const part = (config: Json, key: string): Json => {
  const value = config[key];
  return isRecord(value) ? value : {};
};

/** Conflicting settings in both: `agents/codex`, `roles/*`. */
export const clashes = (config: Json, wanted: Setup): readonly string[] =>
  (["agents", "roles"] as const).flatMap((key) =>
    Object.entries(wanted[key]).flatMap(([name, value]) => {
      const there = part(config, key)[name];
      return there === undefined || JSON.stringify(there) === JSON.stringify(value)
        ? []
        : [`${key}/${name}`];
    }),
  );

export const merged = (config: Json, wanted: Setup): Json => ({
  ...config,
  agents: { ...part(config, "agents"), ...wanted.agents },
  roles: { ...part(config, "roles"), ...wanted.roles },
});

export const agentsOf = (config: Json): readonly string[] => Object.keys(part(config, "agents"));

/** Requested roles whose agents are missing: every other verb would refuse the file. */
export const strays = (config: Json, wanted: Setup): readonly string[] =>
  Object.entries(wanted.roles).flatMap(([role, name]) =>
    name === "hand" || agentsOf(config).includes(name)
      ? []
      : [`role ${role} would go to ${name}, which is no agent`],
  );

/** Keeps all other bytes: rereading and writing could change the form of numbers and texts. */
const put = (text: string, section: "agents" | "roles", name: string, value: unknown): string => {
  const root = readJson(text);
  if (isRefusal(root) || root.is !== "object") return text;
  const there = member(root, section);
  if (there === null) return added(text, root, { [name]: value }, section);
  if (there.is !== "object") return replaced(text, there, { [name]: value });
  const own = member(there, name);
  if (own === null) return added(text, there, value, name);
  return JSON.stringify(plain(own)) === JSON.stringify(value) ? text : replaced(text, own, value);
};

/** False: unchanged. `after`: the whole, if there was no file. */
export const writeConfigFile = (
  path: string,
  before: ConfigFile | null,
  wanted: Setup,
  after: Json,
): boolean => {
  let text = before?.text ?? `${JSON.stringify(after, null, 2)}\n`;
  if (before !== null)
    for (const section of ["agents", "roles"] as const)
      for (const [name, value] of Object.entries(wanted[section]))
        text = put(text, section, name, value);
  if (text === before?.text) return false;
  mkdirSync(dirname(path), { recursive: true });
  replaceOwn(path, text, 0o644);
  return true;
};
