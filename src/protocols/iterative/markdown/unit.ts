// Parser of one unit in a plan file: checkbox, bold id, bullets, in many spellings.
import { ownOf } from "../../../core/json/own.ts";
import { spelled } from "./labels.ts";
import { indentOf, isBlank, type Line } from "./lines.ts";
import { gathered, plainValue } from "./values.ts";

/** Fields are null if the line is missing. */
export type UnitRead = {
  readonly id: string;
  readonly at: number;
  readonly ticked: boolean;
  readonly title: string;
  /** Claim in a comment after the title: `3 iterations`. */
  readonly done: string | null;
  readonly blocked: string | null;
  readonly files: readonly string[] | null;
  readonly criteria: readonly string[] | null;
  readonly output: string | null;
  readonly completion: string | null;
  readonly max: number | null;
  readonly depends: readonly string[] | null;
  readonly model: string | null;
  /** Lines with an invalid value. */
  readonly unread: readonly {
    readonly field: string;
    readonly text: string;
    readonly at: number;
  }[];
  /** Offset of each existing line. */
  readonly spots: ReadonlyMap<string, number>;
  /** Unknown bullets, each with the field before it ("" for the unit's own line). */
  readonly strange: readonly {
    readonly behind: string;
    readonly text: string;
    readonly at: number;
  }[];
};

const names = [
  "Files",
  "Criteria",
  "Completion",
  "Max iterations",
  "Depends",
  "Model",
  "Output",
] as const;
const aliases: Readonly<Record<string, string>> = {
  "depends on": "Depends",
  "max iteration": "Max iterations",
  file: "Files",
  criterion: "Criteria",
};
const spell = spelled(names);
const canon = (name: string): string => spell(ownOf(aliases, name.toLowerCase()) ?? name);
const known: ReadonlySet<string> = new Set(names);

const unitForm =
  /^ ?[-*][ \t]+\[([ xX]?)\][ \t]+\*\*([A-Za-z]\d+)(?:\*\*[ \t]*:?|:\*\*)[ \t]*([^\n]*)$/u;
const fieldForm =
  /^[ \t]+[-*][ \t]+(?:\*\*)?([A-Za-z][A-Za-z /]{0,40}?)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*([^\n]*)$/u;
const bulletForm = /^[ \t]+[-*][ \t]+/u;
const claim = /<!--[ \t]*(DONE|BLOCKED)\b([^<>]*)-->/giu;

export const isUnitLine = (line: Line): boolean => !line.fenced && unitForm.test(line.text);

/** Paths in backticks; without any, split at commas. */
export const pathsIn = (value: string): readonly string[] => {
  const marked = [...value.matchAll(/`([^`\n]+)`/gu)].map(([, path]) => path ?? "");
  const list = marked.length > 0 ? marked : value.split(",");
  return list.map((path) => plainValue(path)).filter((path) => path !== "");
};

type Field = {
  readonly name: string;
  readonly first: string;
  readonly at: number;
  readonly further: string[];
};

/** Nested items if the line itself is empty. */
const criteriaIn = ({ first, further }: Field): readonly string[] => {
  const start = further.findIndex((line) => line.trim() !== "");
  const depth = indentOf(further[start] ?? "");
  if (first.trim() !== "" || start < 0 || !bulletForm.test(further[start] ?? "")) {
    const one = plainValue(gathered(first, further, 4));
    return one === "" ? [] : [one];
  }
  const items: { readonly first: string; readonly further: string[] }[] = [];
  for (const line of further.slice(start)) {
    const found = indentOf(line) <= depth ? /^[ \t]+[-*][ \t]+([^\n]*)$/u.exec(line) : null;
    if (found === null) items.at(-1)?.further.push(line);
    else items.push({ first: found[1] ?? "", further: [] });
  }
  return items
    .map((item) => plainValue(gathered(item.first, item.further, depth + 2)))
    .filter((text) => text !== "");
};

const wholeIn = (value: string): number | null => (/^\d{1,9}$/u.test(value) ? Number(value) : null);

const idsIn = (value: string): readonly string[] =>
  value
    .replaceAll(/[`*[\]]/gu, "")
    .split(/[,;\s]+/u)
    .filter((part) => part !== "" && part.toLowerCase() !== "and")
    .map((part) => (/^[a-z]\d+$/u.test(part) ? part.toUpperCase() : part));

/** @param lines the unit's own line, then all up to the next unit or section; returns null if the first isn't a unit's line */
export const readUnit = (lines: readonly Line[]): UnitRead | null => {
  const [top, ...below] = lines;
  const found = top === undefined || top.fenced ? null : unitForm.exec(top.text);
  if (top === undefined || found === null) return null;
  const fields: Field[] = [];
  const strange: (UnitRead["strange"][number] & { text: string })[] = [];
  let depth: number | null = null;
  let into: Field | "strange" | null = null;
  for (const line of below) {
    if (isBlank(line)) {
      if (into !== null && into !== "strange") into.further.push("");
      continue;
    }
    const indent = indentOf(line.text);
    const isBullet: boolean = bulletForm.test(line.text) && (depth === null || indent <= depth);
    const field = isBullet ? fieldForm.exec(line.text) : null;
    if (isBullet) depth ??= indent;
    const name = field === null ? "" : canon((field[1] ?? "").trim());
    if (known.has(name)) {
      into = { name, first: field?.[2] ?? "", at: line.at, further: [] };
      fields.push(into);
    } else if (isBullet || into === null) {
      strange.push({ behind: fields.at(-1)?.name ?? "", text: line.text, at: line.at });
      into = "strange";
    } else if (into === "strange") {
      const last = strange.at(-1);
      if (last !== undefined) last.text += `\n${line.text}`;
    } else into.further.push(line.text);
  }
  const claims = new Map(
    [...(found[3] ?? "").matchAll(claim)].map(([, word, text]) => [
      (word ?? "").toUpperCase(),
      (text ?? "").replace(/^[ \t]*:/u, "").trim(),
    ]),
  );
  const last = (name: string): Field | null =>
    fields.findLast((field) => field.name === name) ?? null;
  const value = (name: string): string | null => {
    const field = last(name);
    return field === null ? null : plainValue(gathered(field.first, field.further, 4));
  };
  const max = value("Max iterations");
  const depends = value("Depends");
  const criteria = last("Criteria");
  const files = value("Files");
  const output = value("Output");
  const model = value("Model");
  const isUnread = max !== null && max !== "" && wholeIn(max) === null;
  return {
    id: (found[2] ?? "").toUpperCase(),
    at: top.at,
    ticked: (found[1] ?? "").trim() !== "",
    title: plainValue((found[3] ?? "").replaceAll(claim, "").trim()),
    done: claims.get("DONE") ?? null,
    blocked: claims.get("BLOCKED") ?? null,
    files: files === null ? null : pathsIn(files),
    criteria: criteria === null ? null : criteriaIn(criteria),
    output: output === null ? null : (pathsIn(output)[0] ?? ""),
    completion: value("Completion"),
    max: max === null ? null : wholeIn(max),
    depends: depends === null ? null : idsIn(depends),
    model: model === null ? null : model.toLowerCase(),
    unread: isUnread
      ? [{ field: "Max iterations", text: max, at: last("Max iterations")?.at ?? top.at }]
      : [],
    spots: new Map(fields.map(({ name, at }) => [name, at])),
    strange,
  };
};
