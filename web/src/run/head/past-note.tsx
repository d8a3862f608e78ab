// Why: what stands below may be long over; whoever looks at it must see that, and the way back.
import { Link, useSearchParams } from "wouter";
import type { Shown } from "../../../../src/http/answers.ts";
import { changed } from "../../address.ts";
import { Moment } from "../../style/since.tsx";

export const PastNote = ({ shown, newest }: { readonly shown: Shown; readonly newest: number }) => {
  const [search] = useSearchParams();
  return (
    <p className="past-note" role="status">
      <span>
        <strong>
          As it was at #{shown.version}, <Moment at={shown.at} />
        </strong>{" "}
        of {newest} events. It can't be changed.
      </span>
      <Link className="button" href={`?${changed(search, { at: null }).toString()}`}>
        Back to now
      </Link>
    </p>
  );
};
