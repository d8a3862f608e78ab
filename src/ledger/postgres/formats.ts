// Format check of a project's tables, which refuses what this program or its server doesn't support.
import { Fault } from "../../core/refusal.ts";
import { FORMAT, otherFormat } from "../format.ts";
import { columnsOf } from "./plain.ts";
import type { Result } from "./prepared.ts";

/** Older major versions are no longer maintained; all features used here exist since 14. */
const OLDEST = 14;

export type Project = { readonly name: string; readonly shown: string };
/** SQL with the placeholders `$SCHEMA` and `$NAME`. */
export type Ask = (text: string) => Promise<Result>;

const checkServer = (version: number, shown: string): void => {
  if (version < OLDEST * 10_000)
    throw new Fault(
      "LEDGER_UNSUPPORTED",
      `The server of ${shown} is PostgreSQL ${Math.floor(version / 10_000)}; a ledger needs ${OLDEST} or later.`,
      "Use a newer server, or keep the ledger in SQLite.",
    );
};

const checkFormat = (format: number, { name, shown }: Project): void => {
  if (format < 1)
    throw new Fault(
      "LEDGER_FOREIGN",
      `The schema ${name} of ${shown} holds tables, but no ledger of Cairn. It was left as it is.`,
      "Name another project by ?project=NAME.",
    );
  if (format !== FORMAT) throw otherFormat(shown, format);
};

const asNumber = (value: unknown): number =>
  typeof value === "string" && /^\d+$/.test(value) ? Number(value) : 0;

/** `schema`: whether it exists. `tables`: whether they are there. */
export type Installed = { readonly schema: boolean; readonly tables: boolean };

export const installed = async (ask: Ask, project: Project): Promise<Installed> => {
  const [found] = await ask(
    "select current_setting('server_version_num')::integer as version, to_regclass('$SCHEMA.meta') is not null as there, to_regnamespace('$SCHEMA') is not null as named, exists (select from pg_class where relnamespace = to_regnamespace('$SCHEMA')) as filled",
  );
  const { version, there, named, filled } = columnsOf(found);
  checkServer(typeof version === "number" ? version : 0, project.shown);
  if (there !== true && filled === true) checkFormat(0, project);
  if (there !== true) return { schema: named === true, tables: false };
  const [format] = await ask("select value from $SCHEMA.meta where key = 'format'");
  checkFormat(asNumber(columnsOf(format)["value"]), project);
  return { schema: true, tables: true };
};

/** The ledger's time, where its tables are those of this program, in one round trip; null: missing. */
export const timeIn = async (ask: Ask, project: Project): Promise<string | null> => {
  const rows = await ask(
    "select value, current_setting('server_version_num')::integer as version, $SCHEMA.stamp($SCHEMA.clock()) as now from $SCHEMA.meta where key = 'format'",
  );
  if (rows.length === 0) return null;
  const { value, version, now } = columnsOf(rows[0]);
  if (typeof version !== "number" || typeof now !== "string") return null;
  checkServer(version, project.shown);
  checkFormat(asNumber(value), project);
  return now;
};
