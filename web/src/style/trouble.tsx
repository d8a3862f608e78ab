// Trouble in the server's own words, with what to do next, and what stands in the place of an answer until it is there.
import { pageAdvice } from "../act/page-advice.ts";
import { Refused } from "../api/client.ts";
import { useTrouble } from "../api/connection.ts";
import { Advice } from "./advice.tsx";

/** What to do about it, where the server said. */
const advice = (error: Error): string | null => {
  if (!(error instanceof Refused) || error.problem === null) return null;
  const { problem } = error;
  return "refusal" in problem
    ? pageAdvice(problem.refusal.code, problem.refusal.fits)
    : pageAdvice(problem.fault.code, problem.fault.hint);
};

/** Only the connection is gone, which the page's head tells already. */
const isLost = (error: Error): boolean =>
  error instanceof Refused && (error.status === 0 || error.status === 401);

export const Trouble = ({ error }: { readonly error: Error }) => {
  const next = advice(error);
  return (
    <div className="trouble" role="alert">
      <p>
        <Advice text={error.message} />
      </p>
      {next === null ? null : (
        <p className="dim">
          <Advice text={next} />
        </p>
      )}
    </div>
  );
};

/** The ledger can't be read, which the page's head tells, too, while it does. */
const isUnread = (error: Error): boolean => error instanceof Refused && error.status === 503;

/** Nothing is there yet; where the page's head says why, it says enough. */
export const Awaited = ({
  error,
  children,
}: {
  readonly error: Error | null;
  readonly children: string;
}) => {
  const told = useTrouble() !== null;
  if (told && (error === null || isUnread(error))) return null;
  return error === null ? <p className="dim">{children}</p> : <Trouble error={error} />;
};

/** Trouble, where there is one that isn't told already; a page goes on with what it has. */
export const AnyTrouble = ({ error }: { readonly error: Error | null }) => {
  const told = useTrouble() !== null;
  return error === null || isLost(error) || (told && isUnread(error)) ? null : (
    <Trouble error={error} />
  );
};

/** In the place of an answer that isn't there yet. */
export const Pending = ({
  error,
  children = "Loading …",
  className = "dim",
}: {
  readonly error: Error | null;
  readonly children?: string;
  readonly className?: string;
}) => (error === null ? <p className={className}>{children}</p> : <AnyTrouble error={error} />);
