// Cairn's hooks in an agent program's settings: added once, recognised by command, removed cleanly.
import { type JsonNode, member, plain, readJson } from "../core/json/json.ts";
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Program } from "./programs.ts";
import { added, removed } from "../core/json/splice.ts";

type Group = {
  readonly matcher?: string;
  readonly hooks: readonly {
    readonly type: "command";
    readonly command: string;
    readonly timeout: number;
  }[];
};

const own = /\b(?:cairn(?:\.cjs)?|bin\/source\.cjs)["']? setup hooks run \w+/u;
const isOwn = (handler: JsonNode): boolean => {
  const command = member(handler, "command");
  return command?.is === "string" && own.test(command.value);
};

/** The shell command of a hook, where `cairn` is how the program is typed. It does nothing outside of jobs, if the program is missing or if CAIRN_HOOKS is off, and never fails the agent. */
export const commandFor = (
  cairn: { readonly typed: string; readonly found: string },
  event: string,
): string =>
  `[ -z "\${CAIRN_TOKEN-}" ] || [ "\${CAIRN_HOOKS-}" = off ] || ! ${cairn.found} || ${cairn.typed} setup hooks run ${event} || :`;

export const groupsFor = (
  program: Program,
  cairn: Parameters<typeof commandFor>[0],
): readonly (readonly [string, Group])[] =>
  program.hooks.map(({ event, matcher }) => [
    event,
    {
      ...(matcher === null ? {} : { matcher }),
      hooks: [{ type: "command", command: commandFor(cairn, event), timeout: program.timeout }],
    },
  ]);

const misshapen = (what: string): Refusal =>
  refuse("SETTINGS_MISSHAPEN", `its ${what} is not what the program would read`, {
    fits: "mend it by hand first",
  });

/** Refuses comments, which some programs allow: rewriting the text would lose them. */
const parsed = (text: string): JsonNode | Refusal => {
  const root = readJson(text);
  if (isRefusal(root))
    return {
      ...root,
      fits: "comments and the like would be lost, so nothing was written: put the hooks in by hand, as --dry-run shows them",
    };
  if (root.is !== "object") return misshapen("whole");
  const hooks = member(root, "hooks");
  return hooks === null || hooks.is === "object" ? root : misshapen("`hooks`");
};

/** Removes the first hook of cairn from the text; null: none left. */
const without = (text: string, root: JsonNode): string | null => {
  const hooks = member(root, "hooks");
  if (root.is !== "object" || hooks?.is !== "object") return null;
  for (const [at, { value: groups }] of hooks.members.entries()) {
    if (groups.is !== "array") continue;
    for (const [index, group] of groups.items.entries()) {
      const handlers = member(group, "hooks");
      const found = handlers?.is === "array" ? handlers.items.findIndex(isOwn) : -1;
      if (handlers?.is !== "array" || found === -1) continue;
      if (handlers.items.length > 1) return removed(text, handlers, found);
      if (groups.items.length > 1) return removed(text, groups, index);
      if (hooks.members.length > 1) return removed(text, hooks, at);
      return removed(
        text,
        root,
        root.members.findIndex(({ key }) => key === "hooks"),
      );
    }
  }
  return null;
};

/** Removes cairn's hooks; text without any stays unchanged. */
export const withoutHooks = (text: string): string | Refusal => {
  let now = text;
  for (;;) {
    const root = parsed(now);
    if (isRefusal(root)) return root;
    const next = without(now, root);
    if (next === null) return now;
    now = next;
  }
};

const isThere = (root: JsonNode, [event, group]: readonly [string, Group]): boolean => {
  const hooks = member(root, "hooks");
  const groups = hooks === null ? null : member(hooks, event);
  return (
    groups?.is === "array" &&
    groups.items.filter((one) => JSON.stringify(plain(one)) === JSON.stringify(group)).length === 1
  );
};

const put = (text: string, [event, group]: readonly [string, Group]): string | Refusal => {
  const root = parsed(text);
  if (isRefusal(root) || root.is !== "object") return isRefusal(root) ? root : text;
  const hooks = member(root, "hooks");
  if (hooks?.is !== "object") return added(text, root, { [event]: [group] }, "hooks");
  const groups = member(hooks, event);
  if (groups === null) return added(text, hooks, [group], event);
  return groups.is === "array" ? added(text, groups, group) : misshapen(`\`hooks.${event}\``);
};

const countOwn = (root: JsonNode): number => {
  const hooks = member(root, "hooks");
  const groups =
    hooks?.is === "object"
      ? hooks.members.flatMap(({ value }) => (value.is === "array" ? value.items : []))
      : [];
  return groups
    .flatMap((group) => member(group, "hooks") ?? [])
    .flatMap((one) => (one.is === "array" ? one.items : []))
    .filter(isOwn).length;
};

/** Sets cairn's hooks to exactly these; text that has them stays unchanged. `text` "": no file. */
export const withHooks = (
  text: string,
  groups: readonly (readonly [string, Group])[],
): string | Refusal => {
  const before = text.trim() === "" ? "{}\n" : text;
  const root = parsed(before);
  if (isRefusal(root)) return root;
  if (countOwn(root) === groups.length && groups.every((one) => isThere(root, one))) return text;
  let now = withoutHooks(before);
  for (const group of groups) {
    if (isRefusal(now)) return now;
    now = put(now, group);
  }
  return now;
};
