// Template rule: a node's program has a plain name that can't pass for an option.
import { type Notes, quoted } from "../notes.ts";
import { isWork } from "../template.ts";
import { type Subject, textSpot } from "./subject.ts";

const form = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/u;
const tools = ["gemini", "qwen", "codex", "claude", "opencode"];
const fits = "A letter or digit, then letters, digits and . _ : / -, 128 at most.";

export const programNotes = ({ template, nodes }: Subject, notes: Notes): void => {
  template.nodes.forEach((node, index) => {
    if (!isWork(node)) return;
    const key = node.type === "cli" ? "cli_tool" : "executor";
    const name = node.cliTool ?? node.executor;
    const spot = textSpot(nodes[index], key);
    if (spot === null) return;
    if (!form.test(name))
      notes.error(spot, "EXECUTOR_MALFORMED", `${quoted(name)} can't be run.`, fits);
    else if (node.type === "cli" && !tools.includes(name))
      notes.warn(
        spot,
        "TOOL_ODD",
        `${name} is none of ${tools.join(", ")}.`,
        "It is run if the configuration has an agent for it.",
      );
  });
};
