// Redaction shapes of assignments and flags with secret names: env files, YAML, JSON, command lines.
import { anyCase, between, mask, placeholder, type Shape } from "./shape.ts";

const passwords = anyCase("(?:password|passwd|passphrase|pwd|pgpass)");
const keys = anyCase(
  "(?:secret|token|credentials?|(?:api|access|secret|private|account|auth|encryption|signing|shared|master|subscription)[_-]?key|client-key-data|private[_-]?key[_-]?data)",
);
/** Base64 under these names is a login: in Docker's and npm's configuration. */
const logins = "(?:auth|_auth|identitytoken|registrytoken)";

/** `name: "`, `"name": "`, `name = '`, also inside a JSON text, where quotes are escaped. */
const quoted = String.raw`${between}(?::|=>?|:=)\s{0,3}\\{0,3}["'\x60]`;
const closed = String.raw`(?=\\{0,3}["'\x60])`;
const bare = String.raw`${between}[:=]\s{0,3}(?![=>])`;
const ended = String.raw`(?=[\s;,&"'\x60<)\]}\\]|$)`;
/** Excludes values that are names of variables. */
const variable = `(?!${anyCase("(?:pass|pwd|secret|token|key|user|this|self|process|config)")})`;

/** Looks random: upper case, lower case and digits; or sixteen consecutive letters and digits, including a digit. */
const random = String.raw`(?:(?=[a-z0-9_.~+/=:-]{0,200}[A-Z])(?=[A-Z0-9_.~+/=:-]{0,200}[a-z])(?=[A-Za-z_.~+/=:-]{0,200}[0-9])|(?=[A-Za-z]{0,100}[0-9])(?=[A-Za-z0-9]{16}))`;
const digits = String.raw`(?=(?:[A-Za-z_.~+/=:-]{0,60}[0-9]){2})`;

const names = `${passwords}|${keys}`;
const sign = `(?:${names})(?:${quoted}|${bare})[^\\s"']{6}`;
const named = (find: string): Shape => ({
  after: names,
  sign,
  find: new RegExp(find, "gu"),
  put: `$<name>${mask}`,
});

/** Also in short texts. */
export const assignments: readonly Shape[] = [
  named(
    `(?<name>${passwords}${quoted})${placeholder}(?=[A-Za-z!?_.,:;/()-]{0,200}[0-9@#$%^&*+=~])[\\u0021\\u0023-\\u0026\\u0028-\\u005b\\u005d-\\u005f\\u0061-\\u007e]{6,200}${closed}`,
  ),
  named(
    `(?<name>${passwords}${bare})${placeholder}${variable}(?=[A-Za-z_+/=~!@#$%^*-]{0,200}[0-9])[A-Za-z0-9_+/~!@#$%^*-]{8,200}={0,2}${ended}`,
  ),
  named(
    `(?<name>${keys}${quoted})${placeholder}${random}[A-Za-z0-9_.~+/:-]{12,4000}={0,2}${closed}`,
  ),
  named(
    `(?<name>${keys}${bare})${placeholder}${variable}${random}${digits}[A-Za-z0-9_.~+/-]{20,4000}={0,2}${ended}`,
  ),
  {
    after: logins,
    sign: `${logins}${quoted}|_auth\\s{0,3}=`,
    find: new RegExp(
      `(?<name>["']${logins}${quoted}|_auth\\s{0,3}=\\s{0,3}["']?)${placeholder}(?=[a-z0-9+/=]{0,200}[A-Z])(?=[A-Z0-9+/=]{0,200}[a-z])[A-Za-z0-9+/]{10,4000}={0,2}(?![A-Za-z0-9+/=_-])`,
      "gu",
    ),
    put: `$<name>${mask}`,
  },
  {
    // A name in upper case is a setting.
    after: "(?:SECRET|TOKEN|PASSWORD|PASSWD|PASS|KEY|CREDENTIALS)(?:_[A-Z0-9]{1,12})?",
    sign: "(?:SECRET|TOKEN|PASSWORD|PASSWD|PASS|KEY|CREDENTIALS)(?:_[A-Z0-9]{1,12})?=",
    find: new RegExp(
      `\\b(?<name>[A-Z0-9_]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|_PASS|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|ACCOUNT_?KEY|CREDENTIALS)(?:_[A-Z0-9]{1,12})?)=${placeholder}[^\\s"'\`\\\\]{8,}`,
      "gu",
    ),
    put: `$<name>=${mask}`,
  },
];

/** Options that start with two hyphens. */
export const flags: readonly Shape[] = [
  {
    sign: `--[a-z-]{0,40}(?:password|passwd|token|secret|key) `,
    find: new RegExp(
      `(?<name>(?<![A-Za-z0-9-])--(?:[a-z]{1,20}-){0,3}(?:password|passwd|token|secret|api-key|access-key) {1,3})${placeholder}(?=[A-Za-z_.~+/=!@#$%^*-]{0,200}[0-9])[A-Za-z0-9_.~+/=!@#$%^*-]{8,}`,
      "gu",
    ),
    put: `$<name>${mask}`,
  },
];
