// Why: who tried what, when and how it stands is told of the moment that is looked at, in the same way by each part of the page.
import type { Shown, Timeline } from "../../src/http/answers.ts";
import type { Mark } from "./style/mark.ts";

export type Attempt = Timeline["attempts"][number];
/** The moment that is looked at. */
export type Then = { readonly version: number; readonly at: string };

/** As they stood at a version, without what came after it; null: now. */
export const asOf = (attempts: readonly Attempt[], then: Then | null): readonly Attempt[] => {
  if (then === null) return attempts;
  return attempts
    .filter(({ versions }) => versions[0] <= then.version)
    .map((one) =>
      one.versions[1] <= then.version ? one : { ...one, over: false, to: then.at, versions: [one.versions[0], then.version] as const },
    );
};

/** Fences of the leases under which somebody is at work; null in the past: who held what then is in no ledger. */
export const heldIn = (jobs: Shown["jobs"], past: boolean): ReadonlySet<number> | null =>
  past ? null : new Set(jobs.flatMap(({ is, fence }) => (is === "running" && fence !== null ? [fence] : [])));

/** `live`: somebody is at it; `lost`: no word of its end, and nobody at it. */
export type Course = "over" | "live" | "lost";

/** `live`: fences of the leases that are held; null: nobody knows of then, so what isn't over goes on. */
export const courseOf = ({ over, fence }: Attempt, live: ReadonlySet<number> | null): Course =>
  over ? "over" : live === null || live.has(fence) ? "live" : "lost";

export const courseMarks: Readonly<Record<Course, Mark>> = {
  over: { mark: "·", tone: "dim", words: "over" },
  live: { mark: "▶", tone: "busy", words: "under way" },
  lost: { mark: "?", tone: "doubt", words: "no word of its end" },
};
