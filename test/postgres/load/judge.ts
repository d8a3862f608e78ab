// Judge of load histories: lost acknowledgements and doubled jobs, from requests, answers and rows.
import { verifyChain } from "../../../src/core/chain.ts";
import { genesis } from "../../../src/core/hash.ts";
import type { Row } from "../../../src/core/row.ts";
import type { Asked } from "./asked.ts";

type Append = Extract<Asked, { op: "append" }>;
type Held = Extract<Asked, { op: "take" | "renew" }>;
type Granted = Held & {
  readonly answer: { readonly is: "granted"; readonly fence: number; readonly until: number };
};

const groups = <T>(
  values: readonly T[],
  key: (value: T) => string,
): ReadonlyMap<string, readonly T[]> => Map.groupBy(values, key);

const rowFindings = (rows: readonly Row[]): readonly string[] => [
  ...rows
    .flatMap(({ seq }, index) =>
      seq === index + 1 ? [] : [`seq ${seq} stands where ${index + 1} ought to`],
    )
    .slice(0, 3),
  ...[...groups(rows, ({ run }) => run)].flatMap(([run, own]) => [
    ...own
      .flatMap(({ version }, index) =>
        version === index + 1
          ? []
          : [`${run}: version ${version} stands where ${index + 1} ought to`],
      )
      .slice(0, 3),
    ...verifyChain({ version: 0, hash: genesis("stones", run) }, own).map(
      (finding) => `${run}: chain: ${JSON.stringify(finding)}`,
    ),
  ]),
];

const commandFindings = (appends: readonly Append[], rows: readonly Row[]): readonly string[] => {
  const there = groups(rows, ({ run, cause }) => `${run} ${cause}`);
  const known = new Set(appends.map(({ run, cause }) => `${run} ${cause}`));
  const wrong = ({ run, cause, rows: count, answer, who }: Append): readonly string[] => {
    const found = there.get(`${run} ${cause}`) ?? [];
    const name = `${cause} of ${who}`;
    if (found.length !== 0 && found.length !== count)
      return [`${name}: ${found.length} of its ${count} rows are there`];
    if (answer.is !== "acknowledged")
      return answer.is === "unknown" || found.length === 0
        ? []
        : [`${name} was refused, and is there`];
    if (found.length === 0) return [`${name} was acknowledged, and is not there`];
    const last = found.at(-1)?.version;
    return last === answer.version
      ? []
      : [`${name} was acknowledged as version ${answer.version}, and stands as ${last ?? 0}`];
  };
  const foreign = [...there.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `nobody asked for ${key}`);
  return [...appends.flatMap(wrong), ...foreign];
};

const isGranted = (asked: Asked): asked is Granted =>
  (asked.op === "take" || asked.op === "renew") && asked.answer.is === "granted";
/** When the server decided it, by its own clock. */
const decided = ({ answer, ms }: Granted): number => answer.until - ms;

/** By the server's own clock and the order of fences: nobody was granted what another still held. */
const leaseFindings = (asked: readonly Asked[]): readonly string[] => {
  const granted = asked.filter(isGranted);
  const ends = asked.filter((one) => one.op === "end");
  const takes = granted.filter(({ op }) => op === "take");
  const twice = [...groups(takes, ({ run, answer }) => `${run} ${answer.fence}`)].filter(
    ([, same]) => same.length > 1,
  );
  return [
    ...twice.map(
      ([fence, same]) =>
        `fence ${fence} was granted to ${same.map(({ who }) => who).join(" and ")}`,
    ),
    ...[...groups(takes, ({ run, job }) => `${run} ${job}`)].flatMap(([name, own]) => {
      const inTurn = own.toSorted((a, b) => a.answer.fence - b.answer.fence);
      return inTurn.slice(1).flatMap((next, index) => {
        const before = inTurn[index];
        if (before === undefined) return [];
        const { fence } = before.answer;
        const held = granted.filter(
          ({ run, job, answer }) => run === next.run && job === next.job && answer.fence === fence,
        );
        const until = Math.max(...held.map(({ answer }) => answer.until));
        const given = ends.some(
          (end) =>
            end.run === next.run &&
            end.job === next.job &&
            end.fence === fence &&
            end.from <= next.to,
        );
        const late = held.filter((one) => one.op === "renew" && decided(one) > decided(next));
        return [
          ...(given || decided(next) >= until
            ? []
            : [
                `${name}: fence ${next.answer.fence} was granted ${until - decided(next)} ms before ${fence} had lapsed`,
              ]),
          ...late.map(
            ({ who }) =>
              `${name}: ${who} renewed fence ${fence} after ${next.answer.fence} was granted`,
          ),
        ];
      });
    }),
  ];
};

/** What was appended under a fence came before any newer grant of the job, in the ledger's order and in everybody's time. */
const fenceFindings = (
  asked: readonly Asked[],
  appends: readonly Append[],
  rows: readonly Row[],
): readonly string[] => {
  const takes = asked.filter(isGranted).filter(({ op }) => op === "take");
  const placed = new Map(rows.map(({ run, cause, seq }) => [`${run} ${cause}`, seq]));
  const under = appends.flatMap((append) => {
    const seq = placed.get(`${append.run} ${append.cause}`);
    return append.under === null || seq === undefined ? [] : [{ ...append, ...append.under, seq }];
  });
  const late = under.flatMap(({ run, job, fence, from, who, cause }) =>
    takes
      .filter(
        (take) =>
          take.run === run && take.job === job && take.answer.fence > fence && take.to < from,
      )
      .map(
        (take) =>
          `${cause} of ${who} was taken under fence ${fence} after ${take.answer.fence} was granted to ${take.who}`,
      ),
  );
  const mixed = [...groups(under, ({ run, job }) => `${run} ${job}`)].flatMap(([name, own]) =>
    own
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap(({ fence, seq }, index, sorted) => {
        const before = sorted[index - 1];
        return before !== undefined && before.fence > fence
          ? [`${name}: seq ${seq} stands under fence ${fence}, after one under ${before.fence}`]
          : [];
      }),
  );
  return [...late, ...mixed];
};

const followFindings = (asked: readonly Asked[], rows: readonly Row[]): readonly string[] =>
  [
    ...groups(
      asked.filter((one) => one.op === "seen"),
      ({ who }) => who,
    ),
  ].flatMap(([who, seen]) => {
    const wrong = seen.findIndex(
      ({ seq, hash }, index) => seq !== index + 1 || rows[index]?.hash !== hash,
    );
    if (wrong !== -1)
      return [`${who} came upon seq ${seen[wrong]?.seq ?? 0} as its ${wrong + 1}th`];
    return seen.length === rows.length
      ? []
      : [`${who} came upon ${seen.length} of ${rows.length} rows`];
  });

/** What is wrong; empty: nothing. `rows`: all of the ledger, by seq. */
export const findings = (asked: readonly Asked[], rows: readonly Row[]): readonly string[] => {
  const appends = asked.filter((one) => one.op === "append");
  return [
    ...rowFindings(rows),
    ...commandFindings(appends, rows),
    ...leaseFindings(asked),
    ...fenceFindings(asked, appends, rows),
    ...followFindings(asked, rows),
  ];
};
