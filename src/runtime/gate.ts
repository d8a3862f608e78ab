// Why: what holds of every command whatever its protocol (shape, sender, life of the run) is refused in one place and in the same words.
import { agentNameWrong, nameOversized } from "../core/agent-name.ts";
import { isTooDeep, mostLevels } from "../core/depth.ts";
import { lifeWrong, senderWrong } from "../core/frame.ts";
import type { Message, Terms } from "../core/message.ts";
import type { Command, Sender } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import type { Life } from "../core/row.ts";

/** A command whose shape is right, with its terms and who asks. */
export type Asked = { readonly message: Terms; readonly command: Command; readonly by: Sender };

const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const article = (word: string): string =>
  word === "null" ? word : `${/^[aeio]/u.test(word) ? "an" : "a"} ${word}`;

type Issue = { readonly code?: string; readonly expected?: string; readonly message: string };

/** Schema libraries say what their programs received; people want to know what is missing or what would fit. @param got what stands there */
const wordsOf = ({ message, expected }: Issue, got: unknown): string => {
  if (expected === undefined) return `doesn't fit: ${message.replace(/^Invalid input: /, "")}`;
  const kind = got === null ? "null" : Array.isArray(got) ? "array" : typeof got;
  return got === undefined ? "is missing" : `must be ${article(expected)}, not ${article(kind)}`;
};

/** A command's terms, and its data as it stands: only for what the protocol itself made of an outcome, whose shape is right (test/fuzz/readers/reports.ts). */
export const takeCommand = <T extends Terms>(
  terms: ReadonlyMap<string, T>,
  protocol: string,
  { type, data }: Command,
): { readonly message: T; readonly data: unknown } | Refusal => {
  const message = terms.get(type);
  if (message === undefined)
    return refuse("COMMAND_UNKNOWN", `${protocol} has no command ${type}`, {
      fits: [...terms.keys()].join(", "),
    });
  if (isTooDeep(data))
    return refuse(
      "FIELD_OVERSIZED",
      `${type} holds lists or objects more than ${mostLevels} levels deep`,
      {
        fits: "long or nested matter belongs in a file that the text names",
      },
    );
  return { message, data: data ?? {} };
};

/** A command's message, and its data as the schema reads it; or every finding with its pointer. */
export const readCommand = (
  messages: ReadonlyMap<string, Message>,
  protocol: string,
  command: Command,
): { readonly message: Message; readonly data: unknown } | Refusal => {
  const taken = takeCommand(messages, protocol, command);
  if (isRefusal(taken)) return taken;
  const { message, data } = taken;
  const parsed = message.schema.safeParse(data);
  if (parsed.success) return { message, data: parsed.data };
  const found = parsed.error.issues.map(({ path, ...issue }) => {
    const { code }: Issue = issue;
    const got = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), data);
    const said = [command.type, pointer(path), wordsOf(issue, got)].filter((word) => word !== "");
    return refuse(code === "too_big" ? "FIELD_OVERSIZED" : "FIELD_INVALID", said.join(" "), {
      pointer: pointer(path),
      fits: `\`cairn schema ${protocol}/${command.type}\` shows the fields`,
    });
  });
  return refuseAll(found) ?? refuse("FIELD_INVALID", `${command.type} doesn't fit its schema`);
};

/** What a verb does and then records is nobody's to record without it. */
export const verbWrong = (
  { type, verb }: Terms,
  { run, verb: own }: { readonly run: string; readonly verb?: string },
): Refusal | null =>
  verb === undefined || verb === own
    ? null
    : refuse(
        "SENDER_WRONG",
        `${type} records what \`cairn ${verb}\` has done: it can't be sent by itself`,
        {
          fits: `\`cairn ${verb} ${run}\` does it and records it`,
        },
      );

/** Who may say it, and when. `life` is null for a run that isn't yet. */
export const gate = (asked: Asked, life: Life | null): Refusal | null => {
  const { message, by } = asked;
  // A holder's name was judged when he took the job.
  const strange = by.kind === "agent" && by.job === undefined;
  const wrong =
    senderWrong(message.type, message.who, by) ??
    (strange ? agentNameWrong(by.name) : nameOversized(by.name));
  return wrong ?? (life === null ? null : lifeWrong(message.type, message.when, life));
};
