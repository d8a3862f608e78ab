// Shared wording of ultrawork's event lines.
import type * as t from "../../../kit/schema.ts";
import type { evidenceFields, failure } from "../shapes.ts";
import { nameless } from "../task.ts";

export const short = (digest: string | null): string =>
  digest === null ? "unknown" : digest.slice(0, 8);

/** Without a name, it was done "by hand". */
export const byWhom = (who: string): string => (who === nameless ? who : `by ${who}`);

export const outcome = (data: t.DataOf<typeof evidenceFields>): string => {
  if (data.by === "person")
    return data.passed ? `confirmed by ${data.name}` : `called unmet by ${data.name}`;
  if (data.captured) return "captured, to be judged";
  const how = data.why ?? (data.exit === null ? "exit unknown" : `exit ${data.exit}`);
  return `${data.passed ? "proved" : "not proved"} (${data.command === "" ? "" : `${data.command}, `}${how})`;
};

/** When a refused agent may start again. */
export const again = (trouble: t.DataOf<typeof failure>["trouble"]): string =>
  trouble === undefined
    ? ""
    : trouble.notBefore === null
      ? "; a person says when it is tried again"
      : `; tried again at ${trouble.notBefore}`;

export const optionalName = (name: string | null): readonly string[] =>
  name === null ? [] : [name];
