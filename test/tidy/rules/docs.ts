// Tidy rules of documents: links, commands and forms.
import { posix } from "node:path";
import type { Finding, Rule } from "../rule.ts";
import { each } from "../rule.ts";

const isDocument = (path: string): boolean => path.endsWith(".md") && !path.startsWith("test/");
const decision = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/;
const parts = ["**Context.**", "**Decision.**", "**Consequences.**"];

const links: Rule["find"] = (sources) => {
  const paths = new Set(sources.map(({ path }) => path));
  const there = (path: string): boolean =>
    paths.has(path) || [...paths].some((one) => one.startsWith(`${path.replace(/\/$/, "")}/`));
  return sources
    .filter(({ path }) => isDocument(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) =>
        [...line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|^\[[^\]]+\]: ([^#\s]+)/gu)]
          .map((match) => match[1] ?? match[2] ?? "")
          .filter((to) => !/^[a-z]+:/.test(to) && !there(posix.join(posix.dirname(path), to)))
          .map((to) => ({ path, line: index + 1, text: `links to ${to}, which isn't there` })),
      ),
    );
};

/**
 * Headings as GitHub and the site name them in addresses; a name that comes again gets a number.
 * GitHub drops a mark within a word, the site makes a hyphen of it: such a heading has no address.
 */
const anchors = (text: string): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  const named = text.replaceAll(/^```[\s\S]*?^```/gmu, "").matchAll(/^#{1,6} (.+)$/gmu);
  return new Set(
    [...named].flatMap(([, heading = ""]) => {
      const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1").toLowerCase();
      if (/[\p{L}\p{N}][^\p{L}\p{N} _-]+[\p{L}\p{N}]/u.test(plain)) return [];
      const name = plain
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .trim()
        .replaceAll(" ", "-");
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [count === 0 ? name : `${name}-${count}`];
    }),
  );
};

const fragments: Rule["find"] = (sources) => {
  const pages = new Map(
    sources
      .filter(({ path }) => path.endsWith(".md"))
      .map(({ path, text }) => [path, anchors(text)]),
  );
  return sources
    .filter(({ path }) => isDocument(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) =>
        [...line.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/gu)]
          .filter(([, to = "", name = ""]) => {
            const page = pages.get(to === "" ? path : posix.join(posix.dirname(path), to));
            return page !== undefined && !page.has(name);
          })
          .map(([, to = "", name = ""]) => ({
            path,
            line: index + 1,
            text: `links to #${name}, which ${to === "" ? path : to} doesn't have`,
          })),
      ),
    );
};

const scripts: Rule["find"] = (sources) => {
  const manifest: unknown = JSON.parse(
    sources.find(({ path }) => path === "package.json")?.text ?? "{}",
  );
  const known =
    typeof manifest === "object" &&
    manifest !== null &&
    "scripts" in manifest &&
    typeof manifest.scripts === "object"
      ? Object.keys(manifest.scripts ?? {})
      : [];
  return sources
    .filter(({ path }) => isDocument(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) =>
        [...line.matchAll(/`npm (?:run )?(start|test|(?<=run )[a-z:-]+)\b/g)]
          .map((match) => match[1] ?? "")
          .filter((name) => !known.includes(name))
          .map((name) => ({
            path,
            line: index + 1,
            text: `names the script ${name}, which package.json doesn't have`,
          })),
      ),
    );
};

const numbered: Rule["find"] = (sources) => {
  const numbers = sources.flatMap(({ path }) => decision.exec(path)?.slice(1, 2) ?? []).map(Number);
  return numbers
    .filter((number, index) => number !== index + 1)
    .slice(0, 1)
    .map((number) => ({
      path: "docs/decisions",
      line: 1,
      text: `numbers have a gap or a double at ${number}`,
    }));
};

export const docs: readonly Rule[] = [
  {
    name: "links: every relative link in a document leads somewhere",
    find: links,
    bad: [
      { "README.md": "see [it](docs/none.md)" },
      { "README.md": "see [it]\n\n[it]: docs/none.md" },
    ],
    good: [
      {
        "README.md": "see [it](docs/a.md#part), [all](docs/), [away](https://example.org)",
        "docs/a.md": "",
      },
    ],
  },
  {
    name: "links: every link to a heading finds it",
    find: fragments,
    bad: [
      { "README.md": "see [it](docs/a.md#b)", "docs/a.md": "# A" },
      { "README.md": "# A\n[it](#b)" },
      { "README.md": "```\n# B\n```\n[it](#b)" },
      { "README.md": "# What isn't\n[it](#what-isnt)" },
    ],
    good: [
      {
        "README.md": "see [it](docs/a.md#what-it-is), [again](docs/a.md#a-1), [here](#b)\n# B",
        "docs/a.md": "# A\n## What `it` is?\n## A",
      },
    ],
  },
  {
    name: "scripts: every npm script that a document names is there",
    find: scripts,
    bad: [
      { "README.md": "`npm run fly`", "package.json": '{ "scripts": { "test": "x" } }' },
      { "README.md": "`npm start`", "package.json": "{}" },
    ],
    good: [
      {
        "README.md": "`npm test`, `npm run build`, `npm ci`",
        "package.json": '{ "scripts": { "test": "x", "build": "y" } }',
      },
    ],
  },
  {
    name: "decisions: numbered without gaps",
    find: numbered,
    bad: [
      { "docs/decisions/0002-b.md": "" },
      { "docs/decisions/0001-a.md": "", "docs/decisions/0001-b.md": "" },
    ],
    good: [{ "docs/decisions/0001-a.md": "", "docs/decisions/0002-b.md": "" }],
  },
  {
    name: "decisions: a title, a date, context, decision, consequences, on one screen",
    find: each(
      (path) => path.startsWith("docs/decisions/"),
      ({ path, text }) => {
        const say = (wrong: boolean, what: string): readonly Omit<Finding, "path">[] =>
          wrong ? [{ line: 1, text: what }] : [];
        return [
          ...say(!decision.test(path), "is not called NNNN-words.md"),
          ...say(
            !/^# \S.*\n\n\d{4}-\d{2}-\d{2} · (accepted|replaced by \d{4})\n/.test(text),
            "doesn't open with its title, its date and what became of it",
          ),
          ...parts.flatMap((part) => say(!text.includes(`\n${part} `), `has no part ${part}`)),
          ...say(text.split("\n").length > 60, "is longer than a screen"),
        ];
      },
    ),
    bad: [
      { "docs/decisions/storage.md": "" },
      {
        "docs/decisions/0001-a.md":
          "# A\n\n2026-01-01 · accepted\n\n**Context.** x\n\n**Decision.** y\n",
      },
      {
        "docs/decisions/0001-a.md":
          "# A\n\n**Context.** x\n\n**Decision.** y\n\n**Consequences.** z\n",
      },
    ],
    good: [
      {
        "docs/decisions/0001-a.md":
          "# A\n\n2026-01-01 · accepted\n\n**Context.** x\n\n**Decision.** y\n\n**Consequences.** z\n",
      },
    ],
  },
];
