// What Cairn is for, what a newcomer types first, and the words to learn: in help, README and package.json.

/** For somebody who has never heard of it. */
export const purpose =
  "Cairn gives programming tasks to AI coding agents such as Claude Code and Codex, tests what they made itself, and changes your code only when you merge it.";

export const firstSteps = [
  ["cairn init", "choose your agents and your checks, once"],
  ['cairn run --light "GOAL"', "one agent works; checks and another agent judge"],
  ["cairn merge", "take the result; `cairn undo` takes it back"],
] as const;

export const nineWords = [
  ["run", "all the work on one goal, from your sentence to the merge"],
  ["task", "a part of a run that one agent does; a light run is one task"],
  ["criterion", "a sentence about the result that must come true"],
  ["check", "a command, such as your tests, that Cairn itself runs"],
  ["claim", "what an agent says about its own work; it proves nothing"],
  ["proof", "a check that passed: command, exit code, output and commit"],
  ["decision", "a question that a run asks you; it waits for your answer"],
  ["place", "a copy of your repository where one agent works, apart from yours"],
  ["merge", "brings a run's work into your branch; until then it is untouched"],
] as const;
