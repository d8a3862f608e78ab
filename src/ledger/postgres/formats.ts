// Format check of a project's tables, which refuses what this program or its server doesn't support.
import { Fault } from "../../core/refusal.ts";
import { FORMAT, newer } from "../migrations.ts";
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

/** `needs`: the lowest format that a program must know to use the tables. */
const checkFormat = (format: number, needs: number, { name, shown }: Project): void => {
  if (format < 1)
    throw new Fault(
      "LEDGER_FOREIGN",
      `The schema ${name} of ${shown} holds tables, but no ledger of Cairn. It was left as it is.`,
      "Name another project by ?project=NAME.",
    );
  if (needs > FORMAT) throw newer(shown, format);
};

const asNumber = (value: unknown): number =>
  typeof value === "string" && /^\d+$/.test(value) ? Number(value) : 0;

const formatOf = (rows: Result, project: Project): number => {
  const meta = Object.fromEntries(
    rows.map(columnsOf).map(({ key, value }) => [String(key), asNumber(value)]),
  );
  const format = meta["format"] ?? 0;
  checkFormat(format, meta["needs"] ?? 0, project);
  return format;
};

/** `schema`: whether it exists. `format` null: no tables. */
export type InstalledFormat = { readonly schema: boolean; readonly format: number | null };

export const formatIn = async (ask: Ask, project: Project): Promise<InstalledFormat> => {
  const [found] = await ask(
    "select current_setting('server_version_num')::integer as version, to_regclass('$SCHEMA.meta') is not null as there, to_regnamespace('$SCHEMA') is not null as named, exists (select from pg_class where relnamespace = to_regnamespace('$SCHEMA')) as filled",
  );
  const { version, there, named, filled } = columnsOf(found);
  checkServer(typeof version === "number" ? version : 0, project.shown);
  if (there !== true && filled === true) checkFormat(0, 0, project);
  if (there !== true) return { schema: named === true, format: null };
  const rows = await ask("select key, value from $SCHEMA.meta where key in ('format', 'needs')");
  return { schema: true, format: formatOf(rows, project) };
};

/** Includes the ledger's time in one round trip; null: missing, or another format. */
export const formatAndTime = async (
  ask: Ask,
  project: Project,
): Promise<{ readonly format: number; readonly now: string } | null> => {
  const rows = await ask(
    "select key, value, current_setting('server_version_num')::integer as version, $SCHEMA.stamp($SCHEMA.clock()) as now from $SCHEMA.meta where key in ('format', 'needs')",
  );
  if (rows.length === 0) return null;
  const { version, now } = columnsOf(rows[0]);
  if (typeof version !== "number" || typeof now !== "string") return null;
  checkServer(version, project.shown);
  return { format: formatOf(rows, project), now };
};
