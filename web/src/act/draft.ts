// Draft of a form as text, and its conversion to data or field errors; the server validates again.
import { isRecord } from "../api/guards.ts";
import type { FieldError } from "./field-errors.ts";
import type { Field, ListShape, Shape } from "./schema.ts";

/** The content of a form: texts by field name, and by index in lists of objects. A list of texts has one per line. */
export type Draft = string | { readonly [name: string]: Draft };
/** `value` undefined: omitted. */
type Reading = { readonly value: unknown; readonly errors: readonly FieldError[] };
/** Props of a form part. `at`: its pointer (RFC 6901) into the data. */
export type DraftProps = {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly errors: readonly FieldError[];
  readonly at: string;
};

export const emptyDraft = (shape: Shape): Draft =>
  shape.is === "object" || shape.is === "list" ? {} : "";
/** Items of a list, in order. */
export const itemsOf = (draft: Draft | undefined): readonly Draft[] =>
  draft === undefined || typeof draft === "string" ? [] : Object.values(draft);
export const listDraft = (items: readonly Draft[]): Draft =>
  Object.fromEntries(items.map((item, index) => [String(index), item]));

/** An object is represented by its last field: `{ id, hint }` by its hint. */
const lineOf = (one: unknown): string => String(isRecord(one) ? Object.values(one).at(-1) : one);

/** The draft that parses to this value. */
export const draftFrom = (shape: Shape, value: unknown): Draft => {
  if (value === undefined || value === null) return emptyDraft(shape);
  switch (shape.is) {
    case "object":
      return isRecord(value)
        ? Object.fromEntries(
            shape.fields.map(({ name, shape: of }) => [name, draftFrom(of, value[name])]),
          )
        : {};
    case "list":
      return Array.isArray(value)
        ? listDraft(
            value.map((one) =>
              draftFrom(
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
    case "boolean":
      return value === true ? "yes" : "no";
    case "choice":
      return String(shape.options.findIndex((one) => one.value === value));
    case "json":
      return JSON.stringify(value);
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
};
/** A form's initial content: empty, except for proposals of its schema. */
export const initialDraft = (shape: Shape): Draft =>
  shape.is === "object"
    ? Object.fromEntries(
        shape.fields.flatMap(({ name, proposal, shape: of }) =>
          proposal === undefined ? [] : [[name, draftFrom(of, proposal)]],
        ),
      )
    : emptyDraft(shape);

export const draftAt = (draft: Draft, name: string): Draft | undefined =>
  typeof draft === "string" ? undefined : draft[name];
export const withField = (draft: Draft, name: string, value: Draft): Draft => ({
  ...(typeof draft === "string" ? {} : draft),
  [name]: value,
});

export const pointerTo = (at: string, name: string): string =>
  `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const omitted: Reading = { value: undefined, errors: [] };
const valid = (value: unknown): Reading => ({ value, errors: [] });
const invalid = (at: string, text: string): Reading => ({
  value: undefined,
  errors: [{ at, text }],
});

const readNumber = (
  shape: Shape & { readonly is: "number" },
  text: string,
  at: string,
): Reading => {
  const value = Number(text);
  if (Number.isNaN(value)) return invalid(at, "Enter a number.");
  if (shape.whole && !Number.isSafeInteger(value)) return invalid(at, "Enter a whole number.");
  if (shape.min !== null && value < shape.min) return invalid(at, `At least ${shape.min}`);
  if (shape.max !== null && value > shape.max) return invalid(at, `At most ${shape.max}`);
  return valid(value);
};

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const readJson = (text: string, at: string): Reading => {
  try {
    const value: unknown = JSON.parse(text);
    return valid(value);
  } catch (error) {
    return invalid(at, `Invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const readText = (
  shape: Exclude<Shape, { readonly is: "object" | "list" }>,
  text: string,
  at: string,
): Reading => {
  if (text.trim() === "") return omitted;
  switch (shape.is) {
    case "text":
      if (shape.max !== null && text.length > shape.max)
        return invalid(at, `At most ${shape.max} characters; this has ${text.length}`);
      return text.trim().length < shape.min
        ? invalid(at, `At least ${shape.min} characters`)
        : valid(text);
    case "number":
      return readNumber(shape, text.trim(), at);
    case "mixed":
      return valid(/^\d{1,15}$/u.test(text.trim()) ? Number(text) : text);
    case "boolean":
      return valid(text === "yes");
    case "choice":
      return valid(shape.options[Number(text)]?.value);
    case "texts": {
      const all = linesOf(text);
      if (shape.orNumber === true && /^\d{1,15}$/u.test(text.trim())) return valid(Number(text));
      return all.length < shape.min
        ? invalid(at, `At least ${shape.min}, one per line`)
        : valid(all);
    }
    case "json":
      return readJson(text, at);
  }
};

const readField = (field: Field, draft: Draft | undefined, at: string): Reading => {
  const read = readDraft(
    field.shape,
    draft ?? emptyDraft(field.shape),
    at,
    field.required && !field.nullable,
  );
  if (read.value !== undefined || read.errors.length > 0 || !field.required) return read;
  if (field.nullable) return valid(null);
  if ((field.shape.is === "texts" || field.shape.is === "list") && field.shape.min === 0)
    return valid([]);
  return invalid(at, "Required");
};

const readList = (shape: ListShape, draft: Draft, at: string): Reading => {
  const parts = itemsOf(draft).map((part, index) =>
    readDraft(shape.of, part, pointerTo(at, String(index))),
  );
  if (parts.length === 0) return omitted;
  return { value: parts.map(({ value }) => value), errors: parts.flatMap(({ errors }) => errors) };
};

/** `must`: returns an object even if all its fields are empty. */
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
  const present = parts.filter(([, { value }]) => value !== undefined);
  const touched = shape.fields.some(({ name, shape: one }) => isFilled(one, draftAt(draft, name)));
  if (!must && !touched) return omitted;
  return {
    value: Object.fromEntries(present.map(([name, { value }]) => [name, value])),
    errors: parts.flatMap(([, { errors }]) => errors),
  };
};

export const isFilled = (shape: Shape, draft: Draft | undefined): boolean => {
  if (draft === undefined) return false;
  if (typeof draft === "string") return draft.trim() !== "";
  if (shape.is === "list") return itemsOf(draft).length > 0;
  return (
    shape.is === "object" && shape.fields.some(({ name, shape: one }) => isFilled(one, draft[name]))
  );
};

/** Pointers of all fields of a filled form, beside which errors can be shown. */
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
    ...itemsOf(draft).flatMap((part, index) =>
      placesOf(shape.of, part, pointerTo(at, String(index))),
    ),
  ];
};
