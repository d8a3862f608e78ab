// Requests that change a run, each followed by rereads of affected data.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Delivered, Dropped } from "../../../src/http/answers.ts";
import type { StartRequest } from "../new-run/form-state.ts";
import { post, Refused } from "./client.ts";
import { answers } from "./guards.ts";

/** `id`: generated once per form (`useRequestId`), so that a repeated request counts once. */
type Once = { readonly id: string };
/** `drive`: the run whose work continues after it. */
type CommandRequest = Once & {
  readonly type: string;
  readonly data: unknown;
  readonly drive?: string;
};
type AnswerRequest = Once & {
  readonly key: string;
  readonly option: string;
  readonly note: string;
  readonly data: unknown;
  readonly drive?: string;
};
type StopRequest = Once & { readonly job: string; readonly fence: number; readonly note: string };
/** `into`: the branch shown. `merge`: the commit shown. `sure`: confirmed on the page. */
type DeliveryRequest =
  | { readonly is: "merge"; readonly into: string | null; readonly sure: boolean }
  | { readonly is: "undo"; readonly merge: string }
  | { readonly is: "drop" };

const path = (run: string, ...parts: readonly string[]): string =>
  ["/api/runs", ...[run, ...parts].map(encodeURIComponent)].join("/");
/** Repeats only unanswered requests; a refusal is final. */
const repeatable = {
  retry: (failures: number, error: unknown): boolean =>
    failures < 3 && error instanceof Refused && error.status === 0,
  retryDelay: (failures: number): number => 500 * 2 ** failures,
};

/** @param run the changed run; null: a new one */
const useChange = <Body, Answer>(
  run: string | null,
  send: (body: Body) => Promise<Answer>,
  options: Partial<typeof repeatable> = {},
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Whatever the result, the page may be outdated.
    onSettled: () =>
      Promise.all(
        [...(run === null ? [] : [["now", run]]), ["runs"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    ...options,
  });
};

const sendCommand = (run: string, { type, ...body }: CommandRequest) =>
  post(path(run, "commands", type), body, answers.done);
const sendAnswer = (run: string, { key, ...body }: AnswerRequest) =>
  post(path(run, "decisions", key), body, answers.done);
const sendDelivery = (run: string, step: DeliveryRequest): Promise<Delivered | Dropped> => {
  if (step.is === "drop") return post(path(run, "drop"), { sure: true }, answers.dropped);
  return step.is === "merge"
    ? post(path(run, "merge"), { into: step.into, sure: step.sure }, answers.delivered)
    : post(path(run, "undo"), { merge: step.merge }, answers.delivered);
};

export const useSend = (run: string) =>
  useChange(run, (body: CommandRequest) => sendCommand(run, body), repeatable);
/** @param run the run that asks, maybe a child of the shown one */
export const useDecide = (run: string) =>
  useChange(run, (body: AnswerRequest) => sendAnswer(run, body), repeatable);
/** Ends one attempt, identified by its lease, with a note for the next. */
export const useStop = (run: string) =>
  useChange(run, (body: StopRequest) => post(path(run, "stop"), body, answers.stopped), repeatable);
/** Starts a run with a runner. */
export const useStart = () =>
  useChange(
    null,
    (body: StartRequest & Once) => post("/api/runs", body, answers.driven),
    repeatable,
  );
/** Runs the checks of a unit that a person fixed manually. */
export const useCheckAgain = (run: string) =>
  useChange(run, ({ unit }: { readonly unit: string }) =>
    post(path(run, "check-again"), { unit }, answers.checkedAgain),
  );
/** Starts a runner of the server (`drive`), or asks it to stop (`rest`). */
export const useRunner = (run: string) =>
  useChange(run, ({ ask }: { readonly ask: "drive" | "rest" }) =>
    post(path(run, ask), {}, answers.driven),
  );
/** Merges a run's work into the checkout, reverts that, or removes its branch. */
export const useDeliver = (run: string) =>
  useChange(run, (step: DeliveryRequest) => sendDelivery(run, step));
