// Crash checks of stigmergy's ledger: no step twice, a reason for every relaunch.
import type { Entry } from "../told.ts";
import { doubles, textOf } from "../work.ts";
import type { RoleLaunch } from "./ground.ts";

const ofType = (ledger: readonly Entry[], ...types: readonly string[]): readonly Entry[] =>
  ledger.filter(({ type }) => types.includes(type));

const strikesOf = (ledger: readonly Entry[], story: string): number =>
  ofType(ledger, "StrikeCounted").filter(
    (entry) => textOf(entry, "subject") === `story:${story}` && textOf(entry, "kind") === "check",
  ).length;

/** Whatever was built was judged good in the end, or struck. */
const builds = (ledger: readonly Entry[], story: string): readonly string[] => {
  const built = ofType(ledger, "WorkFinished").filter(
    (entry) => textOf(entry, "story") === story,
  ).length;
  const struck = strikesOf(ledger, story);
  return built === struck + 1
    ? []
    : [`${story} was built ${built} times, and failed ${struck} of them`];
};

/** `tries`: how often each story is built till it is right. `lost`: how many hosts or agents were killed, too: what they did is begun again. */
export const roleFindings = (
  ledger: readonly Entry[],
  launched: readonly RoleLaunch[],
  tries: Readonly<Record<string, number>>,
  lost: number,
): readonly string[] => {
  const of = (type: string, story: string): number =>
    ofType(ledger, type).filter((entry) => textOf(entry, "story") === story).length;
  const begun = launched.map(({ job }) => job);
  const again = doubles(begun).flatMap((job) => {
    const counted = ofType(ledger, "AttemptCounted").filter(
      (entry) => textOf(entry, "job") === job,
    ).length;
    const times = begun.filter((one) => one === job).length;
    return times > 1 + counted
      ? [
          `the agent of ${job} was launched ${times} times, and ${counted} of them are said to be lost`,
        ]
      : [];
  });
  const once = ["StoryFileRecorded", "StoryReviewed", "StoryCompleted"];
  const wrong = ofType(
    ledger,
    "StrikeCounted",
    "IssueOpened",
    "QuestionAsked",
    "EditRefused",
    "Halted",
  ).filter(
    (entry) => lost === 0 && !(entry.type === "StrikeCounted" && textOf(entry, "kind") === "check"),
  );
  const most = Math.max(...Object.values(tries)) - 1;
  // A check that fails strikes every story that awaits it.
  const strikes = Object.entries(tries).flatMap(([story, times]) => {
    const count = strikesOf(ledger, story);
    return lost > 0 || (count >= times - 1 && count <= most)
      ? []
      : [`${story} has failed its check ${count} times`];
  });
  const planning = [
    "BriefFinished",
    "PrdFinished",
    "ManifestReplaced",
    "ArchitectureFinished",
    "BlueprintCompleted",
    "EpicCompleted",
    "ProjectCompleted",
  ];
  return [
    ...again,
    ...planning.flatMap((type) =>
      ofType(ledger, type).length === 1
        ? []
        : [`${type} stands there ${ofType(ledger, type).length} times`],
    ),
    ...Object.keys(tries).flatMap((story) => [
      ...once.flatMap((type) =>
        of(type, story) === 1 ? [] : [`${type} of ${story} stands there ${of(type, story)} times`],
      ),
      ...builds(ledger, story),
    ]),
    ...strikes,
    ...wrong.map(({ type, data }) => `${type}: ${JSON.stringify(data)}`),
    ...(ofType(ledger, "AttemptCounted").length <= lost
      ? []
      : ofType(ledger, "AttemptCounted").map(
          (entry) =>
            `an attempt of ${textOf(entry, "job")} came to nothing: ${textOf(entry, "reason")}`,
        )),
  ];
};
