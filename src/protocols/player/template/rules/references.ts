// Template rule: a reference names an existing variable or a field of an earlier work node.
import { listed, didYouMean, type Notes, quoted, type Spot } from "../notes.ts";
import { fields, type Placeholder, placeholders, type Reference } from "../placeholders.ts";
import { child } from "../read/object.ts";
import { isWork } from "../template.ts";
import { type Subject, textSpot } from "./subject.ts";

/** The work node whose references are checked. */
type Look = {
  readonly subject: Subject;
  readonly node: number;
  /** null if the declaration can't be read. */ readonly variables: ReadonlySet<string> | null;
  readonly notes: Notes;
};

const fieldsText = ".session_id, .output_path, .artifacts[0], .output";
const idOf = ({ subject }: Look, node: number): string => subject.graph.ids[node] ?? "";

/** A suggestion, if any, followed by general advice. */
const advice = (suggested: string | null, otherwise: string): string =>
  suggested === null ? otherwise : `${suggested} ${otherwise}`;

const variable = (look: Look, name: string, spot: Spot, text: string): void => {
  const { variables } = look;
  if (variables === null || variables.has(name)) return;
  look.notes.error(spot, "REF_UNKNOWN", `${text}: there is no variable ${name}.`, () =>
    advice(
      didYouMean(name, [...variables], (near) => `{${near}}`),
      `Declare it in context_schema, or write {{${name}}} for the braces themselves.`,
    ),
  );
};

/** Work nodes with a path to this one, in plan order. */
const choices = (
  { subject: { graph, earlier, template } }: Look,
  node: number,
): readonly string[] =>
  graph.unitOrder
    .flatMap((unit) => graph.units[unit] ?? [])
    .filter((other) => earlier?.leads(other, node) === true && isWorkAt(template, other))
    .map((other) => graph.ids[other] ?? "");
const isWorkAt = (template: Subject["template"], index: number): boolean => {
  const node = template.nodes[index];
  return node !== undefined && isWork(node);
};

const field = (
  look: Look,
  asks: Reference & { readonly is: "field" },
  spot: Spot,
  text: string,
): void => {
  const { subject, notes, node } = look;
  const { graph, earlier, template } = subject;
  const other = graph.at.get(asks.node);
  if (other === undefined) {
    notes.error(spot, "REF_UNKNOWN", `${text}: there is no node ${quoted(asks.node)}.`, () =>
      advice(
        didYouMean(asks.node, graph.ids, (near) => `{${near}.${asks.field}}`),
        "{{…}} gives the braces themselves.",
      ),
    );
    return;
  }
  if (!isWorkAt(template, other)) {
    notes.error(
      spot,
      "REF_POINTLESS",
      `${text}: ${asks.node} is a checkpoint, which gives nothing.`,
      "Refer to a work node.",
    );
    return;
  }
  const isKnown =
    asks.index === null ? fields.some((one) => one === asks.field) : asks.field === "artifacts";
  if (!isKnown)
    notes.error(
      spot,
      "REF_FIELD_UNKNOWN",
      `${text}: ${asks.node} has no such field.`,
      `It has ${fieldsText}.`,
    );
  if (earlier !== null && !earlier.leads(other, node))
    notes.error(
      spot,
      "REF_FORWARD",
      `${text}: ${asks.node} does not come before ${idOf(look, node)}.`,
      () => {
        const names = choices(look, node);
        return names.length === 0 ? "Add an edge." : `Add an edge, or refer to ${listed(names)}.`;
      },
    );
};

const previous = (
  look: Look,
  asks: Reference & { readonly is: "previous" },
  spot: Spot,
  text: string,
  before: readonly number[],
): void => {
  const { notes, node } = look;
  if (!fields.some((one) => one === asks.field)) {
    notes.error(
      spot,
      "REF_FIELD_UNKNOWN",
      `${text}: no work node has such a field.`,
      `There are ${fields.map((one) => `{prev_${one}}`).join(", ")}.`,
    );
    return;
  }
  if (before.length === 0)
    notes.error(
      spot,
      "REF_ROOTLESS",
      `${text}: no work node comes before ${idOf(look, node)}.`,
      "Add an edge, or a variable.",
    );
  if (before.length > 1)
    notes.warn(
      spot,
      "REF_AMBIGUOUS",
      `${text}: ${listed(before.map((one) => idOf(look, one)))} come before ${idOf(look, node)}; the last of them is meant.`,
      `Name it: {${idOf(look, before.at(-1) ?? 0)}.${asks.field}}.`,
    );
};

const look = (
  at: Look,
  { asks, text }: Placeholder,
  spot: Spot,
  before: readonly number[],
): void => {
  if (asks.is === "variable") variable(at, asks.name, spot, text);
  else if (asks.is === "field") field(at, asks, spot, text);
  else if (asks.is === "previous") previous(at, asks, spot, text, before);
  else if (asks.is === "bare" && at.subject.graph.at.has(asks.node))
    at.notes.error(
      spot,
      "REF_FIELD_UNKNOWN",
      `${text} names a node and none of its fields.`,
      `It has ${fieldsText}.`,
    );
};

export const referenceNotes = (subject: Subject, notes: Notes): void => {
  const declared = child(subject.root, "context_schema")?.node.is === "object";
  const variables = declared ? new Set(subject.template.context.map(({ name }) => name)) : null;
  subject.template.nodes.forEach((node, index) => {
    const spot = isWork(node) ? textSpot(subject.nodes[index], "args_template") : null;
    if (!isWork(node) || spot === null) return;
    const found = placeholders(node.args);
    // The quoted source is as long as the text, so nothing is escaped and offsets match the file.
    const isPlain = spot.end - spot.at - 2 === node.args.length;
    const before = found.some(({ asks }) => asks.is === "previous")
      ? subject.graph.before(index)
      : [];
    for (const one of found)
      look(
        { subject, node: index, variables, notes },
        one,
        { pointer: spot.pointer, at: isPlain ? spot.at + 1 + one.at : spot.at },
        before,
      );
  });
};
