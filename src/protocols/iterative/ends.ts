// How attempts at an iterative run's jobs ended, as its events tell it.
import { byReason, type EndSaid, ofUnit, own } from "../../core/attempt-end.ts";
import { howMany } from "../../core/how-many.ts";
import { because } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { IterativeEvent, IterativeEvents } from "./messages.ts";

const pass = ({ result, why, said }: IterativeEvents["PassEnded"]["data"]): EndSaid => {
  if (result === "done") return own("reported", said.did);
  if (result === "blocked") return own("failed", `blocked${because(said.blockers)}`);
  const end = byReason(why);
  // What says itself that more is to do is no failure.
  return end.is === "failed" && !/^(?:exit |fault:|its (?:output|exit)|it was stopped)/u.test(why)
    ? own("partial", said.remaining === "" ? why : said.remaining)
    : end;
};

const gate = ({
  unit,
  outcome,
  checks,
}: IterativeEvents["GateRun"]["data"]): readonly EndSaid[] => {
  const red = checks.flatMap(({ name, passed }) => (passed ? [] : [name])).join(", ");
  if (outcome === "green") return [own("passed")];
  if (outcome === "none configured") return [own("void", "no check is configured")];
  const why = outcome === "restless" ? "the files changed meanwhile" : red;
  return [
    own("failed", why),
    ...(unit === null || outcome === "restless" ? [] : [ofUnit(unit, "returned", `red: ${red}`)]),
  ];
};

export const ends = (event: Recorded<IterativeEvent>): readonly EndSaid[] => {
  switch (event.type) {
    case "QuestionsAsked":
      return [own("asked", event.data.questions[0]?.text ?? null)];
    case "BriefWritten":
      return [own("written", event.data.title)];
    case "PlanProposed":
      return [
        own("written", `plan ${event.data.rev}, ${howMany(event.data.units.length, "unit")}`),
      ];
    case "PassEnded":
      return [pass(event.data)];
    case "PassVoided":
      return [byReason(event.data.why)];
    case "AttemptFailed":
      return [byReason(event.data.why)];
    case "GateRun":
      return gate(event.data);
    case "VerdictGiven": {
      const { unit, verdict, gaps, why } = event.data;
      if (verdict === "VERIFIED") return [own("judged", "all criteria are met")];
      const found = `${howMany(gaps.length, "gap")}${because(gaps[0]?.problem ?? why)}`;
      return [own("judged", found), ofUnit(unit, "returned", found)];
    }
    case "ReviewGiven": {
      const { issues } = event.data;
      return [
        own("judged", `${howMany(issues.length, "issue")}${because(issues[0]?.problem ?? null)}`),
      ];
    }
    case "ReviewVoided":
      return [own("void", event.data.why)];
    case "UnitSettled":
      return [ofUnit(event.data.unit, "done")];
    case "UnitReopened":
      return [ofUnit(event.data.unit, "returned", event.data.gap?.problem ?? event.data.reason)];
    case "RunArchived":
      return [own("passed")];
    default:
      return [];
  }
};
