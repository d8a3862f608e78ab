// Why: whoever decided something wants to see the work go on, without looking for a terminal.
import { isOver } from "../../core/over.ts";
import { Fault, type Refusal, refuse } from "../../core/refusal.ts";
import type { Driven } from "../answers.ts";
import { ofRun } from "../meant.ts";
import { type Ground, post } from "../route.ts";
import { driveBody, driven } from "../shapes/acts.ts";

/** As for `cairn run`: whoever drives a run chooses the environment of its checks. Here, since a runner that outlives its server descends from nobody any more. */
const agentDrivesNot = async ({ system, by }: Pick<Ground, "system" | "by">, run: string): Promise<Refusal | null> => {
  if (by.kind !== "agent") return null;
  const [first] = await system.log(run, 1);
  if (first?.by.kind === "agent") return null;
  return refuse(
    "SENDER_WRONG",
    "driving a run that no agent started is not for an agent to do, and this server was started from within a job",
    {
      fits: "a server, or a terminal, of a person's own",
    },
  );
};

export const driveRoute = post("/api/runs/:run/drive", {
  means:
    "Begins a runner of this server's for the run, unless one is at work; it ends when the run waits for somebody, and with the server.",
  body: driveBody,
  answer: driven,
  run: ofRun(async (asked, card): Promise<Driven | Refusal> => {
    if (isOver(card.life)) return refuse("RUN_OVER", `run ${card.run} is over: nothing is left to drive`);
    const no = await agentDrivesNot(asked, card.run);
    if (no !== null) return no;
    if (await asked.runners.drive(card.run)) return { run: card.run, driven: true };
    throw new Fault("RUNNER_UNSTARTED", "no runner could be started", `begin one in a terminal: \`cairn run ${card.run}\``);
  }),
});

export const restRoute = post("/api/runs/:run/rest", {
  means: "Asks this server's runner to let go, as Ctrl-C does: jobs under way go on by themselves.",
  body: driveBody,
  answer: driven,
  run: ofRun(async (asked, card): Promise<Driven | Refusal> => {
    await asked.runners.rest(card.run);
    return { run: card.run, driven: asked.runners.of(card.run) !== null };
  }),
});
