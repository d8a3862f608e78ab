// Generator of the published JSON Schemas of files, commands and events.
import { type Document, documents } from "../../src/cli/files/documents.ts";
import { draft } from "../../src/core/json/schema.ts";
import type { Generator } from "./generators.ts";
import { protocols } from "./markdown.ts";

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** `ultrawork/tasks/<id>.json` → `ultrawork.task`, `ultrawork/report/worker` → `ultrawork.report.worker`. */
const fileName = (name: string): string =>
  name
    .replace(/s\/<[^>]+>/, "")
    .replace(/\.json$/, "")
    .replaceAll("/", ".");

const single = (document: Document): Generator => ({
  path: `schemas/${fileName(document.name)}.schema.json`,
  make: () => Promise.resolve(text(document.schema())),
});

const bundle = (
  protocol: string,
  kind: "command" | "event",
  all: readonly Document[],
): Generator => ({
  path: `schemas/${protocol}.${kind}s.schema.json`,
  make: () => {
    const own = all.filter(
      (document) => document.kind === kind && document.name.startsWith(`${protocol}/`),
    );
    const $defs = Object.fromEntries(
      own.map(({ name, schema }) => {
        const { $schema: _, ...rest } = schema();
        return [name.slice(protocol.length + 1), rest];
      }),
    );
    return Promise.resolve(
      text({ $schema: draft, title: `${protocol}: data of its ${kind}s, by type`, $defs }),
    );
  },
});

export const schemas = async (): Promise<readonly Generator[]> => {
  const all = await documents(protocols);
  return [
    ...all.filter(({ kind }) => kind === "document" || kind === "report").map(single),
    ...protocols.flatMap(({ name }) => [bundle(name, "command", all), bundle(name, "event", all)]),
  ];
};
