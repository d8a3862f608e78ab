// Time that a question has waited.
import { useRuns } from "./api/queries.ts";
import { Since } from "./style/since.tsx";

/** `waits 13 min`; empty while unknown. */
export const Waits = ({ run, decision }: { readonly run: string; readonly decision: string }) => {
  const { data: lines } = useRuns();
  const since = lines
    ?.flatMap(({ decisions }) => decisions)
    .find((one) => one.run === run && one.key === decision)?.since;
  return since === undefined ? null : (
    <span className="waits dim">
      waits <Since at={since} />
    </span>
  );
};
