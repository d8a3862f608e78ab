// Strict reader of scripts for the scripted agent: a mistake is an error, not silence.
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "../core/json/record.ts";

/** The job that the agent was started for. */
export type About = {
  readonly role: string;
  readonly unit: string;
  readonly job: string;
  readonly tier: string;
  readonly run: string;
};

/** One step, as `{ name: value }`; see scripted-steps.ts for the names. */
export type Step = { readonly name: string; readonly value: unknown };

const toStep = (value: unknown): Step => {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const [only] = entries;
  if (only === undefined || entries.length !== 1)
    throw new Error(`a step is an object with one key, not ${JSON.stringify(value)}`);
  return { name: only[0], value: only[1] };
};

const toSteps = (value: unknown): readonly Step[] => {
  if (!Array.isArray(value)) throw new Error(`steps are a list, not ${JSON.stringify(value)}`);
  return value.map(toStep);
};

const scene = ["role", "unit", "job", "tier"] as const;

/** The first entry of `jobs` whose role, unit, job and tier, where set, match the job. */
const fromJson = (text: string, about: About): readonly Step[] => {
  const script: unknown = JSON.parse(text);
  const entries = isRecord(script) && Array.isArray(script["jobs"]) ? script["jobs"] : null;
  if (entries === null)
    throw new Error('a script is {"jobs": [{"role", "unit", "job", "tier", "steps": []}]}');
  const found = entries
    .filter(isRecord)
    .find((entry) => scene.every((key) => entry[key] === undefined || entry[key] === about[key]));
  if (found === undefined)
    throw new Error(`the script has nothing for ${about.role} of ${about.unit} (${about.job})`);
  return toSteps(found["steps"]);
};

/** A `.mjs` script exports `steps(about, brief)`, which returns the list or a promise of it. */
const fromModule = async (file: string, about: About, brief: string): Promise<readonly Step[]> => {
  const module: unknown = await import(pathToFileURL(file).href);
  const make = isRecord(module) ? module["steps"] : undefined;
  if (typeof make !== "function")
    throw new Error(`${file} must export a function steps(about, brief)`);
  const made: unknown = await Reflect.apply(make, undefined, [about, brief]);
  return toSteps(made);
};

export const readScript = async (
  file: string,
  about: About,
  brief: string,
): Promise<readonly Step[]> => {
  const path = resolve(file);
  return extname(path) === ".json"
    ? fromJson(await readFile(path, "utf8"), about)
    : fromModule(path, about, brief);
};
