// Figures of the benchmarks: ratios to a limit or a peer of the same run, with median, spread and table.

export type Figure = {
  readonly what: string;
  /** What was measured, in words: medians with their spread. */
  readonly measured: string;
  readonly ratio: number;
  /** The goal: at least or at most this ratio. */
  readonly goal: { readonly is: "at least" | "at most"; readonly ratio: number } | null;
  readonly against: string;
  /** What keeps it from its goal, as far as it is known; told only where the goal isn't met. */
  readonly stops?: string;
};

/** How often each measurement is repeated; medians are told. */
export const repeats = 5;

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const spread = (values: readonly number[], unit: string, digits = 0): string => {
  const told = (value: number): string =>
    value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${told(median(values))} ${unit} (${told(Math.min(...values))}–${told(Math.max(...values))})`;
};

export const holds = ({ ratio, goal }: Figure): boolean =>
  goal === null || (goal.is === "at least" ? ratio >= goal.ratio : ratio <= goal.ratio);

const goalText = ({ goal }: Figure): string =>
  goal === null ? "–" : `${goal.is === "at least" ? "≥" : "≤"} ${goal.ratio}`;

export const reasons = (figures: readonly Figure[]): string =>
  figures
    .filter((figure) => !holds(figure))
    .map(
      ({ what, stops }) => `\n**${what}** misses its goal: ${stops ?? "why is not known yet"}.\n`,
    )
    .join("");

export const asTable = (figures: readonly Figure[]): string =>
  [
    "| what | measured: median of 5 (least–most) | ratio | goal | holds | against |",
    "| --- | --- | ---: | ---: | --- | --- |",
    ...figures.map(
      (figure) =>
        `| ${figure.what} | ${figure.measured} | ${figure.ratio.toFixed(2)} | ${goalText(figure)} | ${figure.goal === null ? "" : holds(figure) ? "yes" : "**no**"} | ${figure.against} |`,
    ),
  ].join("\n");
