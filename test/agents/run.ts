// Why: drivers are only as good as what they do with the real programs; `npm run test:agents` tells the same stories with each of them, and names in its arguments choose.
import { test } from "node:test";
import { findProgram } from "./find.ts";
import { programs } from "./programs.ts";
import { stories } from "./stories.ts";

const chosen = process.argv.slice(2);
/** By driver; words after a `:` choose among its stories, `codex:killed`. */
const isChosen = (driver: string, story: string): boolean =>
  chosen.length === 0 ||
  chosen.some((word) => word === driver || (word.startsWith(`${driver}:`) && story.includes(word.slice(driver.length + 1))));

for (const program of programs) {
  const due = Object.entries(stories).filter(([name]) => isChosen(program.driver, name));
  if (due.length === 0) continue;
  const found = findProgram(program);
  if ("path" in found) {
    for (const [name, tell] of due) test(`${program.driver}: ${name}`, { timeout: 240_000 }, (t) => tell(t, program, found.path));
  } else {
    console.error(`\nNOT TESTED: ${program.driver}: ${found.skip}\n`);
    test(`${program.driver}: every story`, { skip: found.skip }, () => undefined);
  }
}
