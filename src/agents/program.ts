// Common part of the drivers of known agent programs: lookup, version, model, arguments.
import { jobVariables } from "../core/agents/job-variables.ts";
import type { Job } from "../core/job.ts";
import type { AgentConfig, Driver, Words } from "./agent.ts";
import { fillArgv } from "./placeholders.ts";
import { versionOf } from "./version.ts";
import { which } from "./which.ts";
import type { Where } from "./which.ts";

/** A driver's `find` for the first program of the configuration. */
export const findProgram =
  (where: Where): Driver["find"] =>
  async (config, ms) => {
    const program = config.argv[0];
    if (typeof program !== "string") return null;
    const path = which(program, { ...where, path: config.env["PATH"] ?? where.path });
    return path === null ? null : { path, version: await versionOf(path, config.env, ms) };
  };

/** The configured program, or `known` if none is configured. */
export const programOf = ([program]: AgentConfig["argv"], known: string): string =>
  typeof program === "string" ? program : known;

/** Variable references for a server's environment, if the program expands them: literal values would be visible in argv or settings. */
export const ownVariables: Readonly<Record<string, string>> = Object.fromEntries(
  jobVariables.map((name) => [name, `\${${name}}`]),
);

/** null: the program's own choice. A tier without a model uses that of the standard tier. */
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
/** The parts of every argv: the program (`known` by default), the model if requested, and configured arguments. */
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
