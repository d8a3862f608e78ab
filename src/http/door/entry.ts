// Login by the printed address: its token becomes a cookie, and the address loses it.
import { refuse } from "../../core/refusal.ts";
import { escaped, headline, paragraph, plainPage } from "../show/plain-page.ts";
import { type Failure, failure } from "../show/problem.ts";
import type { Session } from "./session.ts";

/** An address of this server: a path that begins with two slashes would name another. */
const onward = (url: URL): string => {
  const rest = new URLSearchParams(url.searchParams);
  rest.delete("token");
  const query = rest.toString();
  return `/${url.pathname.replace(/^[/\\]+/, "")}${query === "" ? "" : `?${query}`}`;
};

/** Not a redirect: after a link from another site browsers withhold strict cookies from all redirected requests, but not from requests of our own page. */
const letIn = (request: Request, url: URL, session: Session): Response => {
  const address = escaped(onward(url));
  const page = plainPage(
    200,
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<p><a href="${address}">Go on to Cairn</a></p>`,
  );
  page.headers.append("set-cookie", session.cookie(request));
  return page;
};

const fits =
  "open the address that `cairn serve` printed, with its token; each start of it has another";

const staysOut = (text: string, url: URL): Response => {
  const address = escaped(onward(url));
  // Strict cookies aren't sent with links from other sites, but with one on this page they are.
  const again = `<p>If it was let in before, <a href="${address}">go on to Cairn</a>.</p>`;
  return plainPage(401, "", headline(text) + paragraph(fits) + again);
};

/** The answer for a visitor without a session; null: they have one. */
export const entry = (request: Request, session: Session): Response | null => {
  const url = new URL(request.url);
  const token = url.searchParams.get("token");
  if (token !== null)
    return session.isToken(token)
      ? letIn(request, url, session)
      : staysOut("this address has a token that isn't this server's", url);
  return session.admits(request) ? null : staysOut("this browser wasn't let in yet", url);
};

/** The same for a program. */
export const outside = (): Failure =>
  failure(
    401,
    refuse(
      "SESSION_MISSING",
      "this needs the session of the page, or the token that `cairn serve` printed",
      { fits: "Authorization: Bearer TOKEN" },
    ),
  );
