// Why: every question to the server goes one way, so that a refusal, a fault and a lost connection are told apart everywhere.
import type { Problem } from "../../../src/http/answers.ts";

/** A no, or trouble; `problem` null: the server couldn't be reached. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  constructor(status: number, problem: Problem | null, message: string) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
  }
}

const wordsOf = (problem: Problem): string => ("refusal" in problem ? problem.refusal.text : problem.fault.text);
const isProblem = (value: unknown): value is Problem =>
  typeof value === "object" && value !== null && ("refusal" in value || "fault" in value);

const answer = async (path: string, init: RequestInit): Promise<unknown> => {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: "same-origin" });
  } catch {
    throw new Refused(0, null, "the server doesn't answer: is `cairn serve` still running?");
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const problem = isProblem(body) ? body : null;
  throw new Refused(response.status, problem, problem === null ? `the server said ${response.status}` : wordsOf(problem));
};

/** `T` is the contract's answer type for this path: both sides are built from one tree, so it is believed. */
export const get = async <T>(path: string, is: (value: unknown) => value is T): Promise<T> => {
  const body = await answer(path, { method: "GET" });
  if (is(body)) return body;
  throw new Refused(200, null, `the server's answer to ${path} isn't understood: reload the page`);
};
export const post = (path: string, body: unknown): Promise<unknown> =>
  answer(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
