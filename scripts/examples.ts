// Types the guide's examples and writes their output into its pages (`npm run examples`); --check names stale pages, words choose pages.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf, withBlocks, withCounts } from "./examples/blocks.ts";
import { atDesk } from "./examples/desk.ts";
import { stories } from "./examples/stories.ts";

const top = join(import.meta.dirname, "..");
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const check = process.argv.includes("--check");

/** The first line that differs, as it is in the page and as it is now. */
const firstChange = (found: string, made: string): string => {
  const [was, is] = [found.split("\n"), made.split("\n")];
  const at = is.findIndex((line, index) => line !== was[index]);
  return at === -1 ? `- ${was[is.length] ?? ""}` : `- ${was[at] ?? ""}\n+ ${is[at] ?? ""}`;
};

const update = (page: string, made: (found: string) => string): void => {
  const path = join(top, page);
  const found = readFileSync(path, "utf8");
  const text = made(found);
  if (text === found) return;
  if (check) {
    console.error(`${page} is stale: run \`npm run examples\` and commit it`);
    console.error(firstChange(found, text));
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    console.log(page);
  }
};

const counts: Record<string, number> = {};
for (const { name, pages, missing = null, tell } of stories.filter(
  (story) => words.length === 0 || words.includes(story.name),
)) {
  if (missing !== null) {
    console.log(`${pages.join(", ")} is left out: ${missing}`);
    continue;
  }
  const texts = await atDesk(async (desk) => {
    const told = await tell(desk);
    counts[name] = desk.conversations();
    return told;
  });
  const shared = textsOf(
    pages.map((page) => readFileSync(join(top, page), "utf8")),
    texts,
  );
  for (const [at, page] of pages.entries())
    update(page, (found) => withBlocks(found, shared[at] ?? {}));
}
update("README.md", (found) => withCounts(found, counts));
