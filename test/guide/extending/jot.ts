// Drives jot, an agent program that takes its brief from standard input and tells what it does in lines of JSON.
import type { Driver } from "../../../src/agents/agent.ts";
import { faultOf, inWords } from "../../../src/agents/faults.ts";
import { argvParts, findProgram } from "../../../src/agents/program.ts";
import { eventsOf, textOf } from "../../../src/agents/stream.ts";
import type { Where } from "../../../src/agents/which.ts";

export const jotDriver = (where: Where): Driver => ({
  name: "jot",
  find: findProgram(where),
  start(job, brief, config, { words }) {
    const { program, model, own } = argvParts("jot", { job, brief, config, words });
    return { argv: [program, ...model, ...own], env: config.env, stdin: brief, cwd: "." };
  },
  read(out) {
    const events = eventsOf(out);
    const last = (type: string): string =>
      textOf(events.findLast((event) => event["type"] === type)?.["text"]);
    const wrong = last("error");
    return {
      message: last("message"),
      conversation: null,
      fault: wrong === "" ? null : faultOf(wrong),
      ...inWords(wrong),
    };
  },
  hear: (event) =>
    event["type"] === "message" ? [{ is: "said", text: textOf(event["text"]), piece: "" }] : [],
});
