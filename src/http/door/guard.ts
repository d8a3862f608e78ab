// Why: every page in the user's browser can reach this machine's ports, under any name that it lets point there; who asks, and under which name, is judged before anything else.
import { refuse } from "../../core/refusal.ts";
import { inAddress } from "./hosts.ts";
import { type No, no } from "../show/problem.ts";

/** What a server is called, with its port as browsers write it. */
export const namesOf = (hosts: readonly string[], port: number): ReadonlySet<string> =>
  new Set(hosts.map((host) => `${inAddress(host)}${port === 80 ? "" : `:${port}`}`.toLowerCase()));

/** Paths that answer programs, not people. */
export const isProgram = (path: string): boolean => /^\/(api|mcp)(\/|$)/.test(path);

const reads = (method: string): boolean => method === "GET" || method === "HEAD";

/** Somebody clicked on a link elsewhere, or typed the address: a page may be shown, since showing changes nothing. */
const isVisit = ({ method, headers }: Request, path: string): boolean =>
  reads(method) && !isProgram(path) && headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";

const foreign = (): No =>
  no(
    403,
    refuse("ORIGIN_FOREIGN", "a page of another address asked for this", { fits: "only the page that this server shows may ask it" }),
  );

/** null: it may go on to the session's check. */
export const guard =
  (names: ReadonlySet<string>) =>
  (request: Request): No | null => {
    const { headers, method, url } = request;
    const host = headers.get("host")?.toLowerCase() ?? "";
    if (!names.has(host))
      return no(
        421,
        refuse("HOST_UNKNOWN", "this server isn't known under the name and port that it was asked by", {
          fits: "open the address that `cairn serve` printed; a forwarded port must have the same number at both ends",
        }),
      );
    const path = new URL(url).pathname;
    const [origin, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
    if (origin !== null && origin.toLowerCase() !== `http://${host}`) return foreign();
    if (site !== null && site !== "same-origin" && site !== "none" && !isVisit(request, path)) return foreign();
    // Whoever brings a token by hand is no page: a browser would have sent its cookie, or its origin.
    const byHand = headers.has("authorization") && !headers.has("cookie");
    return reads(method) || origin !== null || byHand ? null : foreign();
  };
