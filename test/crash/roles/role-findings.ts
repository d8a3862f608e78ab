// Why: however often it was killed, a project's ledger tells of no step twice, its file is what the ledger makes of it, and its history has only grown.
import { linesOf, type Line } from "../../fixtures/stigmergy-room.ts";
import type { Entry } from "../told.ts";
import { doubles, textOf } from "../work.ts";
import { editorName } from "./editor.ts";
import type { RoleLaunch } from "./ground.ts";

const ofType = (ledger: readonly Entry[], ...types: readonly string[]): readonly Entry[] =>
  ledger.filter(({ type }) => types.includes(type));

/** Their engine's times say which it is; what is written by hand is timed anew. */
const nameOf = ({ at, agent, signal, summary }: Line): string =>
  signal === "NOTE" ? `${agent}: ${summary}` : `${at} ${agent} ${signal}: ${summary}`;

/** Each text that stood on the disk is in `last`, in its order; `last` holds nothing twice and its times increase. */
export const grown = (texts: readonly string[], last: string): readonly string[] => {
  const lines = linesOf(last);
  const at = new Map(lines.map((line, index) => [nameOf(line), index]));
  const times = lines.map((line) => line.at);
  const lost = texts.flatMap((text) => {
    const places = linesOf(text).map((line) => ({ name: nameOf(line), place: at.get(nameOf(line)) }));
    return places.flatMap(({ name, place }, index) => {
      if (place === undefined) return [`an entry that stood there is gone: ${name}`];
      return place > (places[index - 1]?.place ?? -1) ? [] : [`an entry stands elsewhere than before: ${name}`];
    });
  });
  return [
    ...new Set(lost),
    ...doubles(lines.map(nameOf)).map((name) => `an entry is there twice: ${name}`),
    ...times.filter((time, index) => time <= (times[index - 1] ?? "")).map((time) => `${time} doesn't come after the entry before it`),
  ];
};

/** Summaries of the editor's, in the order of the file. */
export const edited = (text: string): readonly string[] =>
  linesOf(text).flatMap(({ agent, summary }) => (agent === editorName ? [summary] : []));

/** `tries`: how often each story is built till it is right. `lost`: how many hosts or agents were killed, too: what they did is begun again. */
export const roleFindings = (
  ledger: readonly Entry[],
  launched: readonly RoleLaunch[],
  tries: Readonly<Record<string, number>>,
  lost: number,
): readonly string[] => {
  const of = (type: string, story: string): number => ofType(ledger, type).filter((entry) => textOf(entry, "story") === story).length;
  const begun = launched.map(({ job }) => job);
  const again = doubles(begun).flatMap((job) => {
    const counted = ofType(ledger, "AttemptCounted").filter((entry) => textOf(entry, "job") === job).length;
    const times = begun.filter((one) => one === job).length;
    return times > 1 + counted ? [`the agent of ${job} was launched ${times} times, and ${counted} of them are said to be lost`] : [];
  });
  const once = ["StoryFileRecorded", "StoryReviewed", "StoryCompleted"];
  const struck = ofType(ledger, "StrikeCounted", "IssueOpened", "QuestionAsked", "EditRefused", "Halted");
  const expected = Object.values(tries).reduce((sum, one) => sum + one - 1, 0);
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
    ...planning.flatMap((type) => (ofType(ledger, type).length === 1 ? [] : [`${type} stands there ${ofType(ledger, type).length} times`])),
    ...Object.entries(tries).flatMap(([story, times]) => [
      ...once.flatMap((type) => (of(type, story) === 1 ? [] : [`${type} of ${story} stands there ${of(type, story)} times`])),
      ...(of("WorkFinished", story) === times ? [] : [`${story} was built ${of("WorkFinished", story)} times, not ${times}`]),
    ]),
    ...(lost > 0 || struck.length === expected ? [] : struck.map(({ type, data }) => `${type}: ${JSON.stringify(data)}`)),
    ...(ofType(ledger, "AttemptCounted").length <= lost
      ? []
      : ofType(ledger, "AttemptCounted").map(
          (entry) => `an attempt of ${textOf(entry, "job")} came to nothing: ${textOf(entry, "reason")}`,
        )),
  ];
};
