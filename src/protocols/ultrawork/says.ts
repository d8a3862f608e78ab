// Messages of an ultrawork worker before its report: same claims and questions as in it.
import { withoutNulls } from "../../core/record.ts";
import type { Says } from "../../core/says.ts";
import { aboutOf } from "./jobs/about.ts";
import type { UltraworkCommand } from "./commands.ts";

export const says: Says<UltraworkCommand> = {
  ask(job, text, options) {
    const about = aboutOf(job);
    if (about.is !== "plan" && about.is !== "task") return null;
    return {
      type: "AskQuestion",
      data: { about: about.is === "plan" ? "plan" : about.task, text, options },
    };
  },
  note(job, { text, criterion, command, path }) {
    const about = aboutOf(job);
    if (about.is !== "task") return null;
    return {
      type: "ClaimEvidence",
      data: {
        task: about.task,
        ...(criterion === null ? {} : { criterion }),
        type: command !== null ? "command_output" : path !== null ? "file_content" : "manual",
        text,
        ...withoutNulls({ command, path }),
      },
    };
  },
};
