// Template warnings: lawful but likely mistakes, such as unused variables.
import {
  keySpot,
  didYouMean,
  type Notes,
  notes as silent,
  quoted,
  type Value,
  valueSpot,
} from "../notes.ts";
import { placeholders } from "../placeholders.ts";
import { child, openObject, type Opened } from "../read/object.ts";
import { isWork } from "../template.ts";
import type { Subject } from "./subject.ts";

const longest = 120;

const opened = (value: Value | null): Opened | null =>
  value === null ? null : openObject(value, "", silent());

const unused = ({ root, template }: Subject, notes: Notes): void => {
  const schema = opened(child(root, "context_schema"));
  if (schema === null) return;
  const used = new Set(
    template.nodes.flatMap((node) =>
      isWork(node)
        ? placeholders(node.args).flatMap(({ asks }) => (asks.is === "variable" ? [asks.name] : []))
        : [],
    ),
  );
  for (const member of schema.members.values())
    if (!used.has(member.key))
      notes.warn(
        keySpot(schema.value.pointer, member),
        "CONTEXT_UNUSED",
        `No node asks for the variable ${quoted(member.key)}.`,
      );
};

const atomic = ({ root, graph }: Subject, notes: Notes): void => {
  const groups = child(root, "atomic_groups");
  if (groups?.node.is !== "array") return;
  groups.node.items.forEach((item, index) => {
    const list = opened({ pointer: `${groups.pointer}/${index}`, node: item });
    const names = list === null ? null : child(list, "nodes");
    if (names?.node.is !== "array") return;
    names.node.items.forEach((name, at) => {
      if (name.is === "string" && !graph.at.has(name.value))
        notes.warn(
          { pointer: `${names.pointer}/${at}`, at: name.at },
          "ATOMIC_UNKNOWN",
          `There is no node ${quoted(name.value)}.`,
          () => didYouMean(name.value, graph.ids),
        );
    });
  });
};

const counts = ({ root, template }: Subject, notes: Notes): void => {
  const metadata = opened(child(root, "metadata"));
  if (metadata === null) return;
  for (const [key, counted] of [
    ["node_count", template.metadata.nodeCount],
    ["checkpoint_count", template.metadata.checkpointCount],
  ] as const) {
    const value = child(metadata, key);
    if (value !== null && !(value.node.is === "number" && value.node.value === counted))
      notes.warn(
        valueSpot(value),
        "COUNT_WRONG",
        `${quoted(key)} is not what can be counted; it is read as ${counted}.`,
      );
  }
};

export const oddNotes = (subject: Subject, notes: Notes): void => {
  const { root, template } = subject;
  unused(subject, notes);
  atomic(subject, notes);
  counts(subject, notes);
  const said = (
    key: string,
    is: (value: Value) => boolean,
    code: string,
    message: string,
  ): void => {
    const value = child(root, key);
    if (value !== null && !is(value)) notes.warn(valueSpot(value), code, message);
  };
  const isText =
    (text: string) =>
    ({ node }: Value): boolean =>
      node.is === "string" && node.value === text;
  said("version", isText("1.0"), "VERSION_ODD", 'The version is not "1.0"; it is read as that.');
  said(
    "execution_mode",
    isText("serial"),
    "MODE_ODD",
    'The mode is not "serial"; it is read as that, and parallel groups stay parallel.',
  );
  const length = [...template.description].length;
  said(
    "description",
    () => length <= longest,
    "TEXT_LONG",
    `The description has ${length} characters; ${longest} are shown in lists.`,
  );
};
