// Schema of a project: its tables are created atomically.
import { Fault } from "../../core/refusal.ts";
import type { ProjectNews } from "../ledger.ts";
import { type Ask, installed, type Installed, timeIn } from "./formats.ts";
import type { Line } from "./line.ts";
import { TABLES } from "./tables.ts";

export type Schema = {
  /** SQL with the placeholders `$SCHEMA` and `$NAME` filled in. */
  text(of: string): string;
  /** Whether the tables exist; a positive answer is cached. */
  there(): Promise<boolean>;
  /** The ledger's time as text; null: no tables. */
  clock(): Promise<string | null>;
  /** Creates missing tables. */
  make(): Promise<void>;
};

const bring = async (ask: Ask, { schema }: Installed): Promise<void> => {
  // For an existing schema this would require a right that only creators of schemas need.
  if (!schema) await ask("create schema $SCHEMA");
  await ask(TABLES);
  // New functions are callable by everyone until revoked.
  await ask("revoke all on all functions in schema $SCHEMA from public");
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
  /** Whether the tables were seen. */
  let seen = false;

  /** Checks for the usual case together with the ledger's time to save a round trip. null: missing. */
  const glance = async (): Promise<string | null> => {
    try {
      const now = await timeIn(asked, project);
      seen ||= now !== null;
      return now;
    } catch (error) {
      if (error instanceof Fault) throw error;
      return null;
    }
  };

  const prepare = async (): Promise<void> => {
    if (!seen) await glance();
    if (seen || (await installed(asked, project)).tables) return;
    let made = false;
    await line.together(async (ask) => {
      const within: Ask = (of) => ask(text(of));
      // Concurrent processes wait here and then find the work done.
      await within("select pg_advisory_xact_lock(hashtextextended($NAME, 0))");
      const now = await installed(within, project);
      if (!now.tables) await bring(within, now);
      made = !now.tables;
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
      if (ready !== null || seen || (await glance()) !== null) return true;
      const { tables } = await installed(asked, project);
      if (!tables) await tell("missing");
      seen ||= tables;
      return tables;
    },
    clock: glance,
  };
};
