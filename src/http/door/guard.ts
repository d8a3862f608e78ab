// Guard of requests by Host and Origin, against DNS rebinding and foreign pages.
import { refuse } from "../../core/refusal.ts";
import { inAddress } from "./hosts.ts";
import { type Failure, failure } from "../show/problem.ts";

/** The server's names, without a port. */
export const namesOf = (hosts: readonly string[]): ReadonlySet<string> =>
  new Set(hosts.map((host) => inAddress(host).toLowerCase()));

/**
 * The name in a Host; "": none. A page whose domain resolves to this server (DNS rebinding) sends its own name at any port: only the name exposes it. A page
 * at another port of this machine is exposed by its origin. So the port says nothing about the client, and may differ with forwarding.
 */
const nameIn = (host: string): string =>
  /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/.exec(host)?.[1] ?? "";

/** Paths for programs, not people. */
export const isProgram = (path: string): boolean => /^\/(api|mcp)(\/|$)/.test(path);

const reads = (method: string): boolean => method === "GET" || method === "HEAD";

/** A link from elsewhere, or a typed address: may show a page, since that changes nothing. */
const isVisit = ({ method, headers }: Request, path: string): boolean =>
  reads(method) &&
  !isProgram(path) &&
  headers.get("sec-fetch-mode") === "navigate" &&
  headers.get("sec-fetch-dest") === "document";

const foreign = (): Failure =>
  failure(
    403,
    refuse("ORIGIN_FOREIGN", "a page of another address asked for this", {
      fits: "only the page that this server shows may ask it",
    }),
  );

/** null: continue with the session check. */
export const guard =
  (names: ReadonlySet<string>) =>
  (request: Request): Failure | null => {
    const { headers, method, url } = request;
    const host = headers.get("host")?.toLowerCase() ?? "";
    if (!names.has(nameIn(host)))
      return failure(
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
    // A client with an explicit token is no page: a browser would have sent its cookie, or its origin.
    const byHand = headers.has("authorization") && !headers.has("cookie");
    return reads(method) || origin !== null || byHand ? null : foreign();
  };
