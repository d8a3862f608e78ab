// All that runs in attempts share, for one protocol: events, commands, and what its first command and event hold.
import { settingsOf } from "../../core/configured.ts";
import type { Facts } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Beginning } from "../command.ts";
import { archiving, pausing, refusing } from "../lifecycle.ts";
import * as t from "../schema.ts";
import { endCommands, passCommands } from "./commands.ts";
import { endEvents, passEvents, type Settle } from "./events.ts";
import { optionNames, optionsInput, optionsOf, optionsShape } from "./options.ts";
import { type Attempting, life, phase } from "./state.ts";

type Parts<S> = {
  /** Further changes when a unit passes or is reopened: its mark in the document. Default: none. */
  readonly settle?: Settle<S>;
  /** Default: sets `archived`. */
  readonly archive?: (state: S, archived: boolean) => S;
};

export const attemptsOn = <S extends Attempting>({
  settle = (state) => state,
  archive = (state, archived) => ({ ...state, archived }),
}: Parts<S>) => {
  const passes = passEvents<S>(settle);
  const ends = endEvents<S>();
  const pauses = pausing<S>({ life, by: ["engine"] }, (state, paused) => ({ ...state, paused }));
  const archives = archiving<S>({ life, word: phase }, archive);
  const refusals = refusing<S>();
  return {
    events: { ...passes, ...ends, ...pauses.events, ...archives.events, ...refusals.events },
    commands: {
      ...passCommands(passes),
      ...endCommands(ends),
      ...pauses.commands,
      ...archives.commands,
      ...refusals.commands,
    },
  };
};
export type Attempts<S extends Attempting> = ReturnType<typeof attemptsOn<S>>;

/** Fields of the first event. */
export const beginning = {
  run: t.text,
  options: optionsShape,
  origin: t.maybe(t.text),
  base: t.maybe(t.text),
};
const engineFields = {
  base: t.optional(t.maybe(t.text)),
  origin: t.optional(t.text),
  run: t.optional(t.text),
};
/** Fields of a command that begins a run. */
export const beginningInput = { options: t.optional(optionsInput), ...engineFields };
type Given = t.DataOf<typeof beginningInput>;

/** Rules of a command that begins a run: its tree is measured, and the configured options apply. */
export const begins = {
  ask: () => ({ tree: true }),
  fill: (_data: object, { tree }: Facts) => ({ base: tree }),
  filled: Object.keys(engineFields),
  completes: <D extends Given>(data: D, { config }: Pick<Beginning, "config">) => ({
    ...data,
    options: settingsOf(optionNames, config, data.options),
  }),
};
/** The same for a folder that was found, which becomes relative to the root. */
export const adopts = {
  ...begins,
  completes: <D extends Given & { readonly folder: string }>(
    data: D,
    { facts: { root }, config }: Beginning,
  ) => {
    const inside = root.endsWith("/") ? root : `${root}/`;
    const folder = `${data.folder}/`.startsWith(inside)
      ? data.folder.slice(inside.length)
      : data.folder;
    return { ...begins.completes(data, { config }), folder: folder === "" ? "." : folder };
  },
};
/** Data of the first event. Refusals: those of the options. `open`: number of open units. */
export const begun = <D extends Given>(given: D, open: number) => {
  const { options: asked = {}, run = "", base = null, origin = null, ...data } = given;
  const options: t.Of<typeof optionsShape> | Refusal = optionsOf(asked, open);
  return isRefusal(options) ? options : { ...data, run, options, origin, base };
};
