// Tests of the judge of load histories: every kind of bad history is detected.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../../src/core/row.ts";
import { drafts } from "../../contract/stone.ts";
import type { Asked } from "./asked.ts";
import { findings } from "./judge.ts";

const rows: readonly Row[] = drafts("r1", null, 4, (version) => `w-${version}`).map(
  (draft, index) => ({ ...draft, seq: index + 1 }),
);
type Append = Extract<Asked, { op: "append" }>;
const append = (version: number, under: Append["under"] = null, from = version * 100): Append => ({
  op: "append",
  who: "w",
  run: "r1",
  cause: `w-${version}`,
  rows: 1,
  under,
  from,
  to: from + 10,
  answer: { is: "acknowledged", version },
});
const lease = (
  op: "take" | "renew",
  who: string,
  fence: number,
  from: number,
  until: number,
): Asked => ({
  op,
  who,
  run: "r1",
  job: "a",
  ms: 100,
  from,
  to: from + 5,
  answer: { is: "granted", fence, until },
});
const end = (fence: number, from: number): Asked => ({
  op: "end",
  who: "w",
  run: "r1",
  job: "a",
  fence,
  from,
  to: from + 5,
  answer: { is: "ended" },
});
const under = (fence: number): Append["under"] => ({ job: "a", fence });
const all = [append(1), append(2), append(3), append(4)];
const seen = (seq: number): Asked => ({
  op: "seen",
  who: "f",
  seq,
  hash: rows[seq - 1]?.hash ?? "",
  from: 0,
  to: 0,
});

test("a good history has nothing to be found", () => {
  const held = [
    lease("take", "w", 1, 90, 1_100),
    append(1, under(1)),
    append(2, under(1)),
    end(1, 215),
    lease("take", "v", 2, 216, 1_150),
  ];
  assert.deepEqual(
    findings([...held, append(3, under(2)), append(4), ...[1, 2, 3, 4].map(seen)], rows),
    [],
  );
});

const bad: Readonly<
  Record<string, readonly [asked: readonly Asked[], rows: readonly Row[], word: RegExp]>
> = {
  "an acknowledged command that is gone": [
    all,
    rows.slice(0, 3),
    /w-4 of w was acknowledged, and is not there/,
  ],
  "one that is there twice": [
    all,
    [...rows, ...rows.slice(3).map((row) => ({ ...row, seq: 5, version: 5 }))],
    /2 of its 1 rows/,
  ],
  "one that was refused and is there": [
    [...all.slice(1), { ...append(1), answer: { is: "fenced" } }],
    rows,
    /was refused, and is there/,
  ],
  "one that nobody asked for": [all.slice(1), rows, /nobody asked for r1 w-1/],
  "an acknowledged version that is another": [
    [...all.slice(1), { ...append(1), answer: { is: "acknowledged", version: 2 } }],
    rows,
    /as version 2, and stands as 1/,
  ],
  "half of a command": [[...all.slice(1), { ...append(1), rows: 2 }], rows, /1 of its 2 rows/],
  "a gap in seq": [
    all,
    rows.map((row) => (row.seq === 4 ? { ...row, seq: 5 } : row)),
    /seq 5 stands where 4/,
  ],
  "a gap in versions": [
    all,
    rows.filter(({ version }) => version !== 2),
    /version 3 stands where 2/,
  ],
  "a chain that is broken": [
    all,
    rows.map((row) => (row.seq === 2 ? { ...row, data: "{}" } : row)),
    /chain/,
  ],
  "one fence granted twice": [
    [...all, lease("take", "w", 1, 1, 200), lease("take", "v", 1, 2, 200)],
    rows,
    /granted to w and v/,
  ],
  "a grant of what another still held": [
    [...all, lease("take", "w", 1, 1, 1_000), lease("take", "v", 2, 50, 1_050)],
    rows,
    /50 ms before 1 had lapsed/,
  ],
  "a renewal after a newer grant": [
    [
      ...all,
      lease("take", "w", 1, 1, 200),
      lease("take", "v", 2, 210, 310),
      lease("renew", "w", 1, 230, 330),
    ],
    rows,
    /renewed fence 1 after 2 was granted/,
  ],
  "an append under a fence after a newer grant": [
    [
      lease("take", "w", 1, 1, 110),
      lease("take", "v", 2, 120, 220),
      append(1),
      append(2),
      append(3),
      append(4, under(1)),
    ],
    rows,
    /w-4 of w was taken under fence 1 after 2 was granted to v/,
  ],
  "fences out of their order": [
    [append(1, under(2)), append(2, under(1)), append(3), append(4)],
    rows,
    /seq 2 stands under fence 1, after one under 2/,
  ],
  "a follower that missed one": [[...all, seen(1), seen(3)], rows, /f came upon seq 3 as its 2th/],
  "a follower that saw one twice": [
    [...all, seen(1), seen(1)],
    rows,
    /f came upon seq 1 as its 2th/,
  ],
  "a follower that stopped": [[...all, seen(1)], rows, /f came upon 1 of 4 rows/],
};
for (const [what, [asked, found, word]] of Object.entries(bad))
  test(`found: ${what}`, () => assert.match(findings(asked, found).join("\n"), word));
