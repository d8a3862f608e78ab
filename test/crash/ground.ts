// Ground of crash tests: the demo's project with quicker agents, each start logged outside of the tree.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Stage, setStage } from "../fixtures/shop/stage.ts";
import { unfenced } from "../fixtures/unfenced.ts";

export type Ground = Stage & {
  /** The launcher that is under test. */
  readonly program: string;
  /** The file to which each agent that starts appends a line itself. */
  readonly launches: string;
};
export type Launch = { readonly job: string; readonly mark: string };

/** In the environment of every process of this ground, whatever it does about our other marks. */
export const markName = "CRASH_GROUND";
export const markOf = ({ folder }: Stage): string => `${markName}=${folder}`;
/** That of the ground's processes. */
export const envOf = ({ env, folder }: Stage): NodeJS.ProcessEnv => ({
  ...env,
  [markName]: folder,
  HOME: folder,
  COLUMNS: "400",
  NO_COLOR: "1",
});

/** An edit that was made already isn't made again: a lost agent may have left it. Task 3 reports by `cairn job report`, the others by their last words. */
const quicker = (
  launches: string,
  tasks: readonly string[],
): string => `import { appendFileSync, readFileSync } from "node:fs";
import { steps as played } from "./played.mjs";

const tasks = ${JSON.stringify(tasks)};
const isMeant = ({ task }) => task === "verify" || tasks.includes(task);
const fewer = (report) => {
  if (report.plan !== undefined) return { ...report, plan: { ...report.plan, tasks: report.plan.tasks.filter(({ id }) => tasks.includes(id)) } };
  return report.judgements === undefined ? report : { ...report, judgements: report.judgements.filter(isMeant) };
};
const made = ({ path, to }) => readFileSync(path, "utf8").includes(to);
/** Only the first try of task 2 writes its test; it may have been lost before. */
const missed = (about) =>
  about.role === "worker" && about.unit === "2" ? played({ ...about, job: "task-2-1" }).filter(({ write }) => write?.path.startsWith("test/")) : [];

export const steps = (about) => {
  appendFileSync(${JSON.stringify(launches)}, JSON.stringify({ job: about.job, mark: process.env.CAIRN_MARK }) + "\\n");
  // Long enough for a kill to meet it at work.
  return [{ sleep: 400 }, ...missed(about), ...played(about)].flatMap((step) => {
    if (step.sleep !== undefined) return [{ sleep: Math.min(step.sleep, 800) }];
    if (step.edit !== undefined && made(step.edit)) return [];
    if (step.report !== undefined && about.role === "worker" && about.unit === "3") return [{ handIn: step.report }];
    return [step.report === undefined ? step : { report: fewer(step.report) }];
  });
};
`;

/** In a new folder below `under`. Of `tasks` none may wait for one that isn't among them. */
export const layOut = async (
  program: string,
  under: string,
  tasks: readonly string[],
): Promise<Ground> => {
  const stage = await setStage(process.env, { under, cart: "broken" });
  const launches = join(stage.folder, "launches.jsonl");
  renameSync(join(stage.folder, "agents.mjs"), join(stage.folder, "played.mjs"));
  writeFileSync(join(stage.folder, "agents.mjs"), quicker(launches, tasks));
  writeFileSync(launches, "");
  unfenced(stage.folder);
  return { ...stage, env: envOf(stage), program, launches };
};

export const launchesOf = ({ launches }: Ground): readonly Launch[] =>
  readFileSync(launches, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const read: unknown = JSON.parse(line);
      if (typeof read === "object" && read !== null && "job" in read && "mark" in read)
        if (typeof read.job === "string" && typeof read.mark === "string")
          return { job: read.job, mark: read.mark };
      throw new Error(`an agent wrote ${line}`);
    });

export const clear = ({ folder }: Ground): void => rmSync(folder, { recursive: true, force: true });
