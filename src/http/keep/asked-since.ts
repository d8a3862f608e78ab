// Waiting time of questions since this server first saw them.
import type { Time } from "../../core/row.ts";
import type { Picture } from "../../runtime/system.ts";

/** Since when each question of a picture is known: the run's newest event when this server first saw it. By `RUN KEY`. */
export const askedSince = (): ((
  picture: Pick<Picture, "run" | "at" | "decisions">,
) => ReadonlyMap<string, Time>) => {
  const byRun = new Map<string, ReadonlyMap<string, Time>>();
  return ({ run, at, decisions }) => {
    const before = byRun.get(run);
    const now = new Map(
      decisions.map(
        (one) => [`${one.run} ${one.key}`, before?.get(`${one.run} ${one.key}`) ?? at] as const,
      ),
    );
    if (now.size === 0) byRun.delete(run);
    else byRun.set(run, now);
    return now;
  };
};
