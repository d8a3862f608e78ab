// Limits that people set, with their usual values, for docs/reference/limits.md.
import { defaultSettings as iterative } from "../../src/protocols/iterative/settings.ts";
import { defaultSettings as stigmergy } from "../../src/protocols/stigmergy/settings.ts";
import { kinds } from "../../src/protocols/ultrawork/kinds.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import { usualOptions } from "../../src/work/options.ts";

const { minutes, caps } = iterative;
const minutesOf = (ms: number): string => `${ms / 60_000} min`;

/** What is limited, its usual value, and where people set it; `–`: nowhere. */
export const usual: readonly (readonly [what: string, value: string, set: string])[] = [
  ["agents of one runner at once", `${emptyConfig.runner.agents}`, "`runner.agents`, up to 64"],
  ...Object.values(kinds).map(
    ({ noun, ms }) => [`ultrawork: time of ${noun}`, minutesOf(ms), "–"] as const,
  ),
  ["ultrawork: tries of an explorer", `${kinds.explore.tries(usualOptions)}`, "–"],
  ["ultrawork: tries of the planner", `${kinds.plan.tries(usualOptions)}`, "–"],
  [
    "ultrawork, ralph: tries of a task",
    `${usualOptions.max_attempts}`,
    "`--max-attempts`, 1 to 10",
  ],
  [
    "ultrawork: rounds of verification",
    `${usualOptions.max_iterations}`,
    "`--max-iterations`, 1 to 50",
  ],
  ["ultrawork: time of a check", `${usualOptions.timeout_s} s`, "`--timeout-s`, up to 7,200"],
  ["iterative: time of a pass", `${minutes.work} min`, "`minutes.work`"],
  ["iterative: time of a verification, review, plan", `${minutes.verify} min`, "`minutes`"],
  ["iterative: time of a gate's check", `${minutes.check} min`, "`minutes.check`"],
  ...Object.entries(caps).map(
    ([name, value]) => [`iterative: \`${name}\` in a row`, `${value}`, `\`caps.${name}\``] as const,
  ),
  ["stigmergy: time of work or an issue", `${stigmergy.minutes.work} min`, "`minutes.work`"],
  ["stigmergy: time of a planning document", `${stigmergy.minutes.plan} min`, "`minutes.plan`"],
  [
    "stigmergy: time of a review, story file, audit",
    `${stigmergy.minutes.review} min`,
    "`minutes.review`",
  ],
  ["stigmergy: time of a check", `${stigmergy.minutes.check} min`, "`minutes.check`"],
  ["stigmergy: attempts at a job that come to nothing", `${stigmergy.attempts}`, "`attempts`"],
  ["stigmergy: strikes before a responder", `${stigmergy.strikes}`, "`strikes`"],
  ["stigmergy: issues of one subject", `${stigmergy.issues_per_subject}`, "`issues_per_subject`"],
];
