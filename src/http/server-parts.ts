// What all endpoints of a server share.
import { jobVariables } from "../core/agents/job-variables.ts";
import type { Sender } from "../core/protocol.ts";
import type { System } from "../runtime/system.ts";
import { type HubClock, hubClock } from "./live/clock.ts";
import { createHub } from "./live/hub.ts";
import { lineIndexes } from "./keep/line-index.ts";
import { createPictures } from "./keep/pictures.ts";
import { writtenAnswers } from "./keep/written-answers.ts";
import type { Ground } from "./route.ts";
import { createRunners } from "./runners.ts";

export type GroundParts = {
  readonly system: System;
  readonly by: Sender;
  readonly version: string;
  /** The server process's environment, by default this one's: runners inherit it, without a job's variables for a person. */
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: HubClock;
};

/** A clicking person is no job, nor is their runner. An agent's runner keeps its identifying marks. */
const ofNoJob = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const own: ReadonlySet<string> = new Set(jobVariables);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));
};

/** Ended by `live.end` and `runners.end`. */
export const groundOf = ({
  system,
  by,
  version,
  env = process.env,
  clock = hubClock,
}: GroundParts): Ground => {
  const live = createHub(system, clock);
  const program = {
    argv: system.runner,
    cwd: system.root,
    env: { ...(by.kind === "person" ? ofNoJob(env) : env), ...system.runnerEnv },
  };
  const runners = createRunners(program, () => new Date(clock.now()).toISOString(), live.hint);
  return {
    system,
    by,
    version,
    live,
    runners,
    pictures: createPictures(system, live),
    lines: lineIndexes(system),
    answers: writtenAnswers(),
  };
};
