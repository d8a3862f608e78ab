// Reader of one template node: required and allowed keys by its type.
import { keySpot, type Notes, notes as silent, quoted, type Value } from "../notes.ts";
import {
  cliModes,
  nodeTypes,
  onFails,
  saveable,
  type TemplateNode,
  type WorkNode,
} from "../template.ts";
import {
  child,
  flagOf,
  keyNotes,
  oneOf,
  openObject,
  type Opened,
  spottedTexts,
  textOf,
  textsOf,
} from "./object.ts";

const shared = ["id", "name", "type"];
const work = [
  ...shared,
  "args_template",
  "input_ports",
  "output_ports",
  "parallel_group",
  "on_fail",
];
/** In the order in which they are written. */
const keysOf: Readonly<Record<TemplateNode["type"], readonly string[]>> = {
  skill: [...work, "executor"],
  command: [...work, "executor"],
  agent: [...work, "executor", "run_in_background"],
  cli: [...work, "executor", "cli_tool", "cli_mode", "cli_rule"],
  checkpoint: [...shared, "description", "auto_continue", "save_fields"],
};
const everyKey = [...new Set(Object.values(keysOf).flat())];

const article = (type: string): string => `${/^[aeiou]/u.test(type) ? "an" : "a"} ${type} node`;

const groupOf = (opened: Opened): string | null => {
  const group = textOf(opened, "parallel_group", { orNull: true });
  return group === "" ? null : group;
};

const workNode = (opened: Opened, type: WorkNode["type"], id: string): WorkNode => {
  const isCli = type === "cli";
  return {
    id,
    name: textOf(opened, "name") ?? id,
    type,
    executor: textOf(opened, "executor", { must: !isCli }) ?? (isCli ? "ccw cli" : ""),
    cliTool: isCli ? (textOf(opened, "cli_tool", { must: true }) ?? "") : null,
    cliMode: (isCli ? oneOf(opened, "cli_mode", cliModes) : null) ?? "analysis",
    cliRule: isCli ? textOf(opened, "cli_rule", { orNull: true }) : null,
    args: textOf(opened, "args_template", { must: true }) ?? "",
    inputPorts: textsOf(opened, "input_ports"),
    outputPorts: textsOf(opened, "output_ports"),
    group: groupOf(opened),
    background: type === "agent" ? (flagOf(opened, "run_in_background") ?? false) : false,
    onFail: oneOf(opened, "on_fail", onFails) ?? "abort",
  };
};

const saveFields = (opened: Opened): readonly string[] => {
  if (child(opened, "save_fields") === null) return saveable;
  return spottedTexts(opened, "save_fields").map(({ text, pointer, node }) => {
    if (!saveable.some((one) => one === text))
      opened.notes.error(
        { pointer, at: node.at },
        "VALUE_UNKNOWN",
        `${quoted(text)} is none of ${saveable.join(", ")}.`,
      );
    return text;
  });
};

const gated = (opened: Opened, id: string): void => {
  const member = opened.members.get("parallel_group");
  if (member === undefined || member.value.is === "null") return;
  opened.notes.error(
    keySpot(opened.value.pointer, member),
    "GROUP_GATED",
    `The checkpoint ${id} stands in a parallel group.`,
    "Take it out: a gate stands before or after a group.",
  );
};

const nothing: TemplateNode = {
  id: "",
  name: "",
  type: "checkpoint",
  description: "",
  autoContinue: true,
  saveFields: saveable,
};

/** Reads a node; unreadable parts count as missing. */
export const readNode = (value: Value, notes: Notes): TemplateNode => {
  const opened = openObject(value, "A node", notes);
  if (opened === null) return nothing;
  const id = textOf(opened, "id", { must: true }) ?? "";
  const type = oneOf(opened, "type", nodeTypes, true);
  // Read as some work node, so that references to it are still checked.
  if (type === null) return workNode({ ...opened, notes: silent() }, "skill", id);
  const isGate = type === "checkpoint";
  const known = isGate ? [...keysOf[type], "parallel_group"] : keysOf[type];
  keyNotes(opened, known, everyKey, article(type));
  if (!isGate) return workNode(opened, type, id);
  gated(opened, id);
  return {
    id,
    name: textOf(opened, "name") ?? id,
    type,
    description: textOf(opened, "description") ?? "",
    autoContinue: flagOf(opened, "auto_continue") ?? true,
    saveFields: saveFields(opened),
  };
};
