// HTTP routes that start and release a run's runner from the page.
import { isOver } from "../../core/over.ts";
import { Fault, type Refusal, refuse } from "../../core/refusal.ts";
import type { Driven } from "../answers.ts";
import { agentDrivesNot } from "../going-on.ts";
import { ofRun } from "../meant.ts";
import { type Ground, post } from "../route.ts";
import { driveBody, driven as drivenShape } from "../shapes/acts.ts";

/** Starts a runner of this server, unless one is active. Fault RUNNER_UNSTARTED. */
export const driven = async (
  ground: Pick<Ground, "system" | "by" | "runners">,
  run: string,
): Promise<Driven | Refusal> => {
  const no = await agentDrivesNot(ground, run);
  if (no !== null) return no;
  if (await ground.runners.drive(run)) return { run, driven: true };
  throw new Fault(
    "RUNNER_UNSTARTED",
    "no runner could be started",
    `begin one in a terminal: \`cairn run ${run}\``,
  );
};

export const driveRoute = post("/api/runs/:run/drive", {
  means:
    "Begins a runner of this server's for the run, unless one is at work; it ends when the run waits for a person, and with the server.",
  body: driveBody,
  answer: drivenShape,
  run: ofRun(async (asked, card): Promise<Driven | Refusal> => {
    if (isOver(card.life))
      return refuse("RUN_OVER", `run ${card.run} is over: nothing is left to drive`);
    return driven(asked, card.run);
  }),
});

export const restRoute = post("/api/runs/:run/rest", {
  means: "Asks this server's runner to let go, as Ctrl-C does: jobs under way go on by themselves.",
  body: driveBody,
  answer: drivenShape,
  run: ofRun(async (asked, card): Promise<Driven | Refusal> => {
    await asked.runners.rest(card.run);
    return { run: card.run, driven: asked.runners.of(card.run) !== null };
  }),
});
