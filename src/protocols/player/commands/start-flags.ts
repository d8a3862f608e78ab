// Flags of the start: values of the context as key=value, as a file or as a goal.
import type { Flag } from "../../../core/message.ts";
import { isRecord } from "../../../core/json/record.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";

type Context = Readonly<Record<string, unknown>>;
const before = (held: unknown): Context => (isRecord(held) ? held : {});

/** The same value given twice is accepted. */
const merged = (held: Context, more: Context): Context | Refusal => {
  const other = Object.keys(more).find(
    (name) => Object.hasOwn(held, name) && held[name] !== more[name],
  );
  return other === undefined
    ? { ...held, ...more }
    : refuse("CONTEXT_REPEATED", `${other} was given twice, with different values`, {
        fits: "say it once",
      });
};

const pairs = (given: readonly unknown[], held: unknown): Context | Refusal =>
  given.reduce<Context | Refusal>((found, word) => {
    if (isRefusal(found)) return found;
    const text = String(word);
    const at = text.indexOf("=");
    if (at < 1)
      return refuse("CONTEXT_MALFORMED", `${JSON.stringify(text.slice(0, 80))} is no key=value`, {
        fits: '--context goal="Add login" scope=src; the value is all that follows the first =',
      });
    return merged(found, { [text.slice(0, at)]: text.slice(at + 1) });
  }, before(held));

const file = ([given]: readonly unknown[], held: unknown): Context | Refusal =>
  isRecord(given)
    ? merged(before(held), given)
    : refuse("CONTEXT_MALFORMED", "the context file holds no JSON object", {
        fits: '{"goal": "Add login"}',
      });

export const startFlags: readonly Flag[] = [
  {
    name: "context",
    means: "values of the template's variables, several after one flag",
    word: "KEY=VALUE",
    many: true,
    several: true,
    field: ["context"],
    read: pairs,
  },
  {
    name: "context-file",
    means: "values as a JSON object in a file",
    word: "FILE",
    json: true,
    field: ["context"],
    read: file,
  },
  {
    name: "goal",
    means: "the same as --context goal=…",
    word: "TEXT",
    sentence: true,
    field: ["context"],
    read: ([given], held) => merged(before(held), { goal: given }),
  },
];
