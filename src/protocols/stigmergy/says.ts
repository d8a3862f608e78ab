// Questions of an agent at work to a person; notes on the way stand in its report.
import type { Says } from "../../core/reports/says.ts";
import { aboutOf } from "./jobs/about.ts";
import type { StigmergyCommand } from "./commands.ts";

export const says: Says<StigmergyCommand> = {
  ask(job, text) {
    const about = aboutOf(job);
    return "subject" in about
      ? { type: "AskPerson", data: { subject: about.subject, text } }
      : null;
  },
  note: () => null,
};
