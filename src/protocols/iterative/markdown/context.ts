// Parser of context.md: its parts with their places.
import { ownOf } from "../../../core/json/own.ts";
import { outlineOf, plainText, type Reading, wholeSection } from "./document.ts";
import { spelled } from "./labels.ts";
import { gathering, headLabels, listIn, strange } from "./sections.ts";
import { plainValue } from "./values.ts";

export type ContextRead = Reading & {
  readonly title: string | null;
  readonly goal: string | null;
  readonly approach: string | null;
  readonly keyFiles: readonly { readonly path: string; readonly text: string }[] | null;
  readonly patterns: readonly string[] | null;
  /** As written, by unit. */
  readonly signals: readonly (readonly [string, string])[] | null;
  /** Words of the whole file. */
  readonly words: number;
};

const names = ["Goal", "Approach", "Key files/outputs", "Patterns to follow", "Signals"] as const;
const aliases: Readonly<Record<string, string>> = {
  "key files": "Key files/outputs",
  "key outputs": "Key files/outputs",
  patterns: "Patterns to follow",
};
const spell = spelled(names);
const canon = (name: string): string => spell(ownOf(aliases, name.toLowerCase()) ?? name);
const known: ReadonlySet<string> = new Set(names);
const lists: ReadonlySet<string> = new Set(names.slice(2));

const keyFile = (item: string): { readonly path: string; readonly text: string } | null => {
  const found =
    /^(?:`([^`\n]+)`|(\S+))(?:[ \t]*(?:[\u2013\u2014:]|-(?=[ \t]))[ \t]*|[ \t]+|$)([\s\S]*)$/u.exec(
      item,
    );
  const path = plainValue(found?.[1] ?? found?.[2] ?? "");
  return found === null || path === "" ? null : { path, text: plainValue(found[3] ?? "") };
};

const signal = (item: string): readonly [string, string] | null => {
  const found = /^(?:\*\*)?([A-Za-z]\d+)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*([\s\S]*)$/u.exec(item);
  const text = plainValue(found?.[2] ?? "");
  return found === null || text === "" ? null : [(found[1] ?? "").toUpperCase(), text];
};

export const readContext = (given: string): ContextRead => {
  const text = plainText(given);
  const { title, head, sections } = outlineOf(text);
  const into = gathering(title);
  const labels = headLabels(text, head, canon, known, into, lists);
  const value = (name: string): string | null => labels.get(name)?.value ?? null;
  const items = (name: string): readonly string[] | null => {
    const label = labels.get(name);
    if (label === undefined) return null;
    into.anchor = name;
    return listIn(label.lines, into);
  };
  const keyFiles = items("Key files/outputs");
  const patterns = items("Patterns to follow");
  const signals = items("Signals");
  into.anchor = [...labels.keys()].at(-1) ?? "#";
  for (const section of sections) strange(into, "section", wholeSection(text, section), section.at);
  return {
    text,
    spots: into.spots,
    unknown: into.unknown,
    title: title === null ? null : plainValue(title.text.replace(/(?<![ \t])[ \t]+context$/iu, "")),
    goal: value("Goal"),
    approach: value("Approach"),
    keyFiles: keyFiles?.flatMap((item) => keyFile(item) ?? []) ?? null,
    patterns,
    signals:
      signals?.flatMap((item) => (signal(item) === null ? [] : [signal(item) ?? ["", ""]])) ?? null,
    words: text.split(/\s+/u).filter((word) => word !== "").length,
  };
};
