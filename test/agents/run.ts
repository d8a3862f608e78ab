// Runner of `npm run test:agents`: all stories with each real agent program, or with those named.
import { test } from "node:test";
import { twoChats } from "./chats.ts";
import { findProgram } from "./find.ts";
import { hookStoriesOf } from "./hooks.ts";
import { keptStoriesOf } from "./kept.ts";
import { programs } from "./programs.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { codex } from "./programs/codex.ts";
import { stories } from "./stories.ts";

const chosen = process.argv.slice(2);
/** By name; words after a `:` choose among its stories, `codex:killed`. */
const isChosen = (name: string, story: string): boolean =>
  chosen.length === 0 ||
  chosen.some(
    (word) =>
      word === name || (word.startsWith(`${name}:`) && story.includes(word.slice(name.length + 1))),
  );

const chats = "two chats, started by hand, take jobs of one run, and both land";
if (chosen.length === 0 || chosen.includes("chats")) {
  const [one, other] = [findProgram(codex), findProgram(claudeCode)];
  const skip = "skip" in one ? one.skip : "skip" in other ? other.skip : null;
  if ("path" in one && "path" in other)
    test(chats, { timeout: 240_000 }, (t) => twoChats(t, one.path, other.path));
  else test(chats, { skip: skip ?? true }, () => undefined);
}

for (const program of programs) {
  const { name = program.driver } = program;
  const due = Object.entries({
    ...stories,
    ...hookStoriesOf(program),
    ...keptStoriesOf(program),
  }).filter(
    ([story]) =>
      isChosen(name, story) && (program.proposed !== false || !story.startsWith("a newcomer")),
  );
  if (due.length === 0) continue;
  const found = findProgram(program);
  if ("path" in found) {
    for (const [story, tell] of due)
      test(`${name}: ${story}`, { timeout: 240_000 }, (t) => tell(t, program, found.path));
  } else {
    console.error(`\nNOT TESTED: ${name}: ${found.skip}\n`);
    test(`${name}: every story`, { skip: found.skip }, () => undefined);
  }
}
