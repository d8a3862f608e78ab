// Filler of placeholders in an agent's argv: single arguments, no shell, no second expansion.
import type { Job } from "../core/job.ts";
import type { AgentConfig, Words } from "./agent.ts";

/** Linux limits a single argument to 128 KiB, including the closing zero byte (MAX_ARG_STRLEN). */
const elementLimit = 131_072 - 1;

/** Placeholders that may be empty unless a protocol sets them. */
const optional = { mode: "", rule: "", model: "" } as const;

const wordsOf = (job: Job, words: Words): Readonly<Record<string, string>> => ({
  ...optional,
  job: job.key,
  role: job.role,
  task: job.subject,
  tier: job.tier ?? "",
  ...words,
});

export type Filled = {
  readonly argv: readonly string[];
  /** The brief is in an argument; otherwise it goes to standard input. */
  readonly briefed: boolean;
};

const fits = (text: string): boolean =>
  !text.includes("\0") && Buffer.byteLength(text) <= elementLimit;

/**
 * Fills placeholders in one pass, each within its element; unknown ones stay. Drops a nested array if one of its values is empty. A brief that fits no argument (zero
 * byte, too large) goes to standard input: an element that is only `{brief}` is dropped, any other says so.
 */
export const fillArgv = (
  argv: AgentConfig["argv"],
  job: Job,
  brief: string,
  words: Words,
): Filled => {
  const known = wordsOf(job, words);
  const put = (element: string, text: string): string =>
    element.replace(/\{([a-z]+)\}/gu, (whole, name: string) =>
      name === "brief" ? text : Object.hasOwn(known, name) ? (known[name] ?? "") : whole,
    );
  const empty = (element: string): boolean =>
    [...element.matchAll(/\{([a-z]+)\}/gu)].some(
      ([, name = ""]) => Object.hasOwn(known, name) && known[name] === "",
    );

  const elements = argv.flatMap((part) =>
    typeof part === "string" ? [part] : part.some(empty) ? [] : part,
  );
  const asked = elements.some((element) => element.includes("{brief}"));
  const briefed =
    asked && elements.every((element) => !element.includes("{brief}") || fits(put(element, brief)));
  const left = briefed ? elements : elements.filter((element) => element !== "{brief}");
  return {
    argv: left.map((element) => put(element, briefed ? brief : "(see standard input)")),
    briefed,
  };
};
