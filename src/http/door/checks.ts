// What a request says: its query, each name once, and its body as JSON.
import { refuse } from "../../core/refusal.ts";
import type { Route } from "../route.ts";
import { asJson, failure } from "../show/problem.ts";
import { jsonOf } from "./body.ts";

type Said = { readonly query: unknown; readonly body: unknown };

/** A response: why it can't be read. @param limit bytes of the body */
export const saidIn = async (
  route: Pick<Route, "query" | "body">,
  request: Request,
  limit: number,
): Promise<Said | Response> => {
  const pairs = route.query === null ? [] : [...new URL(request.url).searchParams];
  const twice = pairs.find(
    ([name], index) => pairs.findIndex(([other]) => other === name) !== index,
  );
  if (twice !== undefined) {
    const text = `the query says ${twice[0].slice(0, 100)} more than once`;
    return asJson(failure(400, refuse("FIELD_INVALID", text)));
  }
  const sent = route.body === null ? { value: null } : await jsonOf(request, limit);
  if ("status" in sent) return asJson(sent);
  return { query: Object.fromEntries(pairs), body: sent.value };
};
