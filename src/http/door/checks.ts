// Check of requests by their endpoint's schemas, with all findings at once.
import { read } from "../../kit/findings.ts";
import type { Schema } from "../../kit/schema.ts";
import { refuse, refuseAll } from "../../core/refusal.ts";
import { jsonOf } from "./body.ts";
import { type Failure, failure } from "../show/problem.ts";
import type { Route } from "../route.ts";

const readAs = (
  what: string,
  schema: Schema,
  value: unknown,
): { readonly value: unknown } | Failure => {
  const found = read(schema, value);
  if ("value" in found) return found;
  const all = found.findings.map(({ pointer, text }) =>
    refuse("FIELD_INVALID", `the ${what}${pointer === "" ? "" : ` ${pointer}`} ${text}`, {
      pointer,
      fits: "GET /api/openapi.json says what does",
    }),
  );
  return failure(400, refuseAll(all) ?? refuse("FIELD_INVALID", `the ${what} does not fit`));
};

const queryOf = ({ query }: Route, request: Request): { readonly value: unknown } | Failure => {
  if (query === null) return { value: {} };
  const pairs = [...new URL(request.url).searchParams];
  const twice = pairs.find(
    ([name], index) => pairs.findIndex(([other]) => other === name) !== index,
  );
  if (twice !== undefined)
    return failure(
      400,
      refuse("FIELD_INVALID", `the query says ${twice[0].slice(0, 100)} more than once`),
    );
  return readAs("query", query, Object.fromEntries(pairs));
};

/** Query and body as parsed by the route's schemas. `limit`: bytes. */
export const checked = async (
  route: Route,
  request: Request,
  limit: number,
): Promise<{ readonly query: unknown; readonly body: unknown } | Failure> => {
  const query = queryOf(route, request);
  if ("status" in query) return query;
  if (route.body === null) return { query: query.value, body: null };
  const sent = await jsonOf(request, limit);
  if ("status" in sent) return sent;
  const body = readAs("body", route.body, sent.value);
  return "status" in body ? body : { query: query.value, body: body.value };
};
