// HTTP endpoint as one value: guard, argument checks, errors and reference page follow from it.
import { valueOf } from "../kit/findings.ts";
import * as t from "../kit/schema.ts";
import type { Sender } from "../core/protocol.ts";
import type { System } from "../runtime/system.ts";
import type { PageRunners } from "./runners.ts";
import type { Live } from "./live/live.ts";
import type { LineIndexes } from "./keep/line-index.ts";
import type { Pictures } from "./keep/pictures.ts";
import type { WrittenAnswers } from "./keep/written-answers.ts";

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

/** `query` and `body` as parsed by their schemas; `params` by their names in the path, decoded. */
export type RouteRequest<Q, B> = Ground & {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly request: Request;
};

export type Route = {
  readonly method: "GET" | "POST";
  /** `/api/runs/:run/log`; a last part `*path` matches the rest, including slashes. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly means: string;
  /** null: none. */
  readonly query: t.ObjectSchema | null;
  readonly body: t.Schema | null;
  /** Of a 200 answer, for the reference and for tests; null: no JSON (a text, a stream). */
  readonly answer: t.Schema | null;
  /** A Response is passed on unchanged, a Refusal becomes 409 or 404, anything else JSON. `query` and `body`: raw, or as parsed by their schemas. */
  readonly run: (asked: RouteRequest<unknown, unknown>) => Promise<unknown>;
};

type Words = Pick<Route, "means" | "answer">;
type Got<Q extends t.ObjectSchema> = Words & {
  readonly query: Q;
  readonly run: (asked: RouteRequest<t.Of<Q>, null>) => Promise<unknown>;
};
type Posted<B extends t.Schema> = Words & {
  readonly body: B;
  readonly run: (asked: RouteRequest<null, t.Of<B>>) => Promise<unknown>;
};

/** The query of an endpoint without parameters. */
export const none = t.open({});

/** A read-only endpoint. Its schemas accept their own output unchanged. */
export const get = <Q extends t.ObjectSchema>(
  path: string,
  { query, run, ...words }: Got<Q>,
): Route => ({
  ...words,
  method: "GET",
  path,
  query: Object.keys(query.entries).length === 0 ? null : query,
  body: null,
  run: (asked) => run({ ...asked, query: valueOf(query, asked.query), body: null }),
});

export const post = <B extends t.Schema>(
  path: string,
  { body, run, ...words }: Posted<B>,
): Route => ({
  ...words,
  method: "POST",
  path,
  query: null,
  body,
  run: (asked) => run({ ...asked, query: null, body: valueOf(body, asked.body) }),
});
