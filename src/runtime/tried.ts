// Why: a program older than any that its driver was tried with may not know the words that it is given, and says so in words of its own that help nobody.
import type { Engine } from "./engine.ts";
import type { Agent } from "./runner/agents.ts";

/** Waited for once a run and agent, before its first job. */
const versionMs = 1_000;

const numbers = (version: string): readonly number[] => version.split(/[.+-]/u, 2).map(Number);

/** By the first two numbers of a version; false where nobody knows. */
export const isOlder = (version: string | null, tried: string | null): boolean => {
  const [[major = 0, minor = 0], [least = 0, lesser = 0]] = [
    numbers(version ?? ""),
    numbers(tried ?? ""),
  ];
  if (version === null || tried === null || Number.isNaN(major + minor)) return false;
  return major < least || (major === least && minor < lesser);
};

/** What to say of an agent whose program is older than its driver; null: nothing. */
export const olderText = async (
  { drivers }: Engine,
  { name, config, driver }: Agent,
): Promise<string | null> => {
  const tried = drivers?.[config.driver]?.tried ?? null;
  const version = tried === null ? null : ((await driver.find(config, versionMs))?.version ?? null);
  return isOlder(version, tried)
    ? `agent ${name} is ${version}, older than the ${tried} that its driver was tried with: if its jobs fail at once, bring it up to date`
    : null;
};
