// Bars of the time that each role took.
import { span } from "../words.ts";
import { Bars } from "./bars.tsx";
import { percent, type Share } from "./sums.ts";

export const RoleBars = ({
  title,
  roles,
}: {
  readonly title: string;
  readonly roles: readonly Share[];
}) => {
  const whole = roles.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <Bars
      title={title}
      heads={["Role", "Time", "Share", "Attempts"]}
      bars={roles.map(({ name, ms, attempts }) => ({
        key: name,
        name,
        amount: ms,
        words: [...(ms === 0 ? ["–", "–"] : [span(ms), percent(ms, whole)]), String(attempts)],
      }))}
    />
  );
};
