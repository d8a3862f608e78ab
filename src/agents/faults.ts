// Classifier of agent faults by HTTP status and providers' texts: five kinds that decide about a retry.
import type { AgentFault } from "../core/job.ts";

/** By HTTP status, as model servers use it. */
const byStatus = (status: number | null): AgentFault["kind"] | null => {
  if (status === 401 || status === 403) return "auth";
  if (status === 402 || status === 429) return "quota";
  return status === 529 || status === 503 || (status !== null && status >= 500) ? "overload" : null;
};

/** Matches standalone statuses, not those in stack positions, times or measures. */
const saying = (statuses: string, words: string): RegExp =>
  new RegExp(`(?<!\\d[.:])\\b(${statuses})\\b(?![.:]\\d)|\\b(${words})\\b`, "iu");

/** The first match counts: login words precede limit words, which some programs add to every fault. */
const words: readonly (readonly [AgentFault["kind"], RegExp])[] = [
  [
    "auth",
    saying(
      "401|403",
      "unauthori[sz]ed|(invalid|incorrect)[ _-](x-)?api[ _-]key|authenticat(?:e|ion)|oauth (?:session|token)[^\\n]{0,40}expired|not logged in|please run /login|api key not valid|auth (method|type)",
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
    saying("429|402", "rate[ _-]limit\\w*|quota|usage limits?|insufficient_quota|credit balance"),
  ],
  [
    "network",
    /\b(econnrefused|econnreset|enotfound|etimedout|eai_again|fetch failed|(cannot|unable to) connect|connection (was )?(closed|refused)|connection (?:error|failed)|waiting for network|failed to lookup address|network error|stream disconnected|api error: terminated)\b/iu,
  ],
];

/** Classifies a fault by the program's message; `status`: of the model server's answer, if reported separately. */
export const faultOf = (said: string, status: number | null = null): AgentFault => {
  const kind = byStatus(status) ?? words.find(([, pattern]) => pattern.test(said))?.[0] ?? "other";
  return { kind };
};

/** The message in one line; omitted if empty. */
export const inWords = (said: string): { readonly wrong?: string } => {
  const wrong = said.replace(/\s+/gu, " ").trim();
  return wrong === "" ? {} : { wrong };
};
