// Why: files, reports and events of ultrawork are told as JSON Schemas, for whoever reads or writes them with other programs.
import type { Described } from "../../core/message.ts";
import { fileSchemas } from "./files/schemas.ts";

/** The files' and reports' shapes first, then every event. */
export const described = (): Promise<readonly Described[]> =>
  import("./messages.ts").then(({ events }) => [...fileSchemas, ...events]);
