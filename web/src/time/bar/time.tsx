// Why: most people look at now; the slider through the past is a button until somebody wants it.
import { useState } from "react";
import { useKey } from "../../keys.ts";
import { TimeBar } from "./time-bar.tsx";

export const Time = ({ run, newest, past }: { readonly run: string; readonly newest: number; readonly past: boolean }) => {
  const [used, setUsed] = useState(false);
  useKey("back", () => setUsed(true));
  if (used || past) return <TimeBar run={run} newest={newest} onLeave={() => setUsed(false)} />;
  return (
    <button type="button" className="plain time-button" title="look at an earlier moment ( [ )" onClick={() => setUsed(true)}>
      <span aria-hidden="true">◷</span> time
    </button>
  );
};
