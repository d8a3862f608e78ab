// Build step: licence notices of all bundled packages, and of what they bundle themselves.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Licences of who gave everything away: they ask for no notice, and such packages may come without their text. */
const free: ReadonlySet<unknown> = new Set(["Unlicense", "CC0-1.0", "0BSD", "MIT-0"]);

/** Nothing of its code is bundled, but its rules are (src/core/secrets/redact/token-table.ts). */
const secretlint = "node_modules/@secretlint/secretlint-rule-preset-recommend";

const licenceOf = (folder: string): unknown => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "license" in manifest
    ? manifest.license
    : null;
};

/** All papers of a package, or the licence in its README; what its own tools bundle isn't in ours. */
const textOf = (name: string, folder: string): string => {
  const papers = readdirSync(folder).filter((entry) =>
    /^(?:licen[cs]e|copying|notice)/i.test(entry),
  );
  const texts = papers.map((paper) => readFileSync(join(folder, paper), "utf8"));
  if (papers.some((paper) => !/^notice/i.test(paper)))
    return texts
      .map((text) => text.split(/^# Licenses of bundled dependencies$/mu)[0]?.trim())
      .join("\n\n");
  const readme = join(folder, "README.md");
  const [, section] =
    /^#+ licen[cs]e$([^]*)/imu.exec(existsSync(readme) ? readFileSync(readme, "utf8") : "") ?? [];
  if (section?.includes("Permission is hereby granted") === true)
    return [...texts, section.trim()].join("\n\n");
  const licence = licenceOf(folder);
  if (free.has(licence)) return `Under ${String(licence)}: free for everybody, without conditions.`;
  throw new Error(
    `${name} is bundled but has no licence file: bundle something else, or leave it a dependency`,
  );
};

/** Papers of packages that come within others, which leave them out. */
const keptOf = (name: string, within: string, notices: string): string => {
  const path = join(notices, `${name.replaceAll("/", "+")}.txt`);
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  throw new Error(`${within} holds code of ${name}: put its licence into ${path}`);
};

const part = "node_modules/((?:@[^/\\s]+/)?[^/\\s]+)/";
const last = new RegExp(`^.*${part}`, "u");
/** A bundler's line in front of a module of another package. */
const region = new RegExp(`^\\s*//(?:#region)? \\S*${part}`, "gmu");
/** A whole licence in a comment, of code that was copied in. */
const copied =
  /(?:^[^\S\n]*(?:\/\/|\*).*\n)*^.*Permission is hereby granted.*\n(?:^[^\S\n]*(?:\/\/|\*).*\n)*/gmu;

/** The licence texts of all packages among the inputs of a build. @param notices texts of packages that come within others */
export const licences = (
  top: string,
  inputs: readonly string[],
  notices = join(top, "scripts/build/notices"),
): string => {
  const folders = new Map([["", secretlint]]);
  const texts = new Map<string, Set<string>>();
  const add = (name: string, text: string): void =>
    void texts.set(name, (texts.get(name) ?? new Set()).add(text));
  for (const input of inputs) {
    // A bundler's own helper: its package is a tool, which lies beside the others.
    const tool = /^\0([^/\s]+)\//u.exec(input)?.[1];
    const [folder, name] = last.exec(tool === undefined ? input : `node_modules/${tool}/`) ?? [];
    if (folder === undefined || name === undefined) continue;
    folders.set(folder, folder);
    const path = join(input.startsWith("/") ? "" : top, input.split("?")[0] ?? "");
    if (tool !== undefined || !existsSync(path)) continue;
    const code = readFileSync(path, "utf8");
    const within: readonly RegExpExecArray[] = [...code.matchAll(region)];
    for (const [, inner] of within)
      if (inner !== undefined && inner !== name) add(inner, keptOf(inner, name, notices));
    for (const [comment] of code.matchAll(copied))
      add(name, comment.replaceAll(/^[^\S\n]*(?:\/\/|\*) ?/gmu, "").trim());
  }
  for (const folder of folders.values()) {
    const name = last.exec(`${folder}/`)?.[1] ?? folder;
    const path = folder.startsWith("/") ? folder : join(top, folder);
    const all = new Set([textOf(name, path), ...(texts.get(name) ?? [])]);
    texts.set(name, all);
  }
  return [...texts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, all]) => `${name}\n\n${[...all].join("\n\n")}\n`)
    .join(`\n${"-".repeat(72)}\n\n`);
};
