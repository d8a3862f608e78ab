// Prepared PostgreSQL statements, retried as a whole when outdated: the client's own retry mixes up answers.
import type postgres from "postgres";

export type Param = string | number | null | Uint8Array;
export type Result = readonly unknown[];

/** Where the server says it: tables were changed since the plan was made (https://www.postgresql.org/docs/current/protocol-error-fields.html, R). */
const REPLANNED = "RevalidateCachedQuery";
const isReplanned = (error: unknown): boolean =>
  error instanceof Error && "routine" in error && error.routine === REPLANNED;

/** Each connection may have a plan of its own that is out of date. */
const most = 10;

/** The client sets `retried` just before it asks again, and then asks nothing that is cancelled. */
const once = (question: postgres.PendingQuery<postgres.Row[]>): Promise<Result> =>
  new Promise((resolve, reject) => {
    void Object.defineProperty(question, "retried", {
      get: () => null,
      set: (error: unknown) => {
        Reflect.set(question, "cancelled", {});
        reject(error);
      },
    });
    question.then(resolve, reject);
  });

/** By a statement that the connection keeps; Errors are the server's and the client's. */
export const askPrepared = async (
  by: postgres.Sql,
  text: string,
  params: readonly Param[],
): Promise<Result> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await once(by.unsafe(text, [...params], { prepare: true }));
    } catch (error) {
      if (!isReplanned(error) || tries === most) throw error;
    }
};
