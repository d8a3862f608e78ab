// Why: a configuration that somebody wrote is never lost: init adds to it, and replaces only what it is asked to.
import { plain, readJson } from "../../core/json.ts";
import { isRecord } from "../../core/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { readOwn, replaceOwn } from "../own-file.ts";

type Json = Readonly<Record<string, unknown>>;
export type Wanted = { readonly agents: Json; readonly roles: Readonly<Record<string, string>> };

export const readConfigFile = (path: string): Json | null | Refusal => {
  const text = readOwn(path);
  if (text === null || isRefusal(text)) return text;
  // A key that stands twice would be written once.
  const root = readJson(text);
  if (isRefusal(root)) return { ...root, path, fits: "mend it, or move it away and run init again" };
  const read = plain(root);
  if (isRecord(read)) return read;
  return refuse("FILE_BROKEN", "cairn.config.json holds no JSON object", { path, fits: "mend it, or move it away and run init again" });
};

const part = (config: Json, key: string): Json => {
  const value = config[key];
  return isRecord(value) ? value : {};
};

/** What both say, and say differently: `agents/codex`, `roles/*`. */
export const clashes = (config: Json, wanted: Wanted): readonly string[] =>
  (["agents", "roles"] as const).flatMap((key) =>
    Object.entries(wanted[key]).flatMap(([name, value]) => {
      const there = part(config, key)[name];
      return there === undefined || JSON.stringify(there) === JSON.stringify(value) ? [] : [`${key}/${name}`];
    }),
  );

export const merged = (config: Json, wanted: Wanted): Json => ({
  ...config,
  agents: { ...part(config, "agents"), ...wanted.agents },
  roles: { ...part(config, "roles"), ...wanted.roles },
});

export const agentsOf = (config: Json): readonly string[] => Object.keys(part(config, "agents"));

/** Roles that were asked for and given to nobody who is there: the file would be refused by every other verb. */
export const strays = (config: Json, wanted: Wanted): readonly string[] =>
  Object.entries(wanted.roles).flatMap(([role, name]) =>
    name === "hand" || agentsOf(config).includes(name) ? [] : [`role ${role} would go to ${name}, which is no agent`],
  );

/** False: it says so already. */
export const writeConfigFile = (path: string, before: Json | null, after: Json): boolean => {
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  replaceOwn(path, `${JSON.stringify(after, null, 2)}\n`, 0o644);
  return true;
};
