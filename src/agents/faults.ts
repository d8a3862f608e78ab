// Classifier of agent faults by HTTP status and providers' texts: five kinds that decide about a retry.
import type { AgentFault } from "../core/job.ts";

/** By HTTP status, as all model servers have it. */
const byStatus = (status: number | null): AgentFault["kind"] | null => {
  if (status === 401 || status === 403) return "auth";
  if (status === 402 || status === 429) return "quota";
  return status === 529 || status === 503 || (status !== null && status >= 500) ? "overload" : null;
};

/** Statuses as numbers by themselves: one in a place of a stack trace, a time or a measure is none. */
const saying = (statuses: string, words: string): RegExp =>
  new RegExp(`(?<!\\d[.:])\\b(${statuses})\\b(?![.:]\\d)|\\b(${words})\\b`, "iu");

/** The first kind that fits counts: words for a login stand before those of a limit, which some programs add to any fault. */
const words: readonly (readonly [AgentFault["kind"], RegExp])[] = [
  [
    "auth",
    saying(
      "401|403",
      "unauthori[sz]ed|(invalid|incorrect)[ _-](x-)?api[ _-]key|authentication|not logged in|please run /login|api key not valid|auth (method|type)",
    ),
  ],
  [
    "overload",
    saying(
      "529|503",
      "overloaded|over capacity|high demand|service unavailable|server_error|internal server error",
    ),
  ],
  [
    "quota",
    saying("429|402", "rate[ _-]limit\\w*|quota|usage limit|insufficient_quota|credit balance"),
  ],
  [
    "network",
    /\b(econnrefused|econnreset|enotfound|etimedout|eai_again|fetch failed|(cannot|unable to) connect|connection (was )?(closed|refused)|connection (?:error|failed)|waiting for network|failed to lookup address|network error|stream disconnected|api error: terminated)\b/iu,
  ],
];

/** What kept a program from its work, by what it said of it; `status`: of the model server's answer, where it is told apart. */
export const faultOf = (said: string, status: number | null = null): AgentFault => {
  const kind = byStatus(status) ?? words.find(([, pattern]) => pattern.test(said))?.[0] ?? "other";
  return { kind };
};

/** In one line, of a driver's reading; nothing said: nothing of it. */
export const inWords = (said: string): { readonly wrong?: string } => {
  const wrong = said.replace(/\s+/gu, " ").trim();
  return wrong === "" ? {} : { wrong };
};
