// Recount of stigmergy's strikes, issues and tries from the events alone.
import { insist } from "../watch.ts";
import type { Moment } from "./watch.ts";

type Tally = { tries: number; strikes: number; issues: number };

export const judgeTallies = (): ((moment: Moment) => void) => {
  const tallies = new Map<string, Tally>();
  const of = (subject: string): Tally => {
    const found = tallies.get(subject) ?? { tries: 1, strikes: 0, issues: 0 };
    tallies.set(subject, found);
    return found;
  };
  const clear = (...subjects: readonly string[]): void => {
    for (const subject of subjects) Object.assign(of(subject), { strikes: 0, issues: 0 });
  };
  const ofStory = (id: string): readonly string[] => [
    `story:${id}`,
    `review:${id}`,
    `story-file:${id}`,
  ];

  const count = ({ event, before }: Moment): void => {
    switch (event.type) {
      case "BriefFinished":
        return clear("brief");
      case "PrdFinished":
        return clear("prd");
      case "UxFinished":
        return clear("ux");
      case "ArchitectureFinished":
        return clear("architecture");
      case "ManifestReplaced":
        return clear("manifest");
      case "StoryFileRecorded":
        return clear(`story-file:${event.data.story}`);
      case "StoryReviewed":
        return clear(`review:${event.data.story}`);
      case "StoryCompleted":
      case "StoryForced":
        return clear(...ofStory(event.data.story));
      case "StoryReopened":
        for (const id of event.data.stories) {
          clear(`story:${id}`);
          of(`story:${id}`).tries += 1;
        }
        return undefined;
      case "StrikeCounted": {
        const { subject, kind } = event.data;
        const tally = of(subject);
        tally.strikes += 1;
        tally.tries += 1;
        if (kind === "review" && subject.startsWith("story:"))
          clear(`review:${subject.slice("story:".length)}`);
        return undefined;
      }
      case "IssueOpened":
        of(event.data.subject).issues += 1;
        return undefined;
      case "IssueResolved": {
        const tally = of(
          before.issues.find(({ id }) => id === event.data.id)?.subject ?? "project",
        );
        tally.strikes = 0;
        tally.tries += 1;
        return undefined;
      }
      case "QuestionAnswered":
        of(before.questions.find(({ id }) => id === event.data.id)?.subject ?? "project").tries +=
          1;
        return undefined;
      case "GateRefused": {
        const { gate, redo } = event.data;
        of(gate.startsWith("story:") ? `story-file:${gate.slice("story:".length)}` : redo).tries +=
          1;
        return undefined;
      }
      case "Unhalted": {
        const subject = before.halted?.subject ?? null;
        if (subject === null) return undefined;
        clear(subject);
        of(subject).tries += 1;
        return undefined;
      }
      default:
        return undefined;
    }
  };

  return (moment) => {
    count(moment);
    const { event, after } = moment;
    for (const subject of new Set([...tallies.keys(), ...Object.keys(after.tallies)])) {
      const { tries, strikes, issues } = after.tallies[subject] ?? {
        tries: 1,
        strikes: [],
        issues: 0,
      };
      const own = of(subject);
      insist(
        tries === own.tries && strikes.length === own.strikes && issues === own.issues,
        () =>
          `after ${event.type} ${subject} has ${tries} tries, ${strikes.length} strikes and ${issues} issues, and counted were ${JSON.stringify(own)}`,
      );
    }
  };
};
