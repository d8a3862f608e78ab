// Messages of an agent during its job: questions by the interviewer, notes by the others.
import type { Says } from "../../core/reports/says.ts";
import { aboutOf } from "./jobs/about.ts";
import type { IterativeCommand } from "./commands.ts";

export const says: Says<IterativeCommand> = {
  ask: (job, text, options) =>
    aboutOf(job).is === "interview"
      ? { type: "AskQuestions", data: { questions: [{ text, options }] } }
      : null,
  note(job, { text, command, path }) {
    const about = aboutOf(job);
    const shown = [
      text,
      ...(command === null ? [] : [`command: ${command}`]),
      ...(path === null ? [] : [`file: ${path}`]),
    ].join("\n");
    return {
      type: "AddNote",
      data: { ...(about.is === "pass" ? { unit: about.unit } : {}), text: shown },
    };
  },
};
