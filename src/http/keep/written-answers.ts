// Answers as JSON texts, written once for all pages that ask for the same within a moment.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { keeper } from "./keeper.ts";

/**
 * @param key The request.
 * @param mark Its state; null: changes are unknown, so nothing is shared.
 */
export type WrittenAnswers = (
  key: string,
  mark: string | null,
  work: () => Promise<object | Refusal>,
) => Promise<Response | Refusal>;

/** How soon changes without event or hint show, such as an edited configuration, in ms. */
const momentMs = 500;
const most = 16;
const headers = { "content-type": "application/json" };

export const writtenAnswers = (now: () => number = () => performance.now()): WrittenAnswers => {
  const keep = keeper<{ readonly text: string }>(most);
  return async (key, mark, work) => {
    const written = await keep(
      key,
      mark === null ? null : `${mark} ${Math.floor(now() / momentMs)}`,
      async () => {
        const value = await work();
        return isRefusal(value) ? value : { text: JSON.stringify(value) };
      },
    );
    return isRefusal(written) ? written : new Response(written.text, { headers });
  };
};
