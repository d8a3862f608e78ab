// Guard of requests by Host and Origin, against DNS rebinding and foreign pages.
import { refuse } from "../../core/refusal.ts";
import { inAddress } from "./hosts.ts";
import { type No, no } from "../show/problem.ts";

/** What a server is called, without a port. */
export const namesOf = (hosts: readonly string[]): ReadonlySet<string> =>
  new Set(hosts.map((host) => inAddress(host).toLowerCase()));

/**
 * The name in a Host; "": there is none. A page that was let point here asks under its own name, at whichever port: the name alone tells it from ours.
 * A page at another port of this machine is told from ours by its origin. So the port says nothing of who asks, and forwarded ones may differ at their ends.
 */
const nameIn = (host: string): string =>
  /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/.exec(host)?.[1] ?? "";

/** Paths that answer programs, not people. */
export const isProgram = (path: string): boolean => /^\/(api|mcp)(\/|$)/.test(path);

const reads = (method: string): boolean => method === "GET" || method === "HEAD";

/** Somebody clicked on a link elsewhere, or typed the address: a page may be shown, since showing changes nothing. */
const isVisit = ({ method, headers }: Request, path: string): boolean =>
  reads(method) &&
  !isProgram(path) &&
  headers.get("sec-fetch-mode") === "navigate" &&
  headers.get("sec-fetch-dest") === "document";

const foreign = (): No =>
  no(
    403,
    refuse("ORIGIN_FOREIGN", "a page of another address asked for this", {
      fits: "only the page that this server shows may ask it",
    }),
  );

/** null: it may go on to the session's check. */
export const guard =
  (names: ReadonlySet<string>) =>
  (request: Request): No | null => {
    const { headers, method, url } = request;
    const host = headers.get("host")?.toLowerCase() ?? "";
    if (!names.has(nameIn(host)))
      return no(
        421,
        refuse("HOST_UNKNOWN", "this server isn't known under the name that it was asked by", {
          fits: "open the address that `cairn serve` printed; through a forwarded port, as localhost or 127.0.0.1",
        }),
      );
    const path = new URL(url).pathname;
    const [origin, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
    if (origin !== null && origin.toLowerCase() !== `http://${host}`) return foreign();
    if (site !== null && site !== "same-origin" && site !== "none" && !isVisit(request, path))
      return foreign();
    // Whoever brings a token by hand is no page: a browser would have sent its cookie, or its origin.
    const byHand = headers.has("authorization") && !headers.has("cookie");
    return reads(method) || origin !== null || byHand ? null : foreign();
  };
