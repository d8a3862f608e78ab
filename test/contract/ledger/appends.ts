// Ledger contract, appends: admitted, refused, atomic.
import assert from "node:assert/strict";
import type { Ledger, RunFilter } from "../../../src/ledger/ledger.ts";
import { cardOf, drafts, holder } from "../stone.ts";
import { type LedgerTest } from "./given.ts";

export const appends = (ledgerTest: LedgerTest): void => {
  ledgerTest(
    "rows come back as written, in order, by version in a run and by seq over all",
    async ({ ledger }) => {
      const a1 = drafts("a", null, 2, "c1");
      const b1 = drafts("b", null, 1, "c2");
      const a2 = drafts("a", a1[1] ?? null, 2, "c3");
      assert.equal(await ledger.newest(), 0);
      assert.deepEqual(await ledger.append("a", 0, a1, cardOf(a1)), { is: "appended", version: 2 });
      assert.deepEqual(await ledger.append("b", 0, b1, cardOf(b1)), { is: "appended", version: 1 });
      assert.deepEqual(await ledger.append("a", 2, a2, cardOf(a2)), { is: "appended", version: 4 });
      const all = await ledger.read({});
      assert.equal(await ledger.newest(), all.at(-1)?.seq);
      assert.deepEqual(
        all.map(({ seq, ...draft }) => (assert.ok(seq > 0), draft)),
        [...a1, ...b1, ...a2],
      );
      assert.ok(all.every((row, at) => at === 0 || row.seq > (all[at - 1]?.seq ?? Infinity)));
      assert.deepEqual(
        (await ledger.read({ run: "a", after: 1, limit: 2 })).map((row) => row.version),
        [2, 3],
      );
      assert.deepEqual(await ledger.read({ run: "b", after: 1 }), []);
      assert.deepEqual(await ledger.read({ run: "nobody" }), []);
      assert.deepEqual(await ledger.read({ after: all[2]?.seq ?? 0 }), all.slice(3));
    },
  );

  ledgerTest(
    "expected 0 means new: an existing run is lost, and so is a missing one with a version expected",
    async ({ ledger }) => {
      const first = drafts("a", null, 1, "c1");
      await ledger.append("a", 0, first, cardOf(first));
      const other = drafts("a", null, 1, "c2");
      assert.deepEqual(await ledger.append("a", 0, other, cardOf(other)), {
        is: "lost",
        version: 1,
      });
      const later = drafts("b", null, 4, "c3").slice(3);
      assert.deepEqual(await ledger.append("b", 3, later, cardOf(later)), {
        is: "lost",
        version: 0,
      });
      assert.equal((await ledger.read({})).length, 1);
      assert.equal((await ledger.runs()).length, 1);
    },
  );

  ledgerTest(
    "rows that go on from another event than the run's last one are lost, alone and among others, whatever their version",
    async ({ ledger }) => {
      const [first, forked] = [
        drafts("a", null, 2, "c1"),
        drafts("a", null, 2, "c2", "of another day"),
      ];
      await ledger.append("a", 0, first, cardOf(first));
      const head = first[1]?.hash ?? "";
      const strays = drafts("a", forked[1] ?? null, 1, "c3");
      const after = forked[1]?.hash ?? "";
      assert.deepEqual(await ledger.append("a", 2, strays, cardOf(strays), { after }), {
        is: "lost",
        version: 2,
      });
      const other = drafts("b", null, 1, "c4");
      const beside = [
        ledger.append("a", 2, strays, cardOf(strays), { after, restored: true }),
        ledger.append("b", 0, other, cardOf(other)),
      ];
      assert.deepEqual(await Promise.all(beside), [
        { is: "lost", version: 2 },
        { is: "appended", version: 1 },
      ]);
      const next = drafts("a", first[1] ?? null, 1, "c5");
      assert.deepEqual(await ledger.append("a", 2, next, cardOf(next), { after: head }), {
        is: "appended",
        version: 3,
      });
      assert.equal((await ledger.read({ run: "a" })).length, 3);
    },
  );

  ledgerTest(
    "of many that race for a version one wins; a refused one undoes nobody else's",
    async ({ ledger }) => {
      const racers = Array.from({ length: 20 }, (_, n) => drafts("a", null, 1, `race${n}`));
      const apart = Array.from({ length: 20 }, (_, n) => drafts(`run${n}`, null, 1, `own${n}`));
      const answers = await Promise.all(
        [...racers, ...apart].map((rows) =>
          ledger.append(rows[0]?.run ?? "", 0, rows, cardOf(rows)),
        ),
      );
      assert.equal(answers.slice(0, 20).filter((answer) => answer.is === "appended").length, 1);
      assert.equal(
        answers.slice(0, 20).filter((answer) => answer.is === "lost" && answer.version === 1)
          .length,
        19,
      );
      assert.ok(answers.slice(20).every((answer) => answer.is === "appended"));
      assert.equal((await ledger.read({})).length, 21);
    },
  );

  ledgerTest(
    "a cause that is there already is repeated with its rows, even where the race is lost too",
    async ({ ledger }) => {
      const first = drafts("a", null, 2, "c1");
      await ledger.append("a", 0, first, cardOf(first));
      const second = drafts("a", first[1] ?? null, 1, "c2");
      await ledger.append("a", 2, second, cardOf(second));
      const again = await ledger.append("a", 0, first, cardOf(first));
      assert.equal(again.is, "repeated");
      assert.deepEqual(
        again.is === "repeated" && [again.cause, again.rows.map((row) => row.version)],
        ["c1", [1, 2]],
      );
      const mixed = drafts("a", second[0] ?? null, 2, (version) => (version === 5 ? "c2" : "c9"));
      const third = await ledger.append("a", 3, mixed, cardOf(mixed));
      assert.deepEqual(
        third.is === "repeated" && [third.cause, third.rows.map((row) => row.version)],
        ["c2", [3]],
      );
      assert.equal((await ledger.read({})).length, 3);
    },
  );

  ledgerTest("a cause that was drawn by chance is looked for by nobody", async ({ ledger }) => {
    const first = drafts("a", null, 1, "~x");
    await ledger.append("a", 0, first, cardOf(first));
    const second = drafts("a", first[0] ?? null, 1, "~x");
    assert.equal((await ledger.append("a", 1, second, cardOf(second))).is, "appended");
    assert.deepEqual(await ledger.read({ run: "a", cause: "~x" }), []);
    assert.equal((await ledger.read({ run: "a" })).length, 2);
  });

  ledgerTest(
    "rows that are restored may go on with a command that was cut in the middle, and are no other run's start",
    async ({ ledger }) => {
      const whole = drafts("a", null, 3, "c1");
      const begun = whole.slice(0, 1);
      await ledger.append("a", 0, begun, cardOf(begun));
      const rest = whole.slice(1);
      assert.equal((await ledger.append("a", 1, rest, cardOf(rest))).is, "repeated");
      assert.equal(
        (await ledger.append("a", 1, rest, cardOf(rest), { restored: true })).is,
        "appended",
      );
      assert.equal(
        (await ledger.append("a", 1, rest, cardOf(rest), { restored: true })).is,
        "lost",
      );
      assert.deepEqual(
        (await ledger.read({ run: "a", cause: "c1" })).map(({ version }) => version),
        [1, 2, 3],
      );
      const other = drafts("b", null, 1, "c1");
      assert.equal(
        (await ledger.append("b", 0, other, cardOf(other), { restored: true })).is,
        "repeated",
      );
    },
  );

  ledgerTest(
    "a start's cause counts over all runs, another command's within its run",
    async ({ ledger }) => {
      const a = drafts("a", null, 2, (version) => `c${version}`);
      await ledger.append("a", 0, a, cardOf(a));
      const restart = drafts("b", null, 1, "c1");
      const again = await ledger.append("b", 0, restart, cardOf(restart));
      assert.deepEqual(again.is === "repeated" && again.rows.map((row) => [row.run, row.version]), [
        ["a", 1],
      ]);
      const other = drafts("b", null, 1, "c2");
      assert.equal((await ledger.append("b", 0, other, cardOf(other))).is, "appended");
      const same = drafts("b", other[0] ?? null, 1, "c1");
      assert.equal((await ledger.append("b", 1, same, cardOf(same))).is, "appended");
    },
  );

  ledgerTest(
    "origin, and root with place, belong to one run; a run may move, and leaves its place free",
    async ({ ledger }) => {
      const a = drafts("a", null, 1, "c1");
      await ledger.append("a", 0, a, cardOf(a, { origin: "parent/1", place: "p" }));
      const b = drafts("b", null, 1, "c2");
      assert.deepEqual(
        await ledger.append("b", 0, b, cardOf(b, { origin: "parent/1", place: "q" })),
        {
          is: "taken",
          what: "origin",
          run: "a",
        },
      );
      assert.deepEqual(await ledger.append("b", 0, b, cardOf(b, { place: "p" })), {
        is: "taken",
        what: "place",
        run: "a",
      });
      assert.equal(
        (await ledger.append("b", 0, b, cardOf(b, { root: "web", place: "p" }))).is,
        "appended",
      );
      const moved = drafts("a", a[0] ?? null, 1, "c3");
      assert.equal(
        (
          await ledger.append(
            "a",
            1,
            moved,
            cardOf(moved, { origin: "parent/1", place: "elsewhere" }),
          )
        ).is,
        "appended",
      );
      const c = drafts("c", null, 1, "c4");
      assert.equal((await ledger.append("c", 0, c, cardOf(c, { place: "p" }))).is, "appended");
      const back = drafts("a", moved[0] ?? null, 1, "c5");
      assert.deepEqual(
        await ledger.append("a", 2, back, cardOf(back, { origin: "parent/1", place: "p" })),
        {
          is: "taken",
          what: "place",
          run: "c",
        },
      );
    },
  );

  ledgerTest(
    "a run that moves in company of its other appends ends where the last one put it",
    async ({ ledger }) => {
      const rows = drafts("a", null, 5, (version) => `c${version}`);
      const places = ["p", "p", "q", "q", "p"];
      const answers = await Promise.all(
        rows.map((row, n) =>
          ledger.append("a", n, [row], cardOf([row], { place: places[n] ?? "", phase: `${n}` })),
        ),
      );
      assert.ok(answers.every((answer) => answer.is === "appended"));
      assert.deepEqual(await ledger.runs(), [cardOf(rows, { place: "p", phase: "4" })]);
      assert.deepEqual(
        (await ledger.read({ run: "a" })).map((row) => row.version),
        [1, 2, 3, 4, 5],
      );
      const last = drafts("a", rows[4] ?? null, 2, (version) => `c${version}`);
      const [six, seven] = last;
      assert.ok(six && seven);
      await Promise.all([
        ledger.append("a", 5, [six], cardOf([six], { place: "p" })),
        ledger.append("a", 6, [seven], cardOf([seven], { place: "r" })),
      ]);
      assert.deepEqual(await ledger.runs(), [cardOf(last, { place: "r" })]);
    },
  );

  ledgerTest(
    "cards are rewritten by each append and listed by what is asked",
    async ({ ledger }) => {
      const a = drafts("a", null, 1, "c1");
      const b = drafts("b", null, 1, "c2");
      await ledger.append("a", 0, a, cardOf(a, { origin: "o" }));
      await ledger.append("b", 0, b, cardOf(b, { protocol: "other" }));
      const over = drafts("a", a[0] ?? null, 1, "c3");
      const card = cardOf(over, { origin: "o", life: "over", phase: "done", good: false });
      await ledger.append("a", 1, over, card);
      assert.deepEqual(await ledger.runs({ run: "a" }), [card]);
      assert.deepEqual(
        (await ledger.runs()).map((each) => each.run),
        ["a", "b"],
      );
      assert.deepEqual((await ledger.runs({ origin: "o" })).length, 1);
      assert.deepEqual(
        (await ledger.runs({ protocol: "other", life: ["live"] })).map((each) => each.run),
        ["b"],
      );
      assert.deepEqual(await ledger.runs({ protocol: "other", life: ["over", "archived"] }), []);
    },
  );

  ledgerTest(
    "runs that another one started are found by it, and by no run whose id begins alike",
    async ({ ledger }) => {
      for (const [run, origin] of [
        ["p", null],
        ["c1", "p/N-001/1"],
        ["c2", "p/N-002/1"],
        ["d", "p2/N-001/1"],
        ["e", "p"],
        ["f", "p0"],
        ["g", "P/N-001/1"],
      ] as const) {
        const rows = drafts(run, null, 1, `cause-${run}`);
        await ledger.append(
          run,
          0,
          rows,
          cardOf(rows, { origin, life: run === "c2" ? "over" : "live" }),
        );
      }
      const of = async (filter: RunFilter): Promise<readonly string[]> =>
        (await ledger.runs(filter)).map((card) => card.run);
      assert.deepEqual(await of({ parent: "p" }), ["c1", "c2"]);
      assert.deepEqual(await of({ parent: "p", life: ["live"] }), ["c1"]);
      assert.deepEqual(await of({ parent: "c1" }), []);
    },
  );

  ledgerTest("what cannot be right is thrown and leaves nothing", async ({ ledger }) => {
    const a = drafts("a", null, 2, "c1");
    const surrogate = a.map((row) => ({ ...row, data: '"\ud800"' }));
    const bad: [string, number, typeof a, ReturnType<typeof cardOf>][] = [
      ["a", 0, [], cardOf(a)],
      ["a", 1, a, cardOf(a)],
      ["b", 0, a, cardOf(a)],
      ["a", 0, a, cardOf(a.slice(0, 1))],
      ["a", -1, a, cardOf(a)],
      ["a", 0, surrogate, cardOf(surrogate)],
    ];
    for (const [run, expected, rows, card] of bad)
      await assert.rejects(ledger.append(run, expected, rows, card), TypeError);
    await assert.rejects(
      ledger.lease({
        do: "take",
        run: "a",
        job: "j",
        holder: holder("x"),
        ms: Number.NaN,
        host: "h",
      }),
      TypeError,
    );
    assert.deepEqual(await ledger.read({}), []);
  });

  ledgerTest("a refusal is told in the order repeated, lost, fenced, taken", async ({ ledger }) => {
    const a = drafts("a", null, 1, "c1");
    const b = drafts("b", null, 1, "c2");
    await ledger.append("a", 0, a, cardOf(a, { place: "p" }));
    await ledger.append("b", 0, b, cardOf(b));
    const wrong = { fences: [{ job: "j", fence: 9 }] };
    const ask = (expected: number, rows: typeof b): ReturnType<Ledger["append"]> =>
      ledger.append("b", expected, rows, cardOf(rows, { place: "p" }), wrong);
    assert.equal((await ask(0, b)).is, "repeated");
    assert.equal((await ask(0, drafts("b", null, 1, "c3"))).is, "lost");
    assert.equal((await ask(1, drafts("b", b[0] ?? null, 1, "c3"))).is, "fenced");
  });
};
