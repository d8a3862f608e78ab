// Generator of the reference of commands and events, from their schemas.
import { fieldsOf } from "../../src/cli/flags/fields.ts";
import { isRecord } from "../../src/core/json/record.ts";
import type { Generator } from "./generators.ts";
import { cell, protocols, table } from "./markdown.ts";

const typeOf = (schema: unknown): string => {
  if (!isRecord(schema)) return "anything";
  const variants = [...list(schema["anyOf"]), ...list(schema["oneOf"])];
  if (variants.length > 0) return variants.map(typeOf).join(" or ");
  if (Array.isArray(schema["enum"]))
    return schema["enum"].map((choice) => `\`${String(choice)}\``).join(", ");
  if ("const" in schema) return `\`${String(schema["const"])}\``;
  if (schema["type"] === "array") return `list of ${typeOf(schema["items"])}`;
  return Array.isArray(schema["type"])
    ? schema["type"].map(String).join(" or ")
    : typeof schema["type"] === "string"
      ? schema["type"]
      : "anything";
};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fields = (schema: Readonly<Record<string, unknown>>): readonly string[] => {
  const { properties } = schema;
  const required = list(schema["required"]);
  if (!isRecord(properties) || Object.keys(properties).length === 0) return ["No fields.", ""];
  const means = new Map(
    fieldsOf(schema).flatMap(({ path, means }) =>
      path.length === 1 ? [[path[0] ?? "", means] as const] : [],
    ),
  );
  const rows = Object.entries(properties).map(([key, property]) => {
    const said = means.get(key) ?? "";
    return [
      `\`${key}\``,
      cell(typeOf(property)),
      required.includes(key) ? "yes" : "",
      cell(said.startsWith("its ") ? "" : said),
    ];
  });
  return [table(["field", "type", "must", "meaning"], rows), ""];
};

const page = (title: string, parts: readonly string[]): string =>
  `${[`# ${title}`, "", "Made by `npm run generate` from the schemas.", "", ...parts].join("\n").trimEnd()}\n`;

export const commandReference: Generator = {
  path: "docs/reference/commands.md",
  make: async () => {
    const parts: string[] = [
      "`cairn send RUN COMMAND` sends any of them; fields that only the engine fills are left out. A command that changes nothing causes no event.",
      "",
    ];
    for (const protocol of protocols) {
      parts.push(`## ${protocol.name}`, "");
      for (const { type, means, who, when, json } of protocol.messages)
        parts.push(
          `### ${type}`,
          "",
          means,
          "",
          `Sent by: ${who.join(", ")}. While the run is: ${(when ?? ["live", "paused"]).join(", ")}.`,
          "",
          ...fields(json?.() ?? {}),
        );
    }
    return page("Commands", parts);
  },
};

export const eventReference: Generator = {
  path: "docs/reference/events.md",
  make: async () => {
    const parts: string[] = [
      "What the ledger holds. A type never changes its meaning: a new meaning is a new type.",
      "",
    ];
    for (const protocol of protocols) {
      parts.push(`## ${protocol.name}`, "");
      for (const { name, kind, schema } of protocol.described ?? [])
        if (kind === "event") parts.push(`### ${name}`, "", ...fields(schema()));
    }
    return page("Events", parts);
  },
};
