// Types and defaults of an ultrawork run's options, fixed at its start.

export type Options = {
  readonly mode: "interactive" | "auto";
  /** 0: as many as the runner allows. */
  readonly max_workers: number;
  readonly max_iterations: number;
  /** For one task. */
  readonly max_attempts: number;
  readonly plan_only: boolean;
  readonly planner: "agent" | "hand";
  readonly explorers: readonly { readonly id: string; readonly hint: string }[];
  readonly baseline: boolean;
  readonly commits: boolean;
  readonly verifier: "other-session" | "other-agent" | "person";
  readonly check_timeout_s: number;
};

export const defaultExplorers: Options["explorers"] = [
  { id: "exp-1", hint: "project structure and entry points" },
  { id: "exp-2", hint: "architecture around the goal" },
  { id: "exp-3", hint: "tests and how they run" },
];

export const defaultOptions: Options = {
  mode: "interactive",
  max_workers: 0,
  max_iterations: 5,
  max_attempts: 3,
  plan_only: false,
  planner: "agent",
  explorers: defaultExplorers,
  baseline: true,
  commits: false,
  verifier: "other-session",
  check_timeout_s: 900,
};
