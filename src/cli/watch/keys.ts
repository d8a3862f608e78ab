// Keys of `cairn watch`, as a decision: what is shown after each.

/** What can be chosen on the board: a question, a run to merge, or a job at work. `key`: of a question. */
export type Item = {
  readonly id: string;
  readonly run: string;
  readonly key: string | null;
  readonly job: string | null;
};
/** `top`: first line shown; null: the end is followed. `job` null: the run's newest. */
export type View =
  | { readonly is: "board"; readonly chosen: string | null }
  | { readonly is: "run"; readonly run: string; readonly top: number; readonly from: string | null }
  | {
      readonly is: "output";
      readonly run: string;
      readonly job: string | null;
      readonly top: number | null;
      readonly from: string | null;
    };
export type Heard = View | "end" | "answer";

/** `lines`: how many the view has. `rows`: how many of them the screen shows. */
type On = { readonly items: readonly Item[]; readonly lines: number; readonly rows: number };

const steps: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1 };

const onBoard = (view: View & { readonly is: "board" }, key: string, { items }: On): Heard => {
  if (key === "q" || key === "escape") return "end";
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === view.chosen),
  );
  const item = items[at];
  if (item === undefined) return view;
  const { id, run, job } = item;
  if (key === "return" || key === "right") return { is: "run", run, top: 0, from: id };
  if (key === "o") return { is: "output", run, job, top: null, from: id };
  const to = items[Math.min(items.length - 1, Math.max(0, at + (steps[key] ?? 0)))];
  return { ...view, chosen: to?.id ?? null };
};

export const heard = (view: View, key: string, on: On): Heard => {
  if (key === "ctrl-c" || key === "ctrl-d") return "end";
  if (key === "a") return "answer";
  if (view.is === "board") return onBoard(view, key, on);
  const { run, from } = view;
  if (["escape", "backspace", "left", "q"].includes(key)) return { is: "board", chosen: from };
  if (key === "return" && view.is === "output") return { is: "run", run, top: 0, from };
  if (key === "o" && view.is === "run") return { is: "output", run, job: null, top: null, from };
  const { lines, rows } = on;
  const last = Math.max(0, lines - rows);
  const step = { pageup: -rows, pagedown: rows, home: -lines, end: lines }[key] ?? steps[key] ?? 0;
  if (step === 0) return view;
  const top = Math.min(last, Math.max(0, (view.top ?? last) + step));
  // At its end a transcript is followed again.
  return view.is === "output" ? { ...view, top: top === last ? null : top } : { ...view, top };
};
