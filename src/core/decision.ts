// Jobs that wait for a person, and decisions declared in one place each: when asked, what an answer means, what a brief shows.
import type { Facts } from "./facts.ts";
import type { DecisionOption, Job, Limits, Outcome } from "./job.ts";
import { ownOf } from "./own.ts";
import { typable } from "./typable.ts";

export type Answer = Extract<Outcome, { is: "decided" }>;

/** It waits as long as it takes, and nothing of it runs. */
export const noLimits: Limits = { ms: 0, bytes: 0, tries: 1 };

export const decisionJob = <A>(
  key: string,
  about: A,
  subject: string,
  question: string,
  options: readonly DecisionOption[],
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
  decision: { question, options },
});

/** A question that is open now. */
type Asked<A> = {
  readonly key: string;
  readonly about: A;
  readonly subject: string;
  readonly question: string;
  readonly reason?: string;
  /** Answers that are offered before the declared ones; what they mean is declared as `chosen`. */
  readonly offered?: readonly DecisionOption[];
  /** What of the declared answers follows from the state; null: not offered now. */
  readonly options?: Readonly<Record<string, Partial<DecisionOption> | null>>;
};

/** The command that an answer stands for; null: it doesn't fit. The job is known then, and no state. */
type Then<A, C> = (about: A, answer: Answer) => C | null;
type Choice<A, C> = Omit<DecisionOption, "id" | "means"> & {
  readonly means?: string;
  readonly then: Then<A, C>;
};

type Declared<S, A, C> = {
  asks(state: S): readonly Asked<A>[] | Asked<A> | null;
  /** By what `cairn decide` takes, in the order of buttons. */
  readonly options: Readonly<Record<string, Choice<A, C>>>;
  readonly chosen?: Then<A, C>;
  /** What a brief shows beside question and options. */
  shows?(state: S, about: A, facts: Facts): string | null;
};

export type Decision<S, About, C> = {
  readonly is: string;
  jobs(state: S): readonly Job[];
  /** null: none of its answers. */
  command(about: About, answer: Answer): C | null;
  shows(state: S, about: About, facts: Facts): string | null;
};

const jobOf = <A, C>(
  choices: Readonly<Record<string, Choice<A, C>>>,
  { key, about, subject, question, offered = [], options = {}, ...rest }: Asked<A>,
): Job => ({
  ...decisionJob(key, about, subject, question, [
    ...offered,
    ...Object.entries(choices).flatMap(([id, choice]) => {
      const { then: _, ...fixed } = choice;
      const now = options[id];
      return now === null ? [] : [{ id, means: "", ...fixed, ...now }];
    }),
  ]),
  ...rest,
});

/** The declarations of a protocol. `is`: the tag of what the jobs of one are about. */
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

/** All decisions of a protocol, in their order. */
export const together = <S, About extends { readonly is: string }, C>(
  all: readonly Decision<S, About, C>[],
): Omit<Decision<S, About, C>, "is"> => {
  const of = ({ is }: About) => all.find((one) => one.is === is);
  return {
    jobs: (state) => all.flatMap((one) => one.jobs(state)),
    command: (about, answer) => of(about)?.command(about, answer) ?? null,
    shows: (state, about, facts) => of(about)?.shows(state, about, facts) ?? null,
  };
};
