// Token patterns of issuers that secretlint's rules lack, by prefix.
import { mask, type Shape } from "./shape.ts";

/** Prefixes of a token, separated by spaces, of letters, digits and `_.~-`; the source of an expression for the minimum that follows. */
export type IssuedToken = readonly [prefixes: string, rest: string];

/** By prefix and length, from documentation or real tokens; each row is one issuer. */
export const issuedTokens: readonly IssuedToken[] = [
  // Models.
  ["xai-", "[A-Za-z0-9]{80}"],
  ["pplx-", "[A-Za-z0-9]{48}"],
  ["nvapi-", "[A-Za-z0-9_-]{64}"],
  ["r8_", "[A-Za-z0-9]{37}"], // Replicate
  // Code and packages.
  ["dckr_oat_", "[A-Za-z0-9_-]{27}"],
  ["ATATT3 ATCTT3", "[A-Za-z0-9_=-]{60,300}"], // Atlassian
  ["lin_oauth_", "[A-Za-z0-9]{40}"],
  ["rubygems_", "[0-9a-f]{48}"],
  ["CLOJARS_", "[0-9a-z]{60}"],
  ["AKCp", "[A-Za-z0-9]{69}"], // JFrog
  ["sgp_", "(?:[0-9a-z]{1,16}_)?[0-9a-f]{40}"], // Sourcegraph
  ["PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}"], // Postman
  ["rdme_", "[0-9a-z]{70}"], // ReadMe
  ["pnu_ pnb_", "[A-Za-z0-9]{36}"], // Prefect
  ["pat. sat.", "[A-Za-z0-9_-]{22}\\.[0-9A-Za-z]{24}\\.[A-Za-z0-9]{20}"], // Harness
  // Clouds and databases.
  ["LTAI", "[A-Za-z0-9]{20}"], // Alibaba
  ["HRKU-", "[A-Za-z0-9_-]{60}"], // Heroku
  ["fo1_", "[A-Za-z0-9_-]{43}"], // Fly.io
  ["v1.0-", "[0-9a-f]{24}-[0-9a-f]{100,200}"], // Cloudflare's origin
  ["pul-", "[0-9a-f]{40}"], // Pulumi
  ["ico-", "[A-Za-z0-9]{32}"], // Infracost
  ["sha256~", "[A-Za-z0-9_-]{43}"], // OpenShift
  ["sbp_", "(?:v0_)?[0-9a-f]{40}"], // Supabase
  ["sb_secret_", "[A-Za-z0-9_-]{22}"],
  ["pscale_tkn_ pscale_pw_ pscale_oauth_", "[A-Za-z0-9_.=-]{32,64}"], // PlanetScale
  // Operation and secrets.
  ["sntryu_ sntrya_ sntryi_", "[0-9a-f]{64}"], // Sentry
  ["sntrys_", "[A-Za-z0-9+/=]{60,500}(?:_[A-Za-z0-9+/]{40,60})?"],
  ["NRAK-", "[0-9A-Z]{27}"], // New Relic
  ["dt0c01. dt0s01.", "[0-9A-Z]{24}\\.[0-9A-Z]{64}"], // Dynatrace
  ["dp.pt. dp.ct. dp.sa.", "[A-Za-z0-9]{40}"], // Doppler
  ["dp.st.", "(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40}"],
  ["ops_eyJ", "[A-Za-z0-9+/=]{100,2000}"], // 1Password
  // Payment, post and the rest.
  ["sq0atp- sq0csp-", "[A-Za-z0-9_-]{22}"], // Square
  ["shippo_live_ shippo_test_", "[0-9a-f]{40}"],
  ["EZAK EZTK", "[A-Za-z0-9]{54}"], // EasyPost
  ["duffel_live_ duffel_test_", "[A-Za-z0-9_=-]{43}"],
  ["FLWSECK_TEST- FLWSECK-", "[0-9a-z]{32}-X"], // Flutterwave
  ["xkeysib- xsmtpsib-", "[0-9a-f]{64}-[A-Za-z0-9]{16}"], // Brevo
  ["EAA", "[A-Za-z0-9]{100,300}"], // Facebook
  ["p8e-", "[A-Za-z0-9_-]{32}"], // Adobe
];

/** Start of a word, also after the letter of an escaped line break in a JSON text. */
const begin = String.raw`(?:\b|(?<=\\[nrt]))`;
const whole = (sign: string, find: RegExp): Shape => ({
  sign,
  find: new RegExp(`${begin}(?:${find.source})`, "gu"),
  put: mask,
});

/** Tokens that the table can't describe, or with few different characters. All are longer than 15 characters without spaces. */
export const tokens: readonly Shape[] = [
  // OpenAI, Anthropic and others with this form; a digit distinguishes them from hyphenated words.
  whole("sk-", /sk-(?=[A-Za-z_-]{0,100}[0-9])[A-Za-z0-9_-]{20,}/u),
  // GitHub: classic, OAuth, user, app and refresh; fine-grained.
  whole("gh[opsur]_|github_pat_", /(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})/u),
  whole(
    "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|ffct|soat|oas|agent|imt|wt)-|GR1348941",
    /(?:gl(?:pat|dt|rt|rtr|cbt|ptt|ft|ffct|soat|oas|agent|imt|wt)-[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9.]{5,60})?|GR1348941[A-Za-z0-9_-]{20,})/u,
  ),
  whole("npm_", /npm_[A-Za-z0-9]{36}/u),
  whole("pypi-", /pypi-[A-Za-z0-9_-]{50,}/u),
  // AWS: ids of long-lived and temporary keys; Bedrock keys.
  whole("AKIA|ASIA|ABSK", /(?:(?:AKIA|ASIA)[0-9A-Z]{16}\b|ABSK[A-Za-z0-9+/]{100,}={0,2})/u),
  // Google: API key, OAuth access and refresh tokens, client secret.
  whole("AIza", /AIza[0-9A-Za-z_-]{35}/u),
  whole("ya29\\.", /ya29\.[A-Za-z0-9_-]{20,}/u),
  whole("1//0", /1\/\/0[A-Za-z0-9_-]{40,}/u),
  whole("GOCSPX-", /GOCSPX-[A-Za-z0-9_-]{20,}/u),
  whole(
    "xox|xapp-",
    /(?:xox[abdeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,})/u,
  ),
  // Stripe: secret and restricted keys, webhook secrets; pk_ keys are public.
  whole(
    "_live_|_test_|whsec_",
    /(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}={0,2})/u,
  ),
  whole("SG\\.", /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/u),
  // Twilio's API keys.
  whole("SK[0-9a-f]{32}", /SK[0-9a-f]{32}\b/u),
  // Telegram.
  whole(":AA", /[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/u),
  // Discord bots: the first part is a number in base64, which is distinctive.
  whole(
    "[MNO][DTjz][AEIMQUYcgk][w-z0-5]",
    /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,6}[A-Za-z0-9]{0,3}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/u,
  ),
  whole("AGE-SECRET-KEY-", /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{58,}/u),
  whole("hf_", /hf_[A-Za-z0-9]{34,}/u),
  whole("dop_v1_|doo_v1_|dor_v1_", /do[opr]_v1_[0-9a-f]{64}/u),
  whole("shp", /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/u),
  whole("dapi", /dapi[0-9a-f]{32}\b/u),
  whole("hvs\\.|hvb\\.", /hv[bs]\.[A-Za-z0-9_-]{24,}/u),
  // JSON Web Token.
  whole("eyJ", /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/u),
];
