// Why: a role may ask a person about what its job is about; the shared history is for signals, so notes on the way stand in its report.
import type { Says } from "../../core/says.ts";
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
