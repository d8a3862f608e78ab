// Schema of a project: its tables are created atomically, and upgraded to this program's format.
import { Fault } from "../../core/refusal.ts";
import type { ProjectNews } from "../ledger.ts";
import { FORMAT, NEEDED, STEPS } from "../migrations.ts";
import { type Ask, formatAndTime, formatIn, type InstalledFormat } from "./formats.ts";
import type { Line } from "./line.ts";
import { POSTGRES_STEPS } from "./steps.ts";

export type Schema = {
  /** SQL with the placeholders `$SCHEMA` and `$NAME` filled in. */
  text(of: string): string;
  /** Whether the tables exist; a positive answer is cached. */
  there(): Promise<boolean>;
  /** The ledger's time as text; null: no tables. */
  clock(): Promise<string | null>;
  /** Creates missing tables and upgrades older ones to this program's format. */
  make(): Promise<void>;
};

const bring = async (ask: Ask, { schema, format }: InstalledFormat): Promise<void> => {
  // For an existing schema this would require a right that only creators of schemas need.
  if (!schema) await ask("create schema $SCHEMA");
  for (const { step } of STEPS.slice(format ?? 0)) await ask(POSTGRES_STEPS[step]);
  // New functions are callable by everyone until revoked.
  await ask("revoke all on all functions in schema $SCHEMA from public");
  await ask(
    `insert into $SCHEMA.meta (key, value) values ('format', '${FORMAT}'), ('needs', '${NEEDED}') on conflict (key) do update set value = excluded.value`,
  );
};

/** `name` contains only lower-case letters, digits and `_` (address.ts). */
export const openSchema = (
  line: Line,
  name: string,
  shown: string,
  tell: (is: ProjectNews["is"]) => Promise<void> = async () => {},
): Schema => {
  const project = { name, shown };
  const text = (of: string): string =>
    of.replaceAll("$SCHEMA", `"${name}"`).replaceAll("$NAME", `'${name}'`);
  const asked: Ask = (of) => line.ask(() => ({ text: text(of), params: [] }));
  let ready: Promise<void> | null = null;
  /** The tables' format, once seen. */
  let seen: number | null = null;

  /** Checks for the usual case together with the ledger's time to save a round trip. null: missing, or another format. */
  const glance = async (): Promise<string | null> => {
    try {
      const found = await formatAndTime(asked, project);
      // An older format is upgraded by the first write; reading needs no later step.
      if (found !== null) seen = found.format;
      return found?.now ?? null;
    } catch (error) {
      if (error instanceof Fault) throw error;
      return null;
    }
  };

  const prepare = async (): Promise<void> => {
    if (seen === null) await glance();
    if ((seen ?? 0) >= FORMAT) return;
    const { format } = await formatIn(asked, project);
    if ((format ?? 0) >= FORMAT) return;
    let made = false;
    await line.together(async (ask) => {
      const within: Ask = (of) => ask(text(of));
      // Concurrent processes wait here and then find the work done.
      await within("select pg_advisory_xact_lock(hashtextextended($NAME, 0))");
      const now = await formatIn(within, project);
      if ((now.format ?? 0) < FORMAT) await bring(within, now);
      made = now.format === null;
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
      const { format } = await formatIn(asked, project);
      if (format === null) await tell("missing");
      else seen = format;
      return format !== null;
    },
    clock: glance,
  };
};
