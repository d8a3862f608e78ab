// Links of a built site that lead nowhere, also those of its navigation, which vitepress doesn't look at.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]+)"/gu)].map((match) => match[1] ?? "");
const idsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/gu)].map((match) => match[1] ?? ""));

/** Links to the repository's source and licence stay as they are, though vitepress may put `.html` behind them: a rule of test/tidy looks at those. */
const SOURCE = /^(?:\.{1,2}\/)*(?:(?:test|bench|src|scripts|web|bin)\/|LICENSE\.html$)/u;
const isOfSite = (link: string): boolean =>
  (/^[^:?#]*\.(?:html|png|svg|js|css)(?:#|$)/u.test(link) || link.startsWith("#")) &&
  !SOURCE.test(link);

/** `folder`: of the built site. A line for each dead link: page and link. */
export const deadLinks = (folder: string): readonly string[] => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const there = new Set(files);
  const pages = new Map(
    files
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  const ids = new Map([...pages].map(([path, html]) => [path, idsOf(html)]));
  return [...pages].flatMap(([path, html]) =>
    [...new Set(linksOf(html))]
      .filter(isOfSite)
      .filter((link) => {
        const [to = "", name = ""] = decodeURIComponent(link).split("#");
        const target =
          to === ""
            ? path
            : to.startsWith("/")
              ? to.slice(1)
              : relative(folder, join(folder, dirname(path), to));
        return !there.has(target) || (name !== "" && ids.get(target)?.has(name) === false);
      })
      .map((link) => `${path}: ${link}`),
  );
};
