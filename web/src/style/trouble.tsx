// Errors in the server's own words, with the remedy, and placeholders for answers that are loading.
import { Refused } from "../api/client.ts";
import { useTrouble } from "../api/connection.ts";
import { Advice } from "./advice.tsx";

/** The remedy, if the server named one. */
const advice = (error: Error): string | null => {
  if (!(error instanceof Refused) || error.problem === null) return null;
  const { problem } = error;
  return "refusal" in problem ? (problem.refusal.fits ?? null) : problem.fault.hint;
};

/** Only the connection is lost, which the page's head shows already. */
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

/** The ledger is unreadable, which the page's head also shows meanwhile. */
const isUnread = (error: Error): boolean => error instanceof Refused && error.status === 503;

/** Shown while loading, unless the page's head explains the delay. */
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

/** An error that isn't shown elsewhere; the page keeps its data. */
export const AnyTrouble = ({ error }: { readonly error: Error | null }) => {
  const told = useTrouble() !== null;
  return error === null || isLost(error) || (told && isUnread(error)) ? null : (
    <Trouble error={error} />
  );
};

/** Replaces an answer that isn't loaded yet. */
export const Pending = ({
  error,
  children = "Loading …",
  className = "dim",
}: {
  readonly error: Error | null;
  readonly children?: string;
  readonly className?: string;
}) => (error === null ? <p className={className}>{children}</p> : <AnyTrouble error={error} />);
