// Doctor: finds drift without changes, and repairs it from a fresh reading.
import { Fault } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { DoctorFinding, Doctored } from "../findings.ts";
import { type DoctorParts, readCase, unmoved } from "./case.ts";
import { type Case, problem, type Symptom, type Kind, type Whole } from "./kind.ts";
import { runKinds, wholeKinds } from "./kinds.ts";

/** A fix may uncover another problem, which the next pass fixes. */
const passes = 2;

/** A finding and its fix; null: not fixable here. The fix reads again before it acts. */
type Told = DoctorFinding & { readonly mend: (() => Promise<void>) | null };

const keyOf = ({ kind, run, subject }: DoctorFinding): string =>
  JSON.stringify([kind, run, subject]);

const told = (
  kind: string,
  run: string | null,
  found: Symptom,
  mend: (() => Promise<void>) | null,
): Told => {
  const { subject, severity, text, fits } = found;
  return {
    kind: found.kind ?? kind,
    run,
    subject,
    severity,
    text,
    fits,
    fixable: mend !== null,
    mend,
  };
};

const unreadable = (subject: string, { code, message, hint }: Fault): Symptom =>
  problem(subject, `${code}: ${message}`, hint);

/** Reports a check stopped by a fault as a finding. */
const orFault = async (
  kind: string,
  run: string | null,
  look: () => Promise<readonly Told[]>,
): Promise<readonly Told[]> => {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [told("unreadable", run, unreadable(kind, error), null)];
  }
};

/** `fresh`: rereads before a fix; null: the subject is gone. */
const lookFor = async <At>(
  { kind, look, mend }: Kind<At>,
  run: string | null,
  at: At,
  fresh: () => Promise<At | null>,
): Promise<readonly Told[]> =>
  orFault(kind, run, async () =>
    (await look(at)).map((one) => {
      if (mend?.may(one) !== true) return told(kind, run, one, null);
      return told(kind, run, one, async () => {
        const now = await fresh();
        const still =
          now === null
            ? undefined
            : (await look(now)).find(({ subject }) => subject === one.subject);
        if (now !== null && still !== undefined && mend.may(still)) await mend.act(now, still);
      });
    }),
  );

const lookAtRun = async (parts: DoctorParts, { run }: Card): Promise<readonly Told[]> =>
  orFault("run", run, async () => {
    const fresh = (): Promise<Case | null> => readCase(parts, run);
    const first = await fresh();
    const all: Told[] = [];
    if (first === null) return all;
    for (const kind of runKinds) {
      const found = await lookFor(kind, run, first, fresh);
      // Damage that stops several checks is reported once.
      all.push(
        ...found.filter(
          (one) => one.kind !== "unreadable" || all.every(({ text }) => text !== one.text),
        ),
      );
    }
    return all;
  });

const lookAtWhole = async (
  parts: DoctorParts,
  cards: readonly Card[],
): Promise<readonly Told[]> => {
  const whole: Whole = {
    cards,
    parts: { ...parts, ...unmoved },
    folded: ({ run }) =>
      parts.folds.newest(run).catch((error: unknown) => {
        if (error instanceof Fault) return null;
        throw error;
      }),
  };
  const all: Told[] = [];
  for (const kind of wholeKinds)
    all.push(...(await lookFor(kind, null, whole, () => Promise.resolve(whole))));
  return all;
};

/** `run` null: the whole ledger and its surroundings. */
const lookAll = async (parts: DoctorParts, run: string | null): Promise<readonly Told[]> => {
  const cards = await parts.engine.ledger.runs(run === null ? {} : { run });
  const all = run === null ? [...(await lookAtWhole(parts, cards))] : [];
  for (const card of cards) all.push(...(await lookAtRun(parts, card)));
  return all;
};

const plain = ({ kind, run, subject, severity, text, fits, fixable }: Told): DoctorFinding => ({
  kind,
  run,
  subject,
  severity,
  text,
  fits,
  fixable,
});

/** Checks; with `fix` repairs what it may in at most two passes, and checks again. Safe to run concurrently. */
export const doctor = async (
  parts: DoctorParts,
  run: string | null,
  fix: boolean,
): Promise<Doctored> => {
  let now = await lookAll(parts, run);
  const seen = new Map<string, DoctorFinding>();
  const failed = new Map<string, string>();
  for (let left = fix ? passes : 0; left > 0 && now.some(({ fixable }) => fixable); left -= 1) {
    for (const finding of now) {
      if (finding.mend === null) continue;
      seen.set(keyOf(finding), plain(finding));
      try {
        await finding.mend();
        failed.delete(keyOf(finding));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        failed.set(keyOf(finding), `${error.code}: ${error.message}`);
      }
    }
    now = await lookAll(parts, run);
  }
  const left = new Set(now.map(keyOf));
  return {
    findings: now.map((finding) => {
      const why = failed.get(keyOf(finding));
      return why === undefined
        ? plain(finding)
        : { ...plain(finding), text: `${finding.text}; mending it failed: ${why}` };
    }),
    fixed: [...seen].flatMap(([key, finding]) => (left.has(key) ? [] : [finding])),
  };
};
