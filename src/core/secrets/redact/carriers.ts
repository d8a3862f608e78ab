// Redaction shapes of URLs, headers, cookies and key files: only the credential goes.
import { anyCase, between, mask, placeholder, type Shape } from "./shape.ts";

/** Body of a key block: anything but five consecutive hyphens, so that the next block's start ends it. */
const body = String.raw`(?:[^-]|-(?!----)){0,20000}`;
const blockName = String.raw`[A-Z0-9 ]{0,20}PRIVATE KEY(?: BLOCK)?`;

export const blockEnd = new RegExp(`^${body}-----END ${blockName}-----`, "u");
export const blockBegin = new RegExp(`-----BEGIN ${blockName}-----${body}$`, "u");

const sessionNames = anyCase("(?:session|sess|sid|auth|token|jwt|login|remember)");
/** Session cookies among the pairs of a cookie header. */
const pairs = new RegExp(
  `(?<name>[A-Za-z0-9_.-]{0,40}${sessionNames}[A-Za-z0-9_.-]{0,20})=${placeholder}[^\\s;,"'\\\\]{8,}`,
  "gu",
);

/** A login in a URL, the only sign of its kind. */
export const urlSign = "//[^\\s/@\"'`]{0,400}@";

/** Also in short texts; recognised by a name before a `:` or `=`, or by a URL with a login. */
export const carriers: readonly Shape[] = [
  {
    // Basic authentication, with or without a name: of databases, brokers, proxies, git remotes.
    sign: `:${urlSign}`,
    find: new RegExp(
      `(?<scheme>\\b[a-z][a-z0-9+.-]{1,20}://[^\\s:/@"'\`]{0,100}):${placeholder}[^\\s/@"'\`]{1,200}@`,
      "gu",
    ),
    put: `$<scheme>:${mask}@`,
  },
  {
    after: anyCase("authorization"),
    sign: anyCase("orization"),
    find: new RegExp(
      String.raw`(?<name>\b(?:${anyCase("proxy")}-)?${anyCase("authorization")}${between}[:=]\s{0,3}\\{0,3}["']?(?:${anyCase("(?:basic|bearer|token|apikey|negotiate)")}) )${placeholder}[A-Za-z0-9._~+/=:-]{6,}`,
      "gu",
    ),
    put: `$<name>${mask}`,
  },
  {
    after: anyCase("cookie"),
    sign: anyCase("cookie"),
    find: new RegExp(
      String.raw`\b(?:${anyCase("set")}-)?${anyCase("cookie")}${between}[:=][^\r\n]{1,8192}`,
      "gu",
    ),
    put: (header) => header.replace(pairs, `$<name>=${mask}`),
  },
  {
    after: "SESSID|SESSIONID[A-Z]{0,8}|connect\\.sid",
    sign: "SESSID=|SESSIONID[A-Z]{0,8}=|connect\\.sid=",
    find: new RegExp(
      `\\b(?<name>PHPSESSID|JSESSIONID|ASPSESSIONID[A-Z]{0,8}|connect\\.sid)=${placeholder}[^\\s;,"'\\\\&]{8,}`,
      "gu",
    ),
    put: `$<name>=${mask}`,
  },
];

/** Only in texts with long words. */
export const longCarriers: readonly Shape[] = [
  {
    sign: "(?:earer|asic) [A-Za-z0-9._~+/=-]{20}",
    find: /\b(?<word>[Bb]earer|[Bb]asic) (?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{20,}/gu,
    put: `$<word> ${mask}`,
  },
  {
    sign: "PRIVATE KEY",
    find: new RegExp(`-----BEGIN (?<kind>${blockName})-----${body}-----END \\k<kind>-----`, "gu"),
    put: mask,
  },
  {
    // PuTTY key files.
    sign: "Private-Lines",
    find: /(?<head>Private-Lines: [0-9]{1,3}\r?\n)(?:[A-Za-z0-9+/=]{1,64}(?:\r?\n|$)){1,80}/gu,
    put: `$<head>${mask}\n`,
  },
  {
    // A webhook's address is enough to post to it.
    sign: "hooks\\.slack",
    find: /\b(?<head>hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]{20,}/gu,
    put: `$<head>${mask}`,
  },
  {
    sign: "/webhooks/",
    find: /\b(?<head>(?:discord|discordapp)\.com\/api\/(?:v[0-9]{1,2}\/)?webhooks\/[0-9]{8,20}\/)[A-Za-z0-9_-]{40,}/gu,
    put: `$<head>${mask}`,
  },
  {
    // The signature of an Azure shared access link.
    sign: "sig=",
    find: /(?<head>[?&;]sig=)[A-Za-z0-9%+/]{30,}(?:%3[Dd]|=){0,2}/gu,
    put: `$<head>${mask}`,
  },
];
