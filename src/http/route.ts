// Why: an endpoint is one value, so that its guard, its checks, its errors and its page in the reference are made once for all of them.
import type { z } from "zod";
import type { Sender } from "../core/protocol.ts";
import type { System } from "../runtime/system.ts";
import type { Live } from "./live.ts";
import type { Drivers } from "./drive.ts";

/** What every endpoint may use. */
export type Ground = {
  readonly system: System;
  readonly live: Live;
  readonly drivers: Drivers;
  /** Who sits at the page: a person, by the name that `--as` or the system says. */
  readonly by: Sender;
};

/** `query` and `body` as their schemas read them; `params` by their names in the path. */
export type Asked<Q, B> = Ground & {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly request: Request;
};

export type Route = {
  readonly method: "GET" | "POST";
  /** `/api/runs/:run/log`; a last part `*path` takes the rest, slashes and all. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly means: string;
  readonly query: z.ZodObject | null;
  readonly body: z.ZodType | null;
  /** Of what is answered with 200, for the reference and for tests; null: no JSON (a text, a stream). */
  readonly answer: z.ZodType | null;
  /** A Response is passed on as it is; anything else is JSON. */
  readonly run: (asked: Asked<unknown, unknown>) => Promise<unknown>;
};

export type Given<Q extends z.ZodObject | null, B extends z.ZodType | null> = Omit<Route, "method" | "path" | "query" | "body" | "run"> & {
  readonly query: Q;
  readonly body: B;
  readonly run: (asked: Asked<Q extends z.ZodObject ? z.infer<Q> : null, B extends z.ZodType ? z.infer<B> : null>) => Promise<unknown>;
};
