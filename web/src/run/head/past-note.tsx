// Note above a run's past: which event is shown, and the way back to now.
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { useAddress } from "../../address.ts";
import { Moment } from "../../style/since.tsx";

export const PastNote = ({ shown, newest }: Readonly<{ shown: RunAnswer; newest: number }>) => {
  const { link } = useAddress();
  return (
    <p className="past-note" role="status">
      <span>
        <strong>
          As it was at #{shown.version}, <Moment at={shown.at} />
        </strong>{" "}
        of {newest} events. It can't be changed.
      </span>
      <Link className="button" href={link({ at: null })}>
        Back to now
      </Link>
    </p>
  );
};
