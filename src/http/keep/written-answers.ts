// Answers as JSON texts, written and packed once for all pages that ask for the same within a moment.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { takesGzip } from "../show/gzip.ts";
import { keeper } from "./keeper.ts";

type Written = { readonly text: string; packed: Promise<Uint8Array<ArrayBuffer>> | null };
/**
 * @param key The request.
 * @param mark Its state; null: changes are unknown, so nothing is shared.
 */
export type WrittenAnswers = (
  key: string,
  mark: string | null,
  request: Request,
  work: () => Promise<object | Refusal>,
) => Promise<Response | Refusal>;

/** How soon changes without event or hint show, such as an edited configuration, in ms. */
const momentMs = 500;
const most = 16;
/** Minimum bytes of a text for compression. */
const leastPacked = 8 * 1024;
const headers = { "content-type": "application/json", vary: "accept-encoding" };

const pack = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await promisify(gzip)(text, { level: 1 }));

export const writtenAnswers = (now: () => number = () => performance.now()): WrittenAnswers => {
  const keep = keeper<Written>(most);
  return async (key, mark, request, work) => {
    const written = await keep(
      key,
      mark === null ? null : `${mark} ${Math.floor(now() / momentMs)}`,
      async () => {
        const value = await work();
        return isRefusal(value) ? value : { text: JSON.stringify(value), packed: null };
      },
    );
    if (isRefusal(written)) return written;
    if (written.text.length < leastPacked || !takesGzip(request))
      return new Response(written.text, { headers });
    return new Response(await (written.packed ??= pack(written.text)), {
      headers: { ...headers, "content-encoding": "gzip" },
    });
  };
};
