// Prepared PostgreSQL statements, retried as a whole when outdated: the client's own retry mixes up answers.
import type postgres from "postgres";

export type Param = string | number | null | Uint8Array;
export type Result = readonly unknown[];

/** The error's source routine when tables changed after planning (https://www.postgresql.org/docs/current/protocol-error-fields.html, R). */
const REPLANNED = "RevalidateCachedQuery";
const isReplanned = (error: unknown): boolean =>
  error instanceof Error && "routine" in error && error.routine === REPLANNED;

/** Each connection may have its own outdated plan. */
const most = 10;

/** The client sets `retried` just before it retries, and doesn't retry cancelled queries. */
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

/** Uses a prepared statement of the connection; throws errors of server and client. */
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
