// Warning about an agent program older than the versions that its driver was tested with.
import type { Engine } from "../engine.ts";
import type { Agent } from "../runner/agents.ts";

/** Timeout once per run and agent, before its first job. */
const versionMs = 1_000;

const numbers = (version: string): readonly number[] => version.split(/[.+-]/u, 2).map(Number);

/** Compares the first two numbers of a version; false if unknown. */
export const isOlder = (version: string | null, tried: string | null): boolean => {
  const [[major = 0, minor = 0], [least = 0, lesser = 0]] = [
    numbers(version ?? ""),
    numbers(tried ?? ""),
  ];
  if (version === null || tried === null || Number.isNaN(major + minor)) return false;
  return major < least || (major === least && minor < lesser);
};

/** A notice about a program older than its driver, once per agent; null: none. */
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
