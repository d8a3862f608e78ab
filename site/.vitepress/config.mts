// The site's pages are the repository's own Markdown files, in this order; it searches in itself, and a dead link fails the build.
import { defineConfig } from "vitepress";

const item = (text: string, link: string) => ({ text, link });

// oxlint-disable-next-line import/no-default-export -- vitepress asks for it
export default defineConfig({
  title: "Cairn",
  description: "Runs your coding agents, checks what they did, and lands only what is proved.",
  srcDir: "..",
  srcExclude: ["**/node_modules/**", "test/**", "bench/**", "site/**", "AGENTS.md"],
  outDir: "./dist",
  cacheDir: "./.vitepress/cache",
  rewrites: { "README.md": "index.md" },
  cleanUrls: false,
  // Folders and files of the repository that are no pages.
  ignoreDeadLinks: [
    /\/(?:schemas|decisions)\/index$/u,
    /\/LICENSE$/u,
    /^\.?\.?\/?(?:\.\.\/)*(?:test|bench|src|scripts|web|bin)\//u,
  ],
  markdown: {
    // The pages are plain Markdown: what looks like an element in them is text, and braces are no template.
    html: false,
    attrs: { disable: true },
    config: (md) => {
      md.core.ruler.before("normalize", "marks", (state) => {
        state.src = state.src.replaceAll(
          /<!-- (?:example: [a-z-]+|conversations: [a-z-]+|end) -->/gu,
          "",
        );
      });
      md.renderer.rules.text = (tokens, index) =>
        md.utils.escapeHtml(tokens[index]?.content ?? "").replaceAll("{{", "&#123;&#123;");
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [item("Guide", "/docs/guide/getting-started"), item("Reference", "/docs/reference/cli")],
    sidebar: [
      {
        text: "Guide",
        items: [
          item("What Cairn is", "/"),
          item("Getting started", "/docs/guide/getting-started"),
          item("Decisions", "/docs/guide/decisions"),
          item("Budgets", "/docs/guide/budgets"),
          item("Evidence", "/docs/guide/evidence"),
          item("Places: where jobs work", "/docs/guide/places"),
          item("Checks and setup", "/docs/guide/checks"),
          item("The fence", "/docs/guide/fence"),
          item("Files and hand edits", "/docs/guide/files"),
          item("Agents", "/docs/guide/agents"),
          item("Write your own agent", "/docs/guide/own-agent"),
          item("The page", "/docs/guide/page"),
          item("Notifications", "/docs/guide/notifications"),
          item("Agents over MCP", "/docs/guide/mcp"),
          item("Hooks", "/docs/guide/hooks"),
          item("Several machines", "/docs/guide/machines"),
          item("The record", "/docs/guide/record"),
          item("Trouble", "/docs/guide/trouble"),
        ],
      },
      {
        text: "Ways of working",
        items: ["ultrawork", "player", "iterative", "ralph", "stigmergy"].map((name) =>
          item(name, `/docs/guide/${name}`),
        ),
      },
      {
        text: "In depth",
        collapsed: true,
        items: ["trust", "secrets", "postgres", "glossary"].map((name) =>
          item(name, `/docs/${name}`),
        ),
      },
      {
        text: "Reference",
        collapsed: true,
        items: [
          ...["cli", "commands", "events", "refusals", "limits", "http"].map((name) =>
            item(name, `/docs/reference/${name}`),
          ),
          ...["ultrawork", "player", "iterative", "ralph", "stigmergy"].map((name) =>
            item(`rules of ${name}`, `/docs/protocols/${name}`),
          ),
        ],
      },
      {
        text: "Inside",
        collapsed: true,
        items: [
          item("architecture", "/ARCHITECTURE"),
          item("contributing", "/CONTRIBUTING"),
          item("extending", "/docs/extending"),
        ],
      },
      {
        text: "Proofs",
        collapsed: true,
        items: [
          ...[
            "lies",
            "crash",
            "simulation",
            "fuzz",
            "postgres",
            "agents",
            "layouts",
            "benchmarks",
          ].map((name) => item(name, `/docs/proofs/${name}`)),
          item("benchmarks of PostgreSQL", "/docs/proofs/benchmarks-postgres"),
        ],
      },
    ],
  },
});
