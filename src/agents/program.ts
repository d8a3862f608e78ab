// Common part of the drivers of known agent programs: lookup, version, model, arguments.
import { jobVariables } from "../core/job-variables.ts";
import type { Job } from "../core/job.ts";
import type { AgentConfig, Driver, Words } from "./agent.ts";
import { fillArgv } from "./placeholders.ts";
import { versionOf } from "./version.ts";
import { which } from "./which.ts";
import type { Where } from "./which.ts";

/** A driver's `find`: of the program that the configuration names first. */
export const findProgram =
  (where: Where): Driver["find"] =>
  async (config, ms) => {
    const program = config.argv[0];
    if (typeof program !== "string") return null;
    const path = which(program, { ...where, path: config.env["PATH"] ?? where.path });
    return path === null ? null : { path, version: await versionOf(path, config.env, ms) };
  };

/** The program that a configuration names; `known` where it names none. */
export const programOf = ([program]: AgentConfig["argv"], known: string): string =>
  typeof program === "string" ? program : known;

/** For a server's environment, where the program fills variables in itself: their values would be read by anybody who sees argv or its settings. */
export const ownVariables: Readonly<Record<string, string>> = Object.fromEntries(
  jobVariables.map((name) => [name, `\${${name}}`]),
);

/** Null: the program's own choice. A tier for which none is named has that of the standard one. */
export const modelFor = ({ model }: AgentConfig, { tier = "standard" }: Job): string | null =>
  model === undefined || typeof model === "string"
    ? (model ?? null)
    : (model[tier] ?? model.standard ?? null);

type Asked = {
  readonly job: Job;
  readonly brief: string;
  readonly config: AgentConfig;
  readonly words: Words;
};
/** What every argv has: the program (`known` where the configuration names none), the model where one is asked for, and the configuration's own words. */
export const argvParts = (
  known: string,
  { job, brief, config, words }: Asked,
): Readonly<Record<"model" | "own", readonly string[]>> & { readonly program: string } => {
  const model = modelFor(config, job);
  const [program = known, ...own] = fillArgv(config.argv, job, brief, {
    ...words,
    model: model ?? "",
  }).argv;
  return { program, model: model === null ? [] : ["--model", model], own };
};
