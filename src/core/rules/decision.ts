// Jobs that wait for a person, and decisions declared in one place each: when asked, what an answer means, what a brief shows.
import type { Facts } from "../facts.ts";
import type { DecisionOption, Job, Limits, Outcome } from "../job.ts";
import { ownOf } from "../json/own.ts";
import { typable } from "./typable.ts";

export type Answer = Extract<Outcome, { is: "decided" }>;

/** A decision has no time limit and runs nothing. */
export const noLimits: Limits = { ms: 0, bytes: 0, tries: 1 };

export const decisionJob = <A>(
  key: string,
  about: A,
  subject: string,
  question: string,
  options: readonly DecisionOption[],
  more: Pick<NonNullable<Job["decision"]>, "output"> = {},
): Job => ({
  key: typable(key),
  about,
  subject,
  kind: "decision",
  role: "person",
  why: null,
  begun: false,
  writes: "nothing",
  reads: [],
  limits: noLimits,
  doubt: "ask",
  decision: { question, options, ...more },
});

/** An open question. */
type Asked<A> = {
  readonly key: string;
  readonly about: A;
  readonly subject: string;
  readonly question: string;
  readonly reason?: string;
  /** Suggested answers before the declared ones; `chosen` declares their effect. */
  readonly offered?: readonly DecisionOption[];
  /** Ids of the declared answers available now, in order; default: all. */
  readonly only?: readonly string[];
  /** State-dependent parts of declared answers; null if the answer isn't available now. */
  readonly options?: Readonly<Record<string, Partial<DecisionOption> | null>>;
};

/** The command for an answer; null if the answer is invalid. It knows the job but not the state. */
type Then<A, C> = (about: A, answer: Answer) => C | null;
type Choice<A, C> = Omit<DecisionOption, "id" | "means"> & {
  readonly means?: string;
  readonly then: Then<A, C>;
};

type Declared<S, A, C> = {
  asks(state: S): readonly Asked<A>[] | Asked<A> | null;
  /** By the id that `cairn decide` takes, in the order of buttons. */
  readonly options: Readonly<Record<string, Choice<A, C>>>;
  readonly chosen?: Then<A, C>;
  /** Context that a brief shows in addition to question and options. */
  shows?(state: S, about: A, facts: Facts): string | null;
};

export type Decision<S, About, C> = {
  readonly is: string;
  jobs(state: S): readonly Job[];
  /** Returns null if it has no such answer. */
  command(about: About, answer: Answer): C | null;
  shows(state: S, about: About, facts: Facts): string | null;
};

const jobOf = <A, C>(
  choices: Readonly<Record<string, Choice<A, C>>>,
  { key, about, subject, question, offered = [], only, options = {}, ...rest }: Asked<A>,
): Job => ({
  ...decisionJob(key, about, subject, question, [
    ...offered,
    ...(only ?? Object.keys(choices)).flatMap((id) => {
      const [choice, now] = [choices[id], options[id]];
      if (choice === undefined || now === null) return [];
      const { then: _, ...fixed } = choice;
      return [{ id, means: "", ...fixed, ...now }];
    }),
  ]),
  ...rest,
});

/** Declares decisions of a protocol. `is`: tag of the data of its jobs. */
export const decisionsOn =
  <S, About extends { readonly is: string }, C>() =>
  <const K extends About["is"]>(
    is: K,
    { asks, options, chosen, shows }: Declared<S, Extract<About, { readonly is: K }>, C>,
  ): Decision<S, About, C> => {
    const isOf = (about: About): about is Extract<About, { readonly is: K }> => about.is === is;
    return {
      is,
      jobs: (state) => [asks(state) ?? []].flat().map((asked) => jobOf(options, asked)),
      command: (about, answer) =>
        isOf(about)
          ? ((ownOf(options, answer.option)?.then ?? chosen)?.(about, answer) ?? null)
          : null,
      shows: (state, about, facts) => (isOf(about) ? (shows?.(state, about, facts) ?? null) : null),
    };
  };

/** Combines all decisions of a protocol, in order. */
export const together = <S, About extends { readonly is: string }, C>(
  all: readonly Decision<S, About, C>[],
) => {
  const of = ({ is }: About) => all.find((one) => one.is === is);
  return {
    jobs: (state: S): readonly Job[] => all.flatMap((one) => one.jobs(state)),
    /** Of an answer; none if it is invalid. */
    commands(about: About, answer: Answer): readonly C[] {
      const command = of(about)?.command(about, answer) ?? null;
      return command === null ? [] : [command];
    },
    shows: (state: S, about: About, facts: Facts): string | null =>
      of(about)?.shows(state, about, facts) ?? null,
  };
};
