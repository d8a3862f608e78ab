// Why: every backend must give the same answers, so that nothing above the port can tell on which one it stands.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Fault } from "../../src/core/refusal.ts";
import type { Lease } from "../../src/core/row.ts";
import type { LeaseAnswer, Ledger } from "../../src/ledger/ledger.ts";
import { AT, cardOf, drafts, holder } from "./stone.ts";

export type Opened = {
  readonly ledger: Ledger;
  /** Moves the ledger's clock on, in ms. */
  readonly advance: (ms: number) => void;
  /** A second handle on the same ledger; absent where there is none. */
  readonly again?: () => Promise<Ledger>;
};

const leaseOf = (answer: LeaseAnswer): Lease => {
  assert.equal(answer.is, "granted");
  return answer.is === "granted" ? answer.lease : assert.fail();
};
const refused = async (work: Promise<unknown>, code: string): Promise<void> => {
  await assert.rejects(work, (error) => error instanceof Fault && error.code === code && error.hint.length > 0);
};

/** The suite that a backend must pass. `open` gives an empty ledger and cleans up after the test. */
export const ledgerContract = (name: string, open: (t: TestContext) => Promise<Opened>): void => {
  const ledgerTest = (what: string, body: (opened: Opened, t: TestContext) => Promise<void>): void =>
    void test(`${name}: ${what}`, async (t) => body(await open(t), t));

  ledgerTest("rows come back as written, in order, by version in a run and by seq over all", async ({ ledger }) => {
    const a1 = drafts("a", null, 2, "c1");
    const b1 = drafts("b", null, 1, "c2");
    const a2 = drafts("a", a1[1] ?? null, 2, "c3");
    assert.deepEqual(await ledger.append("a", 0, a1, cardOf(a1)), { is: "appended", version: 2 });
    assert.deepEqual(await ledger.append("b", 0, b1, cardOf(b1)), { is: "appended", version: 1 });
    assert.deepEqual(await ledger.append("a", 2, a2, cardOf(a2)), { is: "appended", version: 4 });
    const all = await ledger.read({});
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
  });

  ledgerTest("expected 0 means new: an existing run is lost, and so is a missing one with a version expected", async ({ ledger }) => {
    const first = drafts("a", null, 1, "c1");
    await ledger.append("a", 0, first, cardOf(first));
    const other = drafts("a", null, 1, "c2");
    assert.deepEqual(await ledger.append("a", 0, other, cardOf(other)), { is: "lost", version: 1 });
    const later = drafts("b", null, 4, "c3").slice(3);
    assert.deepEqual(await ledger.append("b", 3, later, cardOf(later)), { is: "lost", version: 0 });
    assert.equal((await ledger.read({})).length, 1);
    assert.equal((await ledger.runs()).length, 1);
  });

  ledgerTest("of many that race for a version one wins; a refused one undoes nobody else's", async ({ ledger }) => {
    const racers = Array.from({ length: 20 }, (_, n) => drafts("a", null, 1, `race${n}`));
    const apart = Array.from({ length: 20 }, (_, n) => drafts(`run${n}`, null, 1, `own${n}`));
    const answers = await Promise.all([...racers, ...apart].map((rows) => ledger.append(rows[0]?.run ?? "", 0, rows, cardOf(rows))));
    assert.equal(answers.slice(0, 20).filter((answer) => answer.is === "appended").length, 1);
    assert.equal(answers.slice(0, 20).filter((answer) => answer.is === "lost" && answer.version === 1).length, 19);
    assert.ok(answers.slice(20).every((answer) => answer.is === "appended"));
    assert.equal((await ledger.read({})).length, 21);
  });

  ledgerTest("a cause that is there already is repeated with its rows, even where the race is lost too", async ({ ledger }) => {
    const first = drafts("a", null, 2, "c1");
    await ledger.append("a", 0, first, cardOf(first));
    const second = drafts("a", first[1] ?? null, 1, "c2");
    await ledger.append("a", 2, second, cardOf(second));
    const again = await ledger.append("a", 0, first, cardOf(first));
    assert.equal(again.is, "repeated");
    assert.deepEqual(again.is === "repeated" && [again.cause, again.rows.map((row) => row.version)], ["c1", [1, 2]]);
    const mixed = drafts("a", second[0] ?? null, 2, (version) => (version === 5 ? "c2" : "c9"));
    const third = await ledger.append("a", 3, mixed, cardOf(mixed));
    assert.deepEqual(third.is === "repeated" && [third.cause, third.rows.map((row) => row.version)], ["c2", [3]]);
    assert.equal((await ledger.read({})).length, 3);
  });

  ledgerTest("a start's cause counts over all runs, another command's within its run", async ({ ledger }) => {
    const a = drafts("a", null, 2, (version) => `c${version}`);
    await ledger.append("a", 0, a, cardOf(a));
    const restart = drafts("b", null, 1, "c1");
    const again = await ledger.append("b", 0, restart, cardOf(restart));
    assert.deepEqual(again.is === "repeated" && again.rows.map((row) => [row.run, row.version]), [["a", 1]]);
    const other = drafts("b", null, 1, "c2");
    assert.equal((await ledger.append("b", 0, other, cardOf(other))).is, "appended");
    const same = drafts("b", other[0] ?? null, 1, "c1");
    assert.equal((await ledger.append("b", 1, same, cardOf(same))).is, "appended");
  });

  ledgerTest("origin, and root with place, belong to one run; a run may move, and leaves its place free", async ({ ledger }) => {
    const a = drafts("a", null, 1, "c1");
    await ledger.append("a", 0, a, cardOf(a, { origin: "parent/1", place: "p" }));
    const b = drafts("b", null, 1, "c2");
    assert.deepEqual(await ledger.append("b", 0, b, cardOf(b, { origin: "parent/1", place: "q" })), {
      is: "taken",
      what: "origin",
      run: "a",
    });
    assert.deepEqual(await ledger.append("b", 0, b, cardOf(b, { place: "p" })), { is: "taken", what: "place", run: "a" });
    assert.equal((await ledger.append("b", 0, b, cardOf(b, { root: "web", place: "p" }))).is, "appended");
    const moved = drafts("a", a[0] ?? null, 1, "c3");
    assert.equal((await ledger.append("a", 1, moved, cardOf(moved, { origin: "parent/1", place: "elsewhere" }))).is, "appended");
    const c = drafts("c", null, 1, "c4");
    assert.equal((await ledger.append("c", 0, c, cardOf(c, { place: "p" }))).is, "appended");
    const back = drafts("a", moved[0] ?? null, 1, "c5");
    assert.deepEqual(await ledger.append("a", 2, back, cardOf(back, { origin: "parent/1", place: "p" })), {
      is: "taken",
      what: "place",
      run: "c",
    });
  });

  ledgerTest("a run that moves in company of its other appends ends where the last one put it", async ({ ledger }) => {
    const rows = drafts("a", null, 5, (version) => `c${version}`);
    const places = ["p", "p", "q", "q", "p"];
    const answers = await Promise.all(
      rows.map((row, n) => ledger.append("a", n, [row], cardOf([row], { place: places[n] ?? "", phase: `${n}` }))),
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
  });

  ledgerTest("cards are rewritten by each append and listed by what is asked", async ({ ledger }) => {
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
  });

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
    for (const [run, expected, rows, card] of bad) await assert.rejects(ledger.append(run, expected, rows, card), TypeError);
    await assert.rejects(ledger.lease({ do: "take", run: "a", job: "j", holder: holder("x"), ms: Number.NaN, host: "h" }), TypeError);
    assert.deepEqual(await ledger.read({}), []);
  });

  ledgerTest("a million characters, line ends, NUL and every plane of Unicode come back byte for byte", async ({ ledger }) => {
    const odd = `\u0000\u0001\r\n\t"\\ é ß 漢字 🪨 \u{10ffff} \u2028 ${String.fromCharCode(0xfffd)}`;
    const data = `{"text":${JSON.stringify(odd + "\ud83e")}, "n" : 1e2 ,"big":"${"石".repeat(350_000)}"}`;
    const [bare] = drafts("a", null, 1, odd);
    assert.ok(bare);
    const row = { ...bare, data, by: odd };
    await ledger.append("a", 0, [row], cardOf([row], { phase: odd }));
    const [back] = await ledger.read({ run: "a" });
    assert.ok(back);
    const { seq, ...draft } = back;
    assert.equal(seq, 1);
    assert.ok(Buffer.byteLength(data) > 1_000_000);
    assert.deepEqual(draft, row);
    assert.equal((await ledger.runs())[0]?.phase, odd);
  });

  ledgerTest("a hundred thousand rows are read page by page, none twice, none left out", async ({ ledger }) => {
    const total = 100_000;
    const rows = drafts("a", null, total, (version) => `c${version}`);
    for (let from = 0; from < total; from += 5_000) {
      const part = rows.slice(from, from + 5_000);
      await ledger.append("a", from, part, cardOf(part));
    }
    let next = 1;
    for (let after = 0; ;) {
      const page = await ledger.read({ run: "a", after });
      if (page.length === 0) break;
      assert.ok(page.length <= 10_000);
      for (const row of page) assert.equal(row.version, next++);
      after = page.at(-1)?.version ?? total;
    }
    assert.equal(next, total + 1);
    assert.equal((await ledger.read({ after: 99_990, limit: 100 })).length, 10);
  });

  ledgerTest("a lease is held by one, renewed by its token, ended once or twice, and its fence only grows", async ({ ledger, advance }) => {
    const ask = { do: "take", run: "a", job: "j", holder: holder("w1"), ms: 1_000, host: "h" } as const;
    const first = leaseOf(await ledger.lease(ask));
    assert.equal(first.until, new Date(Date.parse(AT) + 1_000).toISOString());
    assert.equal(await ledger.now(), AT);
    assert.match(first.token, new RegExp(`^${first.fence}\\..{16}`));
    assert.deepEqual(await ledger.lease({ ...ask, holder: holder("w2") }), { is: "held", held: first });
    const beside = leaseOf(await ledger.lease({ ...ask, job: "k" }));
    const abroad = leaseOf(await ledger.lease({ ...ask, run: "b" }));
    assert.deepEqual([beside.fence, abroad.fence], [first.fence + 1, 1]);
    advance(600);
    const renewed = leaseOf(await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1_000 }));
    assert.deepEqual(renewed, { ...first, until: new Date(Date.parse(AT) + 1_600).toISOString() });
    assert.deepEqual(await ledger.leases("a"), [renewed, beside]);
    assert.equal((await ledger.leases()).length, 3);
    assert.deepEqual(await ledger.lease({ do: "end", run: "a", token: first.token }), { is: "ended" });
    assert.deepEqual(await ledger.lease({ do: "end", run: "a", token: first.token }), { is: "ended" });
    assert.deepEqual(await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1 }), { is: "fenced", by: null });
    assert.deepEqual(await ledger.leases("a"), [beside]);
    const next = leaseOf(await ledger.lease({ ...ask, holder: holder("w2") }));
    assert.ok(next.fence > beside.fence);
    for (const token of ["", "1", `${next.fence}.guess`, `${next.fence + 1}.x`])
      assert.deepEqual(await ledger.lease({ do: "renew", run: "a", token, ms: 1 }), { is: "fenced", by: null });
  });

  ledgerTest(
    "a lapsed lease may be renewed by its holder until it was taken over; then the old holder is fenced",
    async ({ ledger, advance }) => {
      const ask = { do: "take", run: "a", job: "j", holder: holder("w1"), ms: 1_000, host: "h" } as const;
      const first = leaseOf(await ledger.lease(ask));
      advance(5_000);
      assert.deepEqual(await ledger.leases("a"), [first]);
      const renewed = leaseOf(await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1_000 }));
      assert.equal((await ledger.lease({ ...ask, holder: holder("w2") })).is, "held");
      advance(1_000);
      const second = leaseOf(await ledger.lease({ ...ask, holder: holder("w2") }));
      assert.ok(second.fence > renewed.fence);
      assert.deepEqual(await ledger.leases("a"), [second]);
      assert.deepEqual(await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1_000 }), { is: "fenced", by: second });
      assert.deepEqual(await ledger.lease({ do: "end", run: "a", token: first.token }), { is: "fenced", by: second });
    },
  );

  ledgerTest("an append counts only with the newest grant's fence, lapsed or not, and not after its end", async ({ ledger, advance }) => {
    const ask = { do: "take", run: "a", job: "j", holder: holder("w1"), ms: 1_000, host: "h" } as const;
    const rows = drafts("a", null, 1, "c1");
    const append = (fence: number): ReturnType<Ledger["append"]> => ledger.append("a", 0, rows, cardOf(rows), [{ job: "j", fence }]);
    assert.deepEqual(await append(1), { is: "fenced", job: "j", by: null });
    const first = leaseOf(await ledger.lease(ask));
    advance(2_000);
    const second = leaseOf(await ledger.lease({ ...ask, holder: holder("w2") }));
    assert.deepEqual(await append(first.fence), { is: "fenced", job: "j", by: second });
    advance(2_000);
    assert.equal((await append(second.fence)).is, "appended");
    await ledger.lease({ do: "end", run: "a", token: second.token });
    const more = drafts("a", rows[0] ?? null, 1, "c2");
    const late = await ledger.append("a", 1, more, cardOf(more), [{ job: "j", fence: second.fence }]);
    assert.deepEqual(late, { is: "fenced", job: "j", by: null });
    assert.equal((await ledger.append("a", 1, more, cardOf(more))).is, "appended");
  });

  ledgerTest("a refusal is told in the order repeated, lost, fenced, taken", async ({ ledger }) => {
    const a = drafts("a", null, 1, "c1");
    const b = drafts("b", null, 1, "c2");
    await ledger.append("a", 0, a, cardOf(a, { place: "p" }));
    await ledger.append("b", 0, b, cardOf(b));
    const wrong = [{ job: "j", fence: 9 }];
    const ask = (expected: number, rows: typeof b): ReturnType<Ledger["append"]> =>
      ledger.append("b", expected, rows, cardOf(rows, { place: "p" }), wrong);
    assert.equal((await ask(0, b)).is, "repeated");
    assert.equal((await ask(0, drafts("b", null, 1, "c3"))).is, "lost");
    assert.equal((await ask(1, drafts("b", b[0] ?? null, 1, "c3"))).is, "fenced");
  });

  ledgerTest("snapshots are kept by run and key, and the newest wins", async ({ ledger }) => {
    assert.equal(await ledger.snapshot("a", "k"), null);
    await ledger.keep("a", "k", 7, "seven");
    await ledger.keep("a", "k", 5, "five");
    await ledger.keep("a", "other", 1, "one");
    assert.deepEqual(await ledger.snapshot("a", "k"), { version: 7, text: "seven" });
    assert.deepEqual(await ledger.snapshot("a", "other"), { version: 1, text: "one" });
    await ledger.keep("a", "k", 8, "eight");
    assert.deepEqual(await ledger.snapshot("a", "k"), { version: 8, text: "eight" });
  });

  ledgerTest("watchers hear of appends and leases, by this handle and by another, until they stop", watches);

  ledgerTest("a reader that follows seq never misses what commits later", async ({ ledger, again }) => {
    const other = again === undefined ? ledger : await again();
    const seen: number[] = [];
    const follow = async (): Promise<void> => {
      for (const row of await other.read({ after: seen.at(-1) ?? 0 })) seen.push(row.seq);
    };
    for (let round = 0; round < 25; round += 1) {
      const writes = Array.from({ length: 8 }, (_, n) => drafts(`r${round}.${n}`, null, 1 + (n % 3), `c${round}.${n}`));
      await Promise.all([
        ...writes.map((rows, n) => (n % 2 === 0 ? ledger : other).append(rows[0]?.run ?? "", 0, rows, cardOf(rows))),
        follow(),
      ]);
      await follow();
    }
    assert.deepEqual(
      seen,
      (await ledger.read({})).map((row) => row.seq),
    );
    assert.equal(new Set(seen).size, 25 * 15);
  });

  ledgerTest("closed means closed: what was asked before is done, what comes later is a fault", async ({ ledger }) => {
    const a = drafts("a", null, 1, "c1");
    const pending = ledger.append("a", 0, a, cardOf(a));
    await ledger.close();
    assert.equal((await pending).is, "appended");
    await ledger.close();
    await refused(ledger.append("a", 1, drafts("a", a[0] ?? null, 1, "c2"), cardOf(drafts("a", a[0] ?? null, 1, "c2"))), "LEDGER_CLOSED");
    await refused(ledger.read({}), "LEDGER_CLOSED");
    await refused(ledger.lease({ do: "end", run: "a", token: "1.x" }), "LEDGER_CLOSED");
    assert.throws(() => ledger.watch(() => {}), Fault);
  });
};

const watches = async ({ ledger, again }: Opened): Promise<void> => {
  const other = again === undefined ? ledger : await again();
  let told = (): void => {};
  const next = (): Promise<void> => new Promise((resolve) => (told = resolve));
  const stop = ledger.watch(() => told());
  // The poll's timer doesn't hold a process; a test must.
  const held = setInterval(() => {}, 1_000);
  try {
    for (const [n, by] of [ledger, other].entries()) {
      const rows = drafts(`r${n}`, null, 1, `c${n}`);
      const heard = next();
      await by.append(`r${n}`, 0, rows, cardOf(rows));
      await heard;
      const leased = next();
      await by.lease({ do: "take", run: `r${n}`, job: "j", holder: holder("w"), ms: 10, host: "h" });
      await leased;
    }
    stop();
    let late = 0;
    told = () => void (late += 1);
    const rows = drafts("z", null, 1, "z");
    await ledger.append("z", 0, rows, cardOf(rows));
    await ledger.read({});
    assert.equal(late, 0);
  } finally {
    clearInterval(held);
  }
};
