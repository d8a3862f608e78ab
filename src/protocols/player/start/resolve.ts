// Template lookup by path, file name, id or part of a name, over texts alone.
import { nearestOf } from "../../../core/words/near.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { readTemplate } from "../template/read-template.ts";
import { isSlug, middleOf } from "../template/slug.ts";

export const templatesFolder = ".workflow/templates";

export type Texts = Readonly<Record<Path, { readonly text: string } | null>>;
export type Lookup = { readonly is: "one" | "none" | "several"; readonly names: readonly string[] };
export type Resolved = { readonly lookup: Lookup; readonly path: Path; readonly text: string };

export const isPath = (name: string): boolean => name.startsWith(".") || name.includes("/");
export const stemOf = (path: Path): string =>
  (path.split("/").at(-1) ?? path).replace(/\.json$/u, "");

const idOf = (text: string): string | null => {
  const template = readTemplate(text);
  return isRefusal(template) ? null : template.id;
};

/** Returns the file's stem, or the middle of the template's id if the stem can't be a slug. */
export const slugFor = (path: Path, text: string): string => {
  const stem = stemOf(path);
  return isSlug(stem) ? stem : (middleOf(idOf(text) ?? "") ?? "template");
};

const none = (names: readonly string[], is: "none" | "several" = "none"): Resolved => ({
  lookup: { is, names },
  path: "",
  text: "",
});

/** Files in the templates folder whose path and name make them templates. */
export const templatesIn = (
  texts: Texts,
): readonly { readonly path: Path; readonly slug: string; readonly text: string }[] =>
  Object.entries(texts).flatMap(([path, file]) => {
    const isOne =
      path.startsWith(`${templatesFolder}/`) && path.endsWith(".json") && stemOf(path) !== "index";
    return file === null || !isOne ? [] : [{ path, slug: stemOf(path), text: file.text }];
  });

/**
 * Accepts a path (absolute, starting with `.` or containing `/`), else a slug, an id, or a part of exactly one slug.
 * `none` carries the three nearest names, `several` all matches.
 */
export const resolve = (name: string, texts: Texts): Resolved => {
  if (isPath(name)) {
    const path = name.replace(/^(?:\.\/)+/u, "");
    const file = texts[path] ?? texts[name];
    return file === undefined || file === null
      ? none([])
      : { lookup: { is: "one", names: [name] }, path, text: file.text };
  }
  const all = templatesIn(texts);
  const slugs = all.map(({ slug }) => slug);
  const exact =
    all.find(({ slug }) => slug === name) ?? all.find(({ text }) => idOf(text) === name);
  const parts =
    exact === undefined && name !== "" ? all.filter(({ slug }) => slug.includes(name)) : [];
  const one = exact ?? (parts.length === 1 ? parts[0] : undefined);
  if (one !== undefined)
    return { lookup: { is: "one", names: [one.slug] }, path: one.path, text: one.text };
  if (parts.length > 1)
    return none(
      parts.map(({ slug }) => slug),
      "several",
    );
  return none(name === "" ? slugs : nearestOf(name, slugs, 3));
};
