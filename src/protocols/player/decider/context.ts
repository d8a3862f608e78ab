// The values of a template's variables, judged before anything starts.
import { nearestOf } from "../../../core/words/near.ts";
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { byteLength, contextLimit, valueLimit } from "../limits.ts";
import type { Context } from "../state.ts";
import type { Template, Variable } from "../template/template.ts";

/** Checks whether `..` segments lead above the starting folder. */
const climbs = (path: string): boolean => {
  let depth = 0;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
};

/** Absolute paths must be inside the root; if the root is unknown (null), only relative paths are accepted. */
const isOutside = (path: string, root: string | null): boolean => {
  if (path.includes("\0") || path.startsWith("~")) return true;
  if (!path.startsWith("/")) return climbs(path);
  return (
    root === null ||
    (path !== root && !path.startsWith(`${root}/`)) ||
    climbs(path.slice(root.length))
  );
};

/** Converts a value to its variable's type. */
export const valueFor = (
  { name, type }: Variable,
  given: string | boolean,
  root: string | null,
): string | boolean | Refusal => {
  const pointer = `/context/${name}`;
  if (type === "boolean") {
    const text = String(given);
    if (text === "true" || text === "false") return text === "true";
    return refuse(
      "CONTEXT_WRONG",
      `${name} is true or false, not ${JSON.stringify(text.slice(0, 80))}`,
      { pointer, fits: `${name}=true` },
    );
  }
  if (typeof given !== "string")
    return refuse("CONTEXT_WRONG", `${name} is a text, not ${String(given)}`, {
      pointer,
      fits: `${name}=TEXT`,
    });
  if (byteLength(given) > valueLimit)
    return refuse("FIELD_OVERSIZED", `${name} has more than ${valueLimit} bytes`, {
      pointer,
      fits: "a text that names a file with the rest",
    });
  if (type === "path" && isOutside(given, root))
    return refuse("PATH_OUTSIDE", `${name} leads out of the working tree: ${given.slice(0, 200)}`, {
      pointer,
      fits: "a path from the working tree's top",
    });
  return given;
};

export const unknownName = (schema: readonly Variable[], name: string): Refusal => {
  const names = schema.map((variable) => variable.name);
  const near = nearestOf(name, names, 1);
  return refuse("CONTEXT_UNKNOWN", `the template has no variable ${name.slice(0, 80)}`, {
    pointer: `/context/${name}`,
    fits:
      names.length === 0
        ? "it has none"
        : `${near.length > 0 ? `perhaps ${near.join("")}; ` : ""}it has: ${names.slice(0, 20).join(", ")}`,
  });
};

/** Returns every variable in template order with defaults filled in, or all errors at once. */
export const contextFor = (
  template: Template,
  given: Context,
  root: string | null,
): Context | Refusal => {
  const found: Refusal[] = Object.keys(given)
    .filter((name) => !template.context.some((variable) => variable.name === name))
    .map((name) => unknownName(template.context, name));
  const missing: Variable[] = [];
  const values: Record<string, string | boolean> = {};
  for (const variable of template.context) {
    const { name } = variable;
    const value = Object.hasOwn(given, name) ? given[name] : (variable.default ?? undefined);
    if (value === undefined) {
      if (variable.required) missing.push(variable);
      values[name] = variable.type === "boolean" ? false : "";
      continue;
    }
    const read = value === "" && variable.type === "path" ? value : valueFor(variable, value, root);
    if (isRefusal(read)) found.push(read);
    else values[name] = read;
  }
  if (missing.length > 0)
    found.push(
      refuse(
        "CONTEXT_MISSING",
        `the template wants ${missing.map(({ name }) => name).join(", ")}`,
        {
          pointer: "/context",
          fits: missing.map(({ name }) => `--context ${name}=…`).join(" "),
          asks: missing.map(({ name, type, description }) => ({
            name,
            means: [
              description,
              type === "string" ? "" : type === "boolean" ? "true or false" : "a path",
            ]
              .filter((word) => word !== "")
              .join("; "),
            field: ["context", name],
          })),
        },
      ),
    );
  const size = Object.values(values).reduce((sum, value) => sum + byteLength(String(value)), 0);
  if (size > contextLimit)
    found.push(
      refuse("FIELD_OVERSIZED", `the context has ${size} bytes, more than ${contextLimit}`, {
        pointer: "/context",
        fits: "less",
      }),
    );
  return refuseAll(found) ?? values;
};
