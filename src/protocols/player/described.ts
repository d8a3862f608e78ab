// Why: events and reports of the player are told as JSON Schemas, for whoever reads or writes them with other programs.
import { report } from "../../core/json-schema.ts";
import type { Described } from "../../core/message.ts";
import { fileSchemas } from "./files/schemas.ts";
import { reportShape } from "./report/shape.ts";
import { templateSchemas } from "./template/schemas.ts";

const reports: readonly Described[] = [
  report("node", "What a node's agent hands in at its end.", reportShape),
];

export const described = (): Promise<readonly Described[]> =>
  import("./messages.ts").then(({ events }) => [
    ...templateSchemas,
    ...fileSchemas,
    ...reports,
    ...events,
  ]);
