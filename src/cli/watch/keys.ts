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
      /** Where "back" leads. */
      readonly via: "board" | "run";
    };

/** `lines`: how many the view has. `rows`: how many of them the screen shows. */
type On = { readonly items: readonly Item[]; readonly lines: number; readonly rows: number };

const steps: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1 };

/** What is chosen on the board: the first, where nothing is or it is gone; undefined elsewhere. */
export const chosenIn = (view: View, items: readonly Item[]): Item | undefined =>
  view.is === "board" ? (items.find(({ id }) => id === view.chosen) ?? items[0]) : undefined;

const onBoard = (
  view: View & { readonly is: "board" },
  key: string,
  { items }: On,
): View | "end" => {
  if (key === "q") return "end";
  const item = chosenIn(view, items);
  if (item === undefined) return view;
  const { id, run, job } = item;
  if (key === "return" || key === "right") return { is: "run", run, top: 0, from: id };
  if (key === "o") return { is: "output", run, job, top: null, from: id, via: "board" };
  const to = items.indexOf(item) + (steps[key] ?? 0);
  return { ...view, chosen: (items[Math.max(0, to)] ?? item).id };
};

export const nextView = (view: View, key: string, on: On): View | "end" | "answer" => {
  if (key === "ctrl-d") return "end";
  if (key === "a") return "answer";
  if (view.is === "board") return onBoard(view, key, on);
  const { run, from } = view;
  const toRun: View = { is: "run", run, top: 0, from };
  if (["escape", "backspace", "left", "q"].includes(key))
    return view.is === "output" && view.via === "run" ? toRun : { is: "board", chosen: from };
  if (key === "return" && view.is === "output") return toRun;
  if (key === "o" && view.is === "run")
    return { is: "output", run, job: null, top: null, from, via: "run" };
  const { lines, rows } = on;
  const last = Math.max(0, lines - rows);
  const step = { pageup: -rows, pagedown: rows, home: -lines, end: lines }[key] ?? steps[key] ?? 0;
  if (step === 0) return view;
  const top = Math.min(last, Math.max(0, (view.top ?? last) + step));
  // At its end a transcript is followed again.
  return view.is === "output" ? { ...view, top: top === last ? null : top } : { ...view, top };
};
