// Check of names chosen by agents: at most 200 characters, no imitation of other senders.
import { type Refusal, refuse } from "./refusal.ts";

/** In characters: it stands in every event. */
const mostChars = 200;

/** Kinds of senders that are no agents, and the program itself; alone, or before a colon as `person:ana` is printed. */
const others = /^(?:person|file|engine|parent|recovery|cairn)\s*(?::|$)/u;
/** Wide and other forms of the same letters count as them, and what nobody sees doesn't count. */
const asRead = (name: string): string =>
  name
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();

/** Why nobody may be called so in a record; null: it may. */
export const nameOversized = (name: string): Refusal | null =>
  name.length <= mostChars
    ? null
    : refuse(
        "FIELD_OVERSIZED",
        `the name of who asks has ${name.length} characters, more than ${mostChars}`,
        {
          fits: "--as with a shorter one",
        },
      );

/** Why no agent may be called so; null: it may. Names of people alone, `ana`, are nobody's to reserve. */
export const agentNameWrong = (name: string): Refusal | null => {
  const wrong = /[\p{Cc}\u2028\u2029]/u.test(name)
    ? "an agent's name is one line, without control characters"
    : others.test(asRead(name))
      ? "an agent's name may not read as that of a person, a file or cairn itself"
      : null;
  return wrong === null
    ? nameOversized(name)
    : refuse("NAME_FOREIGN", wrong, { fits: "another name: --as, or `as` with a claim over MCP" });
};
