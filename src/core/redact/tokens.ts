// Why: credentials that issuers mark with a beginning of their own are known wherever they stand; each row is one kind of them.
import { gone, type Shape } from "./shape.ts";

const whole = (sign: string, find: RegExp): Shape => ({ sign, find, put: gone });

/** All are longer than 15 characters without a blank. */
export const tokens: readonly Shape[] = [
  // OpenAI, Anthropic and those who followed; a digit tells them from words joined by hyphens.
  whole("sk-", /\bsk-(?=[A-Za-z_-]{0,100}[0-9])[A-Za-z0-9_-]{20,}/gu),
  // GitHub: classic, OAuth, user, app and refresh; fine-grained.
  whole("gh[opsur]_|github_pat_", /\b(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})/gu),
  whole(
    "gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|agent|imt)-|GR1348941",
    /\b(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|agent|imt)-[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9.]{5,60})?|GR1348941[A-Za-z0-9_-]{20,})/gu,
  ),
  whole("npm_", /\bnpm_[A-Za-z0-9]{36}/gu),
  whole("pypi-", /\bpypi-[A-Za-z0-9_-]{50,}/gu),
  // AWS: ids of long-lived and of temporary keys; Bedrock's.
  whole("AKIA|ASIA|ABSK", /\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}\b|ABSK[A-Za-z0-9+/]{100,}={0,2})/gu),
  // Google: API key, OAuth access and refresh tokens, client secret.
  whole("AIza", /\bAIza[0-9A-Za-z_-]{35}/gu),
  whole("ya29\\.", /\bya29\.[A-Za-z0-9_-]{20,}/gu),
  whole("1//0", /\b1\/\/0[A-Za-z0-9_-]{40,}/gu),
  whole("GOCSPX-", /\bGOCSPX-[A-Za-z0-9_-]{20,}/gu),
  whole("xox|xapp-", /\b(?:xox[abdeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,})/gu),
  // Stripe: secret and restricted keys, webhook secrets; what begins with pk_ is made to be shown.
  whole("_live_|_test_|whsec_", /\b(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}={0,2})/gu),
  whole("SG\\.", /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/gu),
  // Twilio's API keys.
  whole("SK[0-9a-f]{32}", /\bSK[0-9a-f]{32}\b/gu),
  // Telegram.
  whole(":AA", /\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/gu),
  // Discord's bots: the first part is a number in base64, and looks like nothing else.
  whole(
    "[MNO][DTjz][AEIMQUYcgk][w-z0-5]",
    /\b(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,6}[A-Za-z0-9]{0,3}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/gu,
  ),
  whole("AGE-SECRET-KEY-", /\bAGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{58,}/gu),
  whole("hf_", /\bhf_[A-Za-z0-9]{34,}/gu),
  whole("dop_v1_|doo_v1_|dor_v1_", /\bdo[opr]_v1_[0-9a-f]{64}/gu),
  whole("shp", /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/gu),
  whole("dapi", /\bdapi[0-9a-f]{32}\b/gu),
  whole("hvs\\.|hvb\\.", /\bhv[bs]\.[A-Za-z0-9_-]{24,}/gu),
  // JSON Web Token.
  whole("eyJ", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/gu),
];
