// Redaction shapes of whole lines: logins for curl, .netrc and .pgpass.
import { mask, placeholder, type Shape } from "./shape.ts";

/** Also inside a JSON text, where a line break is `\n` and a quote `\"`. */
const blank = String.raw`(?:\s|\\[nrt]){1,8}`;
const name = String.raw`[^\s"'\\]{1,200}`;
const password = String.raw`${placeholder}(?:[^\s"'\\]|\\(?![nrtu"'\\])){1,200}`;
const column = "[A-Za-z_*][A-Za-z0-9_.-]{0,62}";

const userOption = String.raw`(?<head>\s(?:-[A-Za-z]{0,8}[uU]|--user|--proxy-user)[ =]{0,3}`;
const user = String.raw`[^\s:"'/\\]{1,100}:`;
const quotedLogin = new RegExp(
  String.raw`${userOption}(?<quote>\\{0,3}["'])${user})${placeholder}(?:(?!\k<quote>)[^\r\n]){1,200}(?=\k<quote>)`,
  "gu",
);
const bareLogin = new RegExp(`${userOption}${user})${password}`, "gu");

export const lines: readonly Shape[] = [
  {
    // Includes lines continued with a backslash.
    sign: "curl ",
    find: /\bcurl (?:\\\r?\n|[^\r\n]){1,4000}/gu,
    put: (command) =>
      command.replace(quotedLogin, `$<head>${mask}`).replace(bareLogin, `$<head>${mask}`),
  },
  {
    // .netrc
    sign: "password(?:\\s|\\\\[nrt])",
    find: new RegExp(
      String.raw`(?<head>\b(?:machine${blank}${name}|default)${blank}(?:(?:login|account)${blank}${name}${blank}){1,2}password${blank})${password}`,
      "gu",
    ),
    put: `$<head>${mask}`,
  },
  {
    // .pgpass: host, port, database, user, password.
    sign: ":(?:[1-9][0-9]{3,4}|\\*):",
    find: new RegExp(
      String.raw`(?<head>(?:^|\n|\\n)[A-Za-z0-9_.*/-]{1,200}:(?:[1-9][0-9]{3,4}|\*):${column}:${column}:)${password}(?=[\s"'\\]|$)`,
      "gu",
    ),
    put: `$<head>${mask}`,
  },
];
