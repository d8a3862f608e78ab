// Verb `cairn host`: the process around one job, which outlives its runner.
import { refuse } from "../../core/refusal.ts";
import type { Verb } from "../verb.ts";

export const host: Verb = {
  name: "host",
  summary: "run one job from its spool folder; started by the runner, not by people",
  args: [
    {
      word: "FOLDER",
      must: true,
      means: "the job's spool folder; - waits for a line on standard input that says it",
    },
  ],
  options: {},
  example: ["cairn host .git/cairn/spool/0198f3/7"],
  hidden: true,
  run: async ({ words }) => {
    const [folder] = words;
    if (folder === undefined || words.length > 1)
      return refuse("USAGE", "one folder is wanted", { fits: "cairn host FOLDER" });
    const opened = await import("../../open.ts");
    return { exit: await opened.host(folder) };
  },
};
