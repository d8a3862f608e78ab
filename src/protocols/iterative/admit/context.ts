// Reader of edits of context.md: what a hand changed is set, and what is drawn from the plan stays the plan's.
import { quietly } from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import type { ContextRead } from "../markdown/context.ts";
import type { IterativeCommands } from "../commands.ts";
import { blocksAsked } from "./extras.ts";
import { asking, derivedAt, type EditRead, type Page } from "./page.ts";
import { titleAsked } from "./title.ts";

type Context = IterativeCommands["SetContext"]["data"];
type Signals = Readonly<Record<string, string>>;

const text = (value: unknown): string => JSON.stringify(value ?? []);

/** Signals that the planner didn't write are generated from criteria; only changed ones become an author's text. */
const signalsAsked = (
  page: Page<ContextRead>,
  before: ContextRead,
): { readonly signals: Signals | null; readonly drawn: boolean } => {
  const own: Signals = page.state.context?.signals ?? {};
  const was = new Map(before.signals);
  const now = new Map(page.after.signals);
  const set = [...now].filter(([id, words]) => was.get(id) !== words);
  const gone = [...was.keys()].filter((id) => !now.has(id));
  const taken = gone.filter((id) => Object.hasOwn(own, id));
  if (set.length === 0 && taken.length === 0) return { signals: null, drawn: gone.length > 0 };
  const stay = Object.entries(own).filter(([id]) => !gone.includes(id));
  return { signals: { ...Object.fromEntries(stay), ...Object.fromEntries(set) }, drawn: false };
};

/** A text that was kept whole is parsed again with all of its parts. */
const changesIn = (
  page: Page<ContextRead>,
  before: ContextRead,
  signals: Signals | null,
): Context => {
  const { state, after } = page;
  const isWhole =
    state.context !== null &&
    state.context.whole !== null &&
    after.text.trim() !== before.text.trim();
  return {
    ...(isWhole || (after.goal ?? "") !== (before.goal ?? "") ? { goal: after.goal ?? "" } : {}),
    ...(isWhole || (after.approach ?? "") !== (before.approach ?? "")
      ? { approach: after.approach ?? "" }
      : {}),
    ...(isWhole || text(after.keyFiles) !== text(before.keyFiles)
      ? { key_files: after.keyFiles ?? [] }
      : {}),
    ...(isWhole || text(after.patterns) !== text(before.patterns)
      ? { patterns: after.patterns ?? [] }
      : {}),
    ...(signals === null && !isWhole
      ? {}
      : { signals: { ...(signals ?? Object.fromEntries(after.signals ?? [])) } }),
  };
};

const anchors: Readonly<Record<string, string>> = {
  goal: "Goal",
  approach: "Approach",
  key_files: "Key files/outputs",
  patterns: "Patterns to follow",
  signals: "Signals",
};

export const contextAsked = (page: Page<ContextRead>, before: ContextRead): EditRead => {
  const { state, path, after } = page;
  const { signals, drawn } = signalsAsked(page, before);
  const changes = changesIn(page, before, signals);
  const [first] = Object.keys(changes);
  return joined([
    titleAsked(page, before),
    first === undefined ? {} : asking(anchors[first] ?? "#", { type: "SetContext", data: changes }),
    drawn ? quietly(derivedAt(page, "Signals", "a signal of an open unit")) : {},
    state.context?.whole === null || state.context === null
      ? blocksAsked(state, path, before.unknown, after.unknown)
      : {},
  ]);
};
