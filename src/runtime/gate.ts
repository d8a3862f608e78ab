// Why: what holds of every command whatever its protocol (shape, sender, life of the run) is refused in one place and in the same words.
import { isTooDeep, mostLevels } from "../core/depth.ts";
import { lifeWrong, senderWrong } from "../core/frame.ts";
import type { Message } from "../core/message.ts";
import type { Command, Sender } from "../core/protocol.ts";
import { type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import type { Life } from "../core/row.ts";

/** A command whose shape is right, with its message and who asks. */
export type Asked = { readonly message: Message; readonly command: Command; readonly by: Sender };

const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const article = (word: string): string => (word === "null" ? word : `${/^[aeio]/u.test(word) ? "an" : "a"} ${word}`);

/** Schema libraries say what their programs received; people want to know what is missing or what would fit. */
const wordsOf = (message: string): string => {
  if (message.endsWith("received undefined")) return "is missing";
  const [, wanted, got] = /^Invalid input: expected (\S+), received (\S+)$/.exec(message) ?? [];
  if (wanted !== undefined && got !== undefined) return `must be ${article(wanted)}, not ${article(got)}`;
  return `doesn't fit: ${message.replace(/^Invalid input: /, "")}`;
};

/** A command's message, and its data as the schema reads it; or every finding with its pointer. */
export const readCommand = (
  messages: ReadonlyMap<string, Message>,
  protocol: string,
  command: Command,
): { readonly message: Message; readonly data: unknown } | Refusal => {
  const message = messages.get(command.type);
  if (message === undefined)
    return refuse("COMMAND_UNKNOWN", `${protocol} has no command ${command.type}`, { fits: [...messages.keys()].join(", ") });
  if (isTooDeep(command.data))
    return refuse("FIELD_OVERSIZED", `${command.type} holds lists or objects more than ${mostLevels} levels deep`, {
      fits: "long or nested matter belongs in a file that the text names",
    });
  const parsed = message.schema.safeParse(command.data ?? {});
  if (parsed.success) return { message, data: parsed.data };
  const found = parsed.error.issues.map((issue) => {
    const at = pointer(issue.path);
    const code = /too big|at most|too long/i.test(issue.message) ? "FIELD_OVERSIZED" : "FIELD_INVALID";
    return refuse(code, `${command.type}${at === "" ? "" : ` ${at}`} ${wordsOf(issue.message)}`, {
      pointer: at,
      fits: `\`cairn schema ${protocol}/${command.type}\` shows the fields`,
    });
  });
  return refuseAll(found) ?? refuse("FIELD_INVALID", `${command.type} doesn't fit its schema`);
};

/** Of who asks, in characters: it stands in every event. */
const nameLimit = 200;

/** Who may say it, and when. `life` is null for a run that isn't yet. */
export const gate = (asked: Asked, life: Life | null): Refusal | null => {
  const { message, by } = asked;
  if (by.name.length > nameLimit)
    return refuse("FIELD_OVERSIZED", `the name of who asks has ${by.name.length} characters, more than ${nameLimit}`, {
      fits: "--as with a shorter one",
    });
  const wrong = senderWrong(message.type, message.who, by);
  return wrong ?? (life === null ? null : lifeWrong(message.type, message.when, life));
};
