// The example of the page on agents of one's own: its script and its configuration are those that stand in the page.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Story } from "./stories.ts";

const path = "docs/guide/own-agent.md";

/** The text of the page's first block in this language. */
const block = (language: string): string => {
  const page = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  const found = page.split(`\n\`\`\`${language}\n`)[1]?.split("\n```\n")[0];
  if (found === undefined) throw new Error(`${path} holds no block of ${language}`);
  return `${found}\n`;
};

export const ownAgent: Story = {
  name: "own-agent",
  pages: [path],
  tell: async ({ type, git, root }) => {
    writeFileSync(join(root, "my-agent"), block("sh"), { mode: 0o755 });
    writeFileSync(join(root, "cairn.config.json"), block("json"));
    await git("add", "my-agent", "cairn.config.json");
    await git("commit", "--quiet", "--message", "Add an agent of our own");
    return {
      run: await type(["run", "--light", "Count quantities"]),
      merge: await type(["merge"]),
    };
  },
};
