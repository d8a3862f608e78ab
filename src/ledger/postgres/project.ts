// Notice of a missing PostgreSQL project (mistyped name), with a list of the existing ones.
import { text as textOf } from "../columns.ts";
import type { ProjectNews } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";

/** The name in the address; null: the project without a name. */
const nameOf = (schema: string): string | null =>
  schema === "cairn" ? null : schema.replace(/^cairn_/, "");

/** Only projects that this user may read. */
const others = (schema: string): string => `
  select n.nspname::text as name from pg_namespace n
  where (n.nspname = 'cairn' or starts_with(n.nspname::text, 'cairn_')) and n.nspname <> '${schema}' and has_schema_privilege(n.oid, 'usage')
    and exists (select from pg_class c where c.relnamespace = n.oid and c.relname = 'meta')
  order by 1 limit 21`;

/** Reports once each that the project is missing and that it was created. */
export const projectTeller = (
  line: Pick<Line, "hint">,
  schema: string,
  tell: ((news: ProjectNews) => void) | undefined,
): ((is: ProjectNews["is"]) => Promise<void>) => {
  const told = new Set<ProjectNews["is"]>();
  return async (is) => {
    if (tell === undefined || told.has(is)) return;
    told.add(is);
    const found = (await line.hint(others(schema), [])) ?? [];
    tell({
      is,
      name: nameOf(schema),
      others: found.map((row) => nameOf(textOf(columnsOf(row), "name"))),
    });
  };
};
