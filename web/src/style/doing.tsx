// What a job at work does now, and for how long: the same on every card, row and head.
import type { RunAnswer } from "../../../src/http/answers.ts";
import { Since } from "./since.tsx";

/** Follows the worker. `on`: only for a job on another machine than the server's. */
const OnMachine = ({ on }: { readonly on: RunAnswer["jobs"][number]["on"] | undefined }) =>
  on === undefined ? null : (
    <>
      , on {on.machine}
      {on.silent ? <span className="wait">, silent: its lease isn’t renewed</span> : null}
    </>
  );

type AtWork = Pick<RunAnswer["jobs"][number], "by" | "role" | "does" | "since" | "on">;

/** `edits hello.txt +1 · 12 s`; until something is heard of it its role, and who claimed it from elsewhere. The tooltip names the agent. */
export const Doing = ({ job: { by, role, does = "", since, on } }: { readonly job: AtWork }) => (
  <span className="doing" title={[does, by === null ? role : `${role}: ${by}`].join("\n").trim()}>
    <span className="deed">
      {does !== "" ? does : since === null || on !== undefined ? (by ?? role) : role}
    </span>{" "}
    {since === null ? null : (
      <span className="number">
        · <Since at={since} />
      </span>
    )}
    <OnMachine on={on} />
  </span>
);
