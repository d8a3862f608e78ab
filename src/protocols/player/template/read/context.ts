// Reader of a template's variables.
import { pointTo } from "../../../../core/json/json.ts";
import { keySpot, type Notes, quoted, type Value, valueSpot } from "../notes.ts";
import { type Variable, variableTypes } from "../template.ts";
import { child, flagOf, keyNotes, oneOf, openObject, type Opened, textOf } from "./object.ts";

/** `__proto__` is excluded: an object can't have it as an ordinary member. */
const form = /^(?!prev_|__proto__$)[A-Za-z_][A-Za-z0-9_]*$/u;

const defaultOf = (opened: Opened, type: Variable["type"]): Variable["default"] => {
  const value = child(opened, "default");
  if (value === null || value.node.is === "null") return null;
  const { node } = value;
  if (type === "boolean" && node.is === "boolean") return node.value;
  if (type !== "boolean" && node.is === "string") return node.value;
  opened.notes.error(
    valueSpot(value),
    "CONTEXT_DEFAULT_WRONG",
    `The default is not of the variable's type, which is ${type}.`,
    type === "boolean" ? "true or false, without quotes" : "a text in quotes",
  );
  return null;
};

/** In document order. */
export const readContext = (value: Value, notes: Notes): readonly Variable[] => {
  const schema = openObject(value, '"context_schema"', notes);
  if (schema === null) return [];
  return [...schema.members.values()].map((member) => {
    const name = member.key;
    if (!form.test(name))
      notes.error(
        keySpot(value.pointer, member),
        "CONTEXT_NAME_WRONG",
        `${quoted(name)} can be no variable.`,
        name.startsWith("prev_")
          ? "prev_… stands for the node before; another name"
          : "letters, digits and _, the first no digit, and not __proto__",
      );
    const entry = openObject(
      { pointer: pointTo(value.pointer, name), node: member.value },
      `The variable ${quoted(name)}`,
      notes,
    );
    if (entry === null)
      return { name, type: "string", required: false, description: "", default: null };
    keyNotes(entry, ["type", "required", "description", "default"], [], "a variable");
    const type = oneOf(entry, "type", variableTypes) ?? "string";
    return {
      name,
      type,
      required: flagOf(entry, "required") ?? false,
      description: textOf(entry, "description") ?? "",
      default: defaultOf(entry, type),
    };
  });
};
