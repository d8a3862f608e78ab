// Warning about an agent program older than the versions that its driver was tried with, which may not know the arguments it is given.
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

/** What to say of an agent whose program is older than its driver, once an agent; null: nothing. */
export const createOlderText = ({
  drivers,
}: Pick<Engine, "drivers">): ((agent: Agent) => Promise<string | null>) => {
  const asked = new Set<string>();
  return async ({ name, config, driver }) => {
    const tried = drivers?.[config.driver]?.tried ?? null;
    if (tried === null || asked.has(name)) return null;
    asked.add(name);
    const version = (await driver.find(config, versionMs))?.version ?? null;
    return isOlder(version, tried)
      ? `agent ${name} is ${version}, older than the ${tried} that its driver was tried with: if its jobs fail at once, bring it up to date`
      : null;
  };
};
