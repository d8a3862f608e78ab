// What the events of a run's work say of how attempts ended: what landed, and what couldn't.
import { type EndSaid, ofJob, ofUnit, own } from "../core/attempt-end.ts";
import { firstOf } from "../core/how-many.ts";
import type { WorkEvent } from "./messages.ts";
import type { Site } from "./site.ts";

const mostFiles = 3;

/** Of the last work of a unit: by the unit, and where one unit gathers all work by whose it is. */
const stands = (
  site: Site | null,
  unit: string,
  is: "returned" | "conflict",
  why: string,
): readonly EndSaid[] => {
  const said = ofUnit(unit, is, why);
  const doer = site?.candidates[unit]?.doer.job;
  return doer === undefined ? [said] : [said, { ...said, of: { job: doer } }];
};

/** Only what mends is no job of its protocol's, which tells itself how its own ended. */
const isMend = (site: Site | null, unit: string, job: string): boolean => {
  const candidate = site?.candidates[unit];
  return (
    candidate !== undefined &&
    ![...candidate.doers, ...candidate.waiting.map(({ doer }) => doer)].some(
      (doer) => doer.job === job,
    )
  );
};

/** `site`: after the event. */
export const ends = (event: WorkEvent, site: Site | null): readonly EndSaid[] => {
  switch (event.type) {
    case "WorkTaken":
      return isMend(site, event.data.unit, event.data.doer.job) ? [own("mended")] : [];
    case "MendEnded":
      return [own("failed", event.data.why)];
    case "ConflictFound":
      return stands(
        site,
        event.data.unit,
        "conflict",
        `with what landed meanwhile, in ${firstOf(event.data.files, mostFiles)}`,
      );
    case "LandingTried": {
      const { unit, passed, said } = event.data;
      return passed
        ? [own("passed")]
        : [
            own("failed", said),
            ...stands(site, unit, "returned", `red on the merged tree: ${said}`),
          ];
    }
    case "BaseTried": {
      const red = event.data.red.map(({ name }) => name);
      if (event.data.setup !== undefined)
        return [own("failed", `the setup fails: ${event.data.setup}`)];
      return [red.length === 0 ? own("passed") : own("failed", red.join(", "))];
    }
    case "FinalTried":
      return [event.data.passed ? own("passed") : own("failed", event.data.said)];
    case "WorkLanded":
      return [ofUnit(event.data.unit, "landed"), ofJob(event.data.job, "landed")];
    default:
      return [];
  }
};
