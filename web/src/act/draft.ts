// Why: what stands in a form becomes data, or is said to be wrong beside the field, before anything is sent; the server judges all the same.
import { isRecord } from "../api/guards.ts";
import type { Field, List, Shape } from "./schema.ts";

/** What stands in a form: texts, by the names of its fields, and in lists of things by their numbers. A list of texts stands one a line. */
export type Draft = string | { readonly [name: string]: Draft };
/** `at`: a pointer (RFC 6901) into the data. */
export type Wrong = { readonly at: string; readonly text: string };
/** `value` undefined: it is left out. */
export type Reading = { readonly value: unknown; readonly wrong: readonly Wrong[] };

export const blank = (shape: Shape): Draft =>
  shape.is === "object" || shape.is === "list" ? {} : "";
/** Those of a list, in order. */
export const partsOf = (draft: Draft | undefined): readonly Draft[] =>
  draft === undefined || typeof draft === "string" ? [] : Object.values(draft);
export const listed = (parts: readonly Draft[]): Draft =>
  Object.fromEntries(parts.map((part, index) => [String(index), part]));

/** A thing of several fields is told by the last: `{ id, hint }` by its hint. */
const lineOf = (one: unknown): string => String(isRecord(one) ? Object.values(one).at(-1) : one);

/** What would have to stand in a form to say this. */
export const filled = (shape: Shape, value: unknown): Draft => {
  if (value === undefined || value === null) return blank(shape);
  switch (shape.is) {
    case "object":
      return isRecord(value)
        ? Object.fromEntries(
            shape.fields.map(({ name, shape: of }) => [name, filled(of, value[name])]),
          )
        : {};
    case "list":
      return Array.isArray(value)
        ? listed(
            value.map((one) =>
              filled(
                shape.of,
                shape.text !== null && typeof one === "string" ? { [shape.text]: one } : one,
              ),
            ),
          )
        : {};
    case "texts":
      return Array.isArray(value)
        ? value.map(lineOf).join("\n")
        : typeof value === "number"
          ? String(value)
          : "";
    case "pairs":
      return isRecord(value)
        ? Object.entries(value)
            .map(([name, text]) => `${name}: ${String(text)}`)
            .join("\n")
        : "";
    case "yesno":
      return value === true ? "yes" : "no";
    case "choice":
      return String(shape.among.findIndex((one) => one.value === value));
    case "json":
      return JSON.stringify(value);
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
};
/** A form as it is first shown: empty, but for what its schema proposes. */
export const begun = (shape: Shape): Draft =>
  shape.is === "object"
    ? Object.fromEntries(
        shape.fields.flatMap(({ name, proposed, shape: of }) =>
          proposed === undefined ? [] : [[name, filled(of, proposed)]],
        ),
      )
    : blank(shape);

export const draftAt = (draft: Draft, name: string): Draft | undefined =>
  typeof draft === "string" ? undefined : draft[name];
export const drafted = (draft: Draft, name: string, value: Draft): Draft => ({
  ...(typeof draft === "string" ? {} : draft),
  [name]: value,
});

export const pointerTo = (at: string, name: string): string =>
  `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const left: Reading = { value: undefined, wrong: [] };
const reads = (value: unknown): Reading => ({ value, wrong: [] });
const isWrong = (at: string, text: string): Reading => ({
  value: undefined,
  wrong: [{ at, text }],
});

const numbered = (shape: Shape & { readonly is: "number" }, text: string, at: string): Reading => {
  const value = Number(text);
  if (Number.isNaN(value)) return isWrong(at, "Enter a number.");
  if (shape.whole && !Number.isSafeInteger(value)) return isWrong(at, "Enter a whole number.");
  if (shape.least !== null && value < shape.least) return isWrong(at, `At least ${shape.least}`);
  if (shape.most !== null && value > shape.most) return isWrong(at, `At most ${shape.most}`);
  return reads(value);
};

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const paired = (text: string, at: string): Reading => {
  const pairs = lines(text).map((line) => /^([^:]*[^:\s])\s*:\s*(.+)$/u.exec(line) ?? [line]);
  const odd = pairs.find(([, name]) => name === undefined);
  if (odd !== undefined) return isWrong(at, `Write \`name: value\`, not \`${odd[0]}\``);
  return reads(Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value])));
};

const asJson = (text: string, at: string): Reading => {
  try {
    const value: unknown = JSON.parse(text);
    return reads(value);
  } catch (error) {
    return isWrong(at, `Invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const readText = (
  shape: Exclude<Shape, { readonly is: "object" | "list" }>,
  text: string,
  at: string,
): Reading => {
  if (text.trim() === "") return left;
  switch (shape.is) {
    case "text":
      if (shape.most !== null && text.length > shape.most)
        return isWrong(at, `At most ${shape.most} characters; this has ${text.length}`);
      return text.trim().length < shape.least
        ? isWrong(at, `At least ${shape.least} characters`)
        : reads(text);
    case "number":
      return numbered(shape, text.trim(), at);
    case "mixed":
      return reads(/^\d{1,15}$/u.test(text.trim()) ? Number(text) : text);
    case "yesno":
      return reads(text === "yes");
    case "choice":
      return reads(shape.among[Number(text)]?.value);
    case "texts": {
      const all = lines(text);
      if (shape.orNumber === true && /^\d{1,15}$/u.test(text.trim())) return reads(Number(text));
      return all.length < shape.least
        ? isWrong(at, `At least ${shape.least}, one per line`)
        : reads(all);
    }
    case "pairs":
      return paired(text, at);
    case "json":
      return asJson(text, at);
  }
};

const readField = (field: Field, draft: Draft | undefined, at: string): Reading => {
  const read = readDraft(
    field.shape,
    draft ?? blank(field.shape),
    at,
    field.required && !field.nullable,
  );
  if (read.value !== undefined || read.wrong.length > 0 || !field.required) return read;
  if (field.nullable) return reads(null);
  if ((field.shape.is === "texts" || field.shape.is === "list") && field.shape.least === 0)
    return reads([]);
  return isWrong(at, "Required");
};

const readList = (shape: List, draft: Draft, at: string): Reading => {
  const parts = partsOf(draft).map((part, index) =>
    readDraft(shape.of, part, pointerTo(at, String(index))),
  );
  if (parts.length === 0) return left;
  return { value: parts.map(({ value }) => value), wrong: parts.flatMap(({ wrong }) => wrong) };
};

/** `must`: an object is there even where nothing of it is said. */
export const readDraft = (shape: Shape, draft: Draft, at = "", must = true): Reading => {
  if (shape.is === "list") return readList(shape, draft, at);
  if (shape.is !== "object") return readText(shape, typeof draft === "string" ? draft : "", at);
  const parts = shape.fields.map(
    (field) =>
      [
        field.name,
        readField(field, draftAt(draft, field.name), pointerTo(at, field.name)),
      ] as const,
  );
  const said = parts.filter(([, { value }]) => value !== undefined);
  const touched = shape.fields.some(({ name, shape: one }) => isSaid(one, draftAt(draft, name)));
  if (!must && !touched) return left;
  return {
    value: Object.fromEntries(said.map(([name, { value }]) => [name, value])),
    wrong: parts.flatMap(([, { wrong }]) => wrong),
  };
};

export const isSaid = (shape: Shape, draft: Draft | undefined): boolean => {
  if (draft === undefined) return false;
  if (typeof draft === "string") return draft.trim() !== "";
  if (shape.is === "list") return partsOf(draft).length > 0;
  return (
    shape.is === "object" && shape.fields.some(({ name, shape: one }) => isSaid(one, draft[name]))
  );
};

/** Pointers of all fields of a form as it is filled in: places that a finding can stand beside. */
export const placesOf = (shape: Shape, draft: Draft | undefined, at = ""): readonly string[] => {
  if (shape.is === "object")
    return shape.fields.flatMap((field) => {
      const place = pointerTo(at, field.name);
      return [
        place,
        ...placesOf(
          field.shape,
          draft === undefined ? undefined : draftAt(draft, field.name),
          place,
        ),
      ];
    });
  if (shape.is !== "list") return [at];
  return [
    at,
    ...partsOf(draft).flatMap((part, index) =>
      placesOf(shape.of, part, pointerTo(at, String(index))),
    ),
  ];
};
