// Composer of commands from flags, words and --data, driven by their schemas.
import { errorText } from "../../core/error-text.ts";
import type { Flag, Message } from "../../core/message.ts";
import type { Command } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { holds, implied, put } from "../../core/switches.ts";
import { all, type Args, has, last, type Option, type Options } from "./args.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** Source of flags: a command's message, or the fields of a decision's option. */
export type Form = Pick<Message, "words" | "flags"> & {
  readonly schema: Readonly<Record<string, unknown>>;
};
export type Composed = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly then: readonly Command[];
};
type Reader = (path: string | null) => Promise<string>;

export const formOf = (message: Message): Form => ({
  schema: message.json?.() ?? {},
  words: message.words ?? [],
  flags: message.flags ?? [],
});

/** A person's explanation has two names everywhere. */
const twins: Readonly<Record<string, string>> = { reason: "note", note: "reason" };

const optionsOf = ({
  flag,
  takes,
  word,
  means,
  whole,
}: Field): readonly (readonly [string, Option])[] => {
  if (takes === "yes")
    return [
      [flag, { means, word: null, negated: true }],
      [`no-${flag}`, { means: `not: ${means}`, word: null, hidden: true }],
    ];
  const option: Option = {
    means,
    word,
    many: takes === "texts",
    number: takes === "number",
    hidden: whole,
  };
  const twin = twins[flag];
  return twin === undefined
    ? [[flag, option]]
    : [
        [twin, { ...option, hidden: true }],
        [flag, option],
      ];
};

/** The flags of a form; its own `flags` before those of fields. */
export const formOptions = (form: Form): Options => ({
  ...Object.fromEntries(fieldsOf(form.schema).flatMap(optionsOf)),
  ...Object.fromEntries(
    (form.flags ?? []).map(({ name, means, word, many, several }) => [
      name,
      { means, word, many: many === true, several: several === true } satisfies Option,
    ]),
  ),
  data: {
    means: "all fields at once as JSON, @FILE, or - for standard input; flags come on top",
    word: "JSON",
  },
});

/** A sentence argument: `@FILE` and `-` are read, `@@…` means a leading @. A file's final line feed is removed. */
export const sentence = async (given: string, read: Reader): Promise<string> => {
  if (given.startsWith("@@")) return given.slice(1);
  if (given !== "-" && !(given.startsWith("@") && given.length > 1)) return given;
  return (await read(given === "-" ? null : given.slice(1)))
    .replace(/^\ufeff/, "")
    .replace(/\r?\n$/, "");
};

/** A JSON argument: literal, `@FILE`, `-`, or if `bare` a file name. */
export const json = async (
  given: string,
  read: Reader,
  what: string,
  bare = false,
): Promise<{ readonly value: unknown } | Refusal> => {
  const itself = /^\s*[[{"\dtfn]/.test(given) && !(bare && /^[\w./~-]+$/.test(given));
  const file = given === "-" ? null : given.startsWith("@") ? given.slice(1) : given;
  const text = itself
    ? given
    : bare || given === "-" || given.startsWith("@")
      ? await read(file)
      : given;
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return { value };
  } catch (error) {
    const why = errorText(error);
    return refuse("DATA_UNPARSABLE", `${what} is not JSON: ${why.slice(0, 200)}`, {
      fits: bare
        ? `${what} takes a file that holds JSON, or - for standard input`
        : `${what} takes JSON itself, @FILE, or - for standard input`,
    });
  }
};

const heldAt = (data: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined ? data : isRecord(data) ? heldAt(data[key], rest) : undefined;

const fieldValue = async (
  field: Field,
  given: Args,
  form: Form,
  read: Reader,
): Promise<{ readonly value: unknown } | Refusal | null> => {
  if (field.takes === "yes")
    return has(given, field.flag)
      ? { value: true }
      : has(given, `no-${field.flag}`)
        ? { value: false }
        : null;
  const text =
    last(given, field.flag) ??
    (twins[field.flag] === undefined ? null : last(given, twins[field.flag] ?? ""));
  if (text === null) return null;
  if (field.takes === "texts") return { value: all(given, field.flag) };
  if (field.takes === "number" || (field.takes === "either" && /^\d{1,15}$/.test(text)))
    return { value: Number(text) };
  if (field.takes === "json") return json(text, read, `--${field.flag}`);
  return {
    value: form.words?.includes(field.path.join(".")) === true ? await sentence(text, read) : text,
  };
};

const flagValue = async (
  flag: Flag,
  given: Args,
  read: Reader,
  held: unknown,
): Promise<{ readonly value: unknown } | Refusal> => {
  const values: unknown[] = [];
  for (const text of all(given, flag.name)) {
    const parsed =
      flag.json === true
        ? await json(text, read, `--${flag.name}`, true)
        : { value: flag.sentence === true ? await sentence(text, read) : text };
    if (isRefusal(parsed)) return parsed;
    values.push(parsed.value);
  }
  const value =
    flag.read === undefined ? (flag.many === true ? values : values[0]) : flag.read(values, held);
  return isRefusal(value) ? value : { value };
};

/** `words`: those after the verb and its own words. */
export const compose = async (
  form: Form,
  given: Args,
  words: readonly string[],
  read: Reader,
): Promise<Composed | Refusal> => {
  const whole = last(given, "data");
  const base = whole === null ? { value: {} } : await json(whole, read, "--data");
  if (isRefusal(base)) return base;
  if (!isRecord(base.value))
    return refuse("DATA_UNPARSABLE", "--data is no JSON object", { fits: '{"field": value, …}' });
  let data: Readonly<Record<string, unknown>> = base.value;
  for (const field of fieldsOf(form.schema)) {
    if (form.flags?.some(({ name }) => name === field.flag) === true) continue;
    const found = await fieldValue(field, given, form, read);
    if (found === null) continue;
    if (isRefusal(found)) return found;
    data = put(data, field.path, found.value);
  }
  const then: Command[] = [];
  const used = (form.flags ?? []).filter(({ name }) => has(given, name));
  for (const flag of used) {
    if (used.some(({ name }) => name === flag.unlike))
      return refuse("USAGE", `--${flag.unlike ?? ""} and --${flag.name} don't go together`, {
        fits: "one of them",
      });
    const found = await flagValue(flag, given, read, heldAt(data, flag.field));
    if (isRefusal(found)) return found;
    if (flag.then === undefined) data = put(data, flag.field, found.value);
    else then.push({ type: flag.then, data: put({}, flag.field, found.value) });
  }
  const names = form.words ?? [];
  if (words.length > names.length)
    return refuse("USAGE", `too many words: ${words.slice(names.length).join(" ").slice(0, 120)}`, {
      fits: "a text with blanks stands in quotes",
    });
  for (const [index, word] of words.entries()) {
    const path = (names[index] ?? "").split(".");
    if (holds(data, path))
      return refuse("USAGE", `${path.join(".")} was given twice: as a word and as a flag`, {
        fits: "say it once",
      });
    data = put(data, path, await sentence(word, read));
  }
  return { data: implied(data, used), then };
};

/** Rephrases a refusal of fields for flags: each finding names its flag. */
export const inFlags = (refusal: Refusal, form: Form): Refusal => {
  const { more, ...finding } = refusal;
  const named = form.flags?.find(
    ({ then, field }) => then === undefined && finding.pointer === `/${field.join("/")}`,
  );
  const field = fieldsOf(form.schema).find(({ path }) => finding.pointer === `/${path.join("/")}`);
  const flag = named === undefined ? field?.flag : named.name;
  const told =
    flag === undefined || !finding.code.startsWith("FIELD_")
      ? finding
      : {
          ...finding,
          text: finding.text.replace(/^\w+ \/\S+/u, `--${flag}`),
          fits: `--${flag} ${named?.word ?? field?.word ?? ""}`.trimEnd(),
        };
  return more === undefined ? told : { ...told, more: more.map((one) => inFlags(one, form)) };
};
