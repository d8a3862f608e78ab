// HTTP endpoint as one value: guard, argument checks, errors and reference page follow from it.
import { read } from "../kit/findings.ts";
import * as t from "../kit/schema.ts";
import type { Sender } from "../core/protocol.ts";
import { refuse, refuseAll, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import type { PageRunners } from "./runners.ts";
import type { Live } from "./live/live.ts";
import type { LineIndexes } from "./keep/line-index.ts";
import type { Pictures } from "./keep/pictures.ts";
import type { WrittenAnswers } from "./keep/written-answers.ts";
import { asJson, failure } from "./show/problem.ts";

/** Available to every endpoint. */
export type Ground = {
  readonly system: System;
  readonly live: Live;
  readonly runners: PageRunners;
  readonly pictures: Pictures;
  readonly lines: LineIndexes;
  readonly answers: WrittenAnswers;
  /** The page's user: a person, named by `--as` or the system. */
  readonly by: Sender;
  /** Of this program. */
  readonly version: string;
};

/** `params` by their names in the path, decoded. */
export type RouteRequest<Q, B> = Ground & {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly request: Request;
};

/** An answer by its schema; a Refusal becomes 409 or 404, a Response is passed on unchanged. */
type Told<A extends t.Schema | null> = Promise<
  (A extends t.Schema ? t.Of<A> : never) | Refusal | Response
>;

export type Route = {
  readonly method: "GET" | "POST";
  /** `/api/runs/:run/log`; a last part `*path` matches the rest, including slashes. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly means: string;
  /** null: none. */
  readonly query: t.ObjectSchema | null;
  readonly body: t.Schema | null;
  /** Of a 200 answer; null: no JSON (a text, a stream). */
  readonly answer: t.Schema | null;
  /** `query` and `body`: as sent; all findings in them are the answer at once. */
  readonly run: (asked: RouteRequest<unknown, unknown>) => Promise<unknown>;
};

type Words<A extends t.Schema | null> = { readonly means: string; readonly answer: A };
type Got<Q extends t.ObjectSchema, A extends t.Schema | null> = Words<A> & {
  readonly query: Q;
  readonly run: (asked: RouteRequest<t.Of<Q>, null>) => Told<A>;
};
type Posted<B extends t.Schema, A extends t.Schema | null> = Words<A> & {
  readonly body: B;
  readonly run: (asked: RouteRequest<null, t.Of<B>>) => Told<A>;
};

const readAs = <S extends t.Schema>(
  what: string,
  schema: S,
  value: unknown,
): { readonly value: t.Of<S> } | Response => {
  const found = read(schema, value);
  if ("value" in found) return found;
  const all = found.findings.map(({ pointer, text }) =>
    refuse("FIELD_INVALID", `the ${what}${pointer === "" ? "" : ` ${pointer}`} ${text}`, {
      pointer,
      fits: "GET /api/openapi.json says what does",
    }),
  );
  return asJson(
    failure(400, refuseAll(all) ?? refuse("FIELD_INVALID", `the ${what} does not fit`)),
  );
};

/** The query of an endpoint without parameters. */
export const none = t.open({});

/** A read-only endpoint. */
export const get = <Q extends t.ObjectSchema, A extends t.Schema | null>(
  path: string,
  { query, run, ...words }: Got<Q, A>,
): Route => ({
  ...words,
  method: "GET",
  path,
  query: Object.keys(query.entries).length === 0 ? null : query,
  body: null,
  run: async (asked) => {
    const found = readAs("query", query, asked.query);
    return found instanceof Response ? found : run({ ...asked, query: found.value, body: null });
  },
});

export const post = <B extends t.Schema, A extends t.Schema | null>(
  path: string,
  { body, run, ...words }: Posted<B, A>,
): Route => ({
  ...words,
  method: "POST",
  path,
  query: null,
  body,
  run: async (asked) => {
    const found = readAs("body", body, asked.body);
    return found instanceof Response ? found : run({ ...asked, query: null, body: found.value });
  },
});
