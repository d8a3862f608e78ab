// Planning jobs of stigmergy, from the idea to the manifest: one document per role.
import type { Job } from "../../../core/job.ts";
import type { Path } from "../../../core/row.ts";
import { architectureFiles, isListed, prdFile, qaFile, uxFile } from "../manifest.ts";
import { workShape } from "../report-shapes.ts";
import type { Part, State } from "../state.ts";
import { agentJob, isHeld, isLast } from "./agents.ts";
import { planKey } from "./keys.ts";

type Planned = {
  readonly part: Part | "manifest";
  readonly role: string;
  readonly saw: string;
  readonly paths: readonly Path[];
  readonly tier?: "heavy";
};

const planJob = (state: State, { part, role, saw, paths, tier }: Planned): readonly Job[] => {
  if (isHeld(state, part)) return [];
  const key = planKey(state, part);
  return [
    agentJob(state, {
      key,
      about: { is: "plan", subject: part, part, paths, last: isLast(state, key) },
      subject: part,
      role,
      saw,
      minutes: "plan",
      report: workShape,
      ...(tier === undefined ? {} : { tier }),
      writes: ["docs/"],
      reads: paths,
    }),
  ];
};

/** The QA protocol is optional if the settings contain the checks. */
export const architecturePaths = ({ settings }: Pick<State, "settings">): readonly Path[] =>
  architectureFiles.filter((path) => path !== qaFile || settings.checks === null);

export const planningJobs = (state: State): readonly Job[] => {
  const { status, parts, settings, epics, briefPath } = state;
  if (status === "NEEDS_BRIEFING")
    return parts.brief === null
      ? planJob(state, {
          part: "brief",
          role: "mary",
          saw: "no brief is recorded",
          paths: [briefPath],
        })
      : [];
  if (status !== "NEEDS_PLANNING") return [];
  if (parts.prd === null)
    return planJob(state, {
      part: "prd",
      role: "john",
      saw: "no product requirements are recorded",
      paths: [prdFile],
    });
  const ux = settings.ux && parts.ux === null;
  return [
    ...(!isListed(state)
      ? planJob(state, {
          part: "manifest",
          role: "john",
          saw: `the product requirements are there, and ${epics.length === 0 ? "the manifest is empty" : "not every epic has its stories"}`,
          paths: [prdFile],
        })
      : []),
    ...(ux
      ? planJob(state, {
          part: "ux",
          role: "sally",
          saw: "a UX specification is wanted",
          paths: [uxFile],
        })
      : []),
    ...(!ux && parts.architecture === null
      ? planJob(state, {
          part: "architecture",
          role: "winston",
          saw: "the product requirements are there, and no architecture is",
          paths: architecturePaths(state),
          tier: "heavy",
        })
      : []),
  ];
};
