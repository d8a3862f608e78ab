// Check of names chosen by agents: at most 200 characters, no imitation of other senders.
import { type Refusal, refuse } from "../refusal.ts";

/** In characters; limited because every event stores it. */
const mostChars = 200;

/** Kinds of senders other than agents, and the program itself; alone, or before a colon as in `person:ana`. */
const others = /^(?:person|file|engine|parent|recovery|cairn)\s*(?::|$)/u;
/** Normalises wide and other forms of letters, and removes invisible characters. */
const asRead = (name: string): string =>
  name
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();

/** Why a name is too long for a record; null if it isn't. */
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

/** Why an agent can't have this name; null if it can. Plain names of people, such as `ana`, are allowed. */
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
