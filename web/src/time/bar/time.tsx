// Time bar of a run's page, behind a button until it is wanted.
import { useState } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { useKey } from "../../keys.ts";
import { TimeBar } from "./time-bar.tsx";

export const Time = ({ now, past }: { readonly now: RunAnswer; readonly past: boolean }) => {
  const [used, setUsed] = useState(false);
  useKey("back", () => setUsed(true));
  if (used || past) return <TimeBar now={now} onLeave={() => setUsed(false)} />;
  return (
    <button
      type="button"
      className="plain time-button"
      title="View an earlier state ( [ )"
      onClick={() => setUsed(true)}
    >
      <span aria-hidden="true">◷</span> Go back in time
    </button>
  );
};
