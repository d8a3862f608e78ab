// Why: a project's tables are made whole or not at all, and what a later program made is not written to by an older one that can't know how.
import { Fault } from "../../core/refusal.ts";
import type { ProjectNews } from "../ledger.ts";
import { FORMAT, NEEDED, STEPS } from "../migrations.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";
import { POSTGRES_STEPS } from "./steps.ts";

/** Major versions below it have left their makers' care; 14 and later were made for what is used here. */
const OLDEST = 14;

export type Schema = {
  /** A text in which `$SCHEMA` and `$NAME` stand. */
  text(of: string): string;
  /** Whether the tables are there; once they are, that is known. */
  there(): Promise<boolean>;
  /** The ledger's time, as text; null: there are no tables. */
  clock(): Promise<string | null>;
  /** Makes them if they aren't there, and brings older ones up to this program's format. */
  make(): Promise<void>;
};

const asNumber = (value: unknown): number =>
  typeof value === "string" && /^\d+$/.test(value) ? Number(value) : 0;

/** `name` holds nothing but small letters, digits and `_` (address.ts). */
export const openSchema = (
  line: Line,
  name: string,
  shown: string,
  tell: (is: ProjectNews["is"]) => Promise<void> = async () => {},
): Schema => {
  const text = (of: string): string =>
    of.replaceAll("$SCHEMA", `"${name}"`).replaceAll("$NAME", `'${name}'`);
  let ready: Promise<void> | null = null;
  let hasSchema = false;

  const checkServer = (version: number): void => {
    if (version < OLDEST * 10_000)
      throw new Fault(
        "LEDGER_UNSUPPORTED",
        `The server of ${shown} is PostgreSQL ${Math.floor(version / 10_000)}; a ledger needs ${OLDEST} or later.`,
        "Use a newer server, or keep the ledger in SQLite.",
      );
  };
  /** `needs`: the lowest format that a program must know to use the tables. */
  const check = (format: number, needs: number): void => {
    if (format < 1)
      throw new Fault(
        "LEDGER_FOREIGN",
        `The schema ${name} of ${shown} holds tables, but no ledger of Cairn. It was left as it is.`,
        "Name another project by ?project=NAME.",
      );
    if (needs > FORMAT)
      throw new Fault(
        "LEDGER_NEWER",
        `The ledger ${shown} has format ${format}; this program knows formats up to ${FORMAT}. It was left as it is.`,
        "Use the version of Cairn that wrote it, or a later one.",
      );
  };

  /** null: there is no such table. */
  const formats = async (
    ask: (of: string) => Promise<readonly unknown[]>,
  ): Promise<{ readonly format: number; readonly needs: number } | null> => {
    const [found] = await ask(
      "select current_setting('server_version_num')::integer as version, to_regclass('$SCHEMA.meta') is not null as there, to_regnamespace('$SCHEMA') is not null as named, exists (select from pg_class where relnamespace = to_regnamespace('$SCHEMA')) as filled",
    );
    const { version, there, named, filled } = columnsOf(found);
    checkServer(typeof version === "number" ? version : 0);
    hasSchema = named === true;
    if (there !== true && filled === true) check(0, 0);
    if (there !== true) return null;
    const rows = await ask("select key, value from $SCHEMA.meta where key in ('format', 'needs')");
    const meta = Object.fromEntries(
      rows.map(columnsOf).map(({ key, value }) => [String(key), asNumber(value)]),
    );
    return { format: meta["format"] ?? 0, needs: meta["needs"] ?? 0 };
  };

  /** Once the tables were seen: their format. */
  let seen: number | null = null;
  /** What nearly always is there is asked for at once, with the ledger's time: each question is a round trip. null: it isn't, or not so. */
  const glance = async (): Promise<string | null> => {
    const ask = text(
      "select key, value, current_setting('server_version_num')::integer as version, $SCHEMA.stamp($SCHEMA.clock()) as now from $SCHEMA.meta where key in ('format', 'needs')",
    );
    try {
      const rows = (await line.ask(() => ({ text: ask, params: [] }))).map(columnsOf);
      const { version, now } = rows[0] ?? {};
      if (typeof version !== "number" || typeof now !== "string") return null;
      const meta = Object.fromEntries(rows.map(({ key, value }) => [String(key), asNumber(value)]));
      checkServer(version);
      check(meta["format"] ?? 0, meta["needs"] ?? 0);
      // An older one is brought up by the first write; reading needs nothing that a later step made.
      seen = meta["format"] ?? 0;
      return now;
    } catch (error) {
      if (error instanceof Fault) throw error;
      return null;
    }
  };

  const bring = async (
    ask: (of: string) => Promise<readonly unknown[]>,
    from: number,
  ): Promise<void> => {
    // Asked even though it exists, the server would want a right that only who makes schemas needs.
    if (!hasSchema) await ask("create schema $SCHEMA");
    for (const { step } of STEPS.slice(from)) await ask(POSTGRES_STEPS[step]);
    // What a step makes is everybody's to call until somebody says otherwise.
    await ask("revoke all on all functions in schema $SCHEMA from public");
    await ask(
      `insert into $SCHEMA.meta (key, value) values ('format', '${FORMAT}'), ('needs', '${NEEDED}') on conflict (key) do update set value = excluded.value`,
    );
  };

  const prepare = async (): Promise<void> => {
    if (seen === null) await glance();
    if (seen !== null && seen >= FORMAT) return;
    const asked = async (of: string): Promise<readonly unknown[]> =>
      line.ask(() => ({ text: text(of), params: [] }));
    const found = await formats(asked);
    if (found !== null) check(found.format, found.needs);
    if (found !== null && found.format >= FORMAT) return;
    let made = false;
    await line.together(async (ask) => {
      const within = async (of: string): Promise<readonly unknown[]> => ask(text(of));
      // Whoever comes at the same time waits here, and then finds what it wanted.
      await within("select pg_advisory_xact_lock(hashtextextended($NAME, 0))");
      const now = await formats(within);
      if (now !== null) check(now.format, now.needs);
      if (now === null || now.format < FORMAT) await bring(within, now?.format ?? 0);
      made = now === null;
    });
    if (made) await tell("made");
  };

  const make = (): Promise<void> =>
    (ready ??= prepare().catch((error: unknown) => {
      ready = null;
      throw error;
    }));

  return {
    text,
    make,
    there: async () => {
      if (ready !== null || seen !== null || (await glance()) !== null) return true;
      const found = await formats(async (of) => line.ask(() => ({ text: text(of), params: [] })));
      if (found === null) {
        await tell("missing");
        return false;
      }
      check(found.format, found.needs);
      seen = found.format;
      return true;
    },
    clock: glance,
  };
};
