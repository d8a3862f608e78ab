// Build step: licence notices of all bundled packages.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Licences of who gave everything away: they ask for no notice, and such packages may come without their text. */
const free: ReadonlySet<unknown> = new Set(["Unlicense", "CC0-1.0", "0BSD", "MIT-0"]);

/** Nothing of its code is bundled, but its rules are (src/core/redact/token-table.ts). */
const secretlint = "@secretlint/secretlint-rule-preset-recommend";

const licenceOf = (folder: string): unknown => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "license" in manifest
    ? manifest.license
    : null;
};

const noticeOf = (name: string, folder: string): string => {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8").trim();
  const licence = licenceOf(folder);
  if (free.has(licence)) return `Under ${String(licence)}: free for everybody, without conditions.`;
  throw new Error(
    `${name} is bundled but has no licence file: bundle something else, or leave it a dependency`,
  );
};

/** The licence texts of all packages among the inputs of a build, wherever a link of that name leads to. */
export const licences = (top: string, inputs: readonly string[]): string => {
  const names = new Set(
    inputs.flatMap(
      (input) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.slice(1, 2) ?? [],
    ),
  );
  names.add(secretlint);
  const notices = [...names]
    .sort()
    .map((name) => `${name}\n\n${noticeOf(name, join(top, "node_modules", name))}\n`);
  return notices.join(`\n${"-".repeat(72)}\n\n`);
};
