// Live picture in the terminal: redrawn in place, without flicker.
import { cleanPage } from "./clean.ts";
import { fit, type Page, wrap } from "./layout.ts";

export type Screen = {
  /** Replaces the previous picture. */
  readonly show: (lines: readonly string[]) => void;
  /** Prints a permanent line above the picture, in up to four rows; continuation rows are indented by `hang`. */
  readonly above: (line: string, hang: number) => void;
  /** Removes the picture. */
  readonly clear: () => void;
  /** Leaves the last picture with the cursor visible below it. */
  readonly end: () => void;
};

const escape = "\u001b[";
const mostRows = 4;
/** Rows of standard output's terminal. */
export const screenRows = (): number => process.stdout.rows || 24;

/** Draws through `write`; only this file writes cursor movements. */
export const redraw = (write: (text: string) => void, page: () => Page): Screen => {
  let shown: readonly string[] = [];
  let hidden = false;
  const showCursor = (): void => write(`${escape}?25h`);
  const paint = (over: readonly string[], lines: readonly string[]): void => {
    if (!hidden) process.once("exit", showCursor);
    // Moves to the first line of the last picture; overwrites lines and erases their rest, without flicker.
    const up = shown.length === 0 ? "" : `${escape}${shown.length}F`;
    const text = [...over, ...lines].map((line) => `${line}${escape}K\n`).join("");
    write(`${hidden ? "" : `${escape}?25l`}${up}${text}${escape}J`);
    hidden = true;
    shown = lines;
  };
  // A wrapped line would take two rows, and one above the screen can't be reached again.
  const fitted = (lines: readonly string[]): readonly string[] => {
    const { width } = page();
    const flat = lines
      .flatMap((line) => cleanPage(line).split("\n"))
      .map((line) => fitPainted(line, width));
    const rows = screenRows() - 1;
    return flat.length <= rows
      ? flat
      : [
          ...flat.slice(0, rows - 1),
          fit(`… ${flat.length - rows + 1} more lines: cairn status`, width),
        ];
  };
  return {
    show: (lines) => {
      const next = fitted(lines);
      if (next.length !== shown.length || next.some((line, index) => line !== shown[index]))
        paint([], next);
    },
    above: (line, hang) => {
      const { width } = page();
      const [first = "", ...rows] = wrap(cleanPage(line).replaceAll("\n", " "), width, hang).split(
        "\n",
      );
      const left =
        rows.length < mostRows
          ? rows
          : [...rows.slice(0, mostRows - 2), rows.slice(mostRows - 2).join(" ")];
      paint(fitted([first, ...left]), shown);
    },
    clear: () => {
      if (shown.length > 0) paint([], []);
    },
    end: () => {
      if (!hidden) return;
      hidden = false;
      shown = [];
      process.removeListener("exit", showCursor);
      showCursor();
    },
  };
};

/** The whole terminal, of as many lines as it has rows; `end` brings back what stood there, and `show` begins anew. */
export const fullScreen = (
  write: (text: string) => void,
  page: () => Page,
): Pick<Screen, "show" | "end"> => {
  let open = false;
  const leave = (): void => write(`${escape}?25h${escape}?1049l`);
  return {
    show: (lines) => {
      if (!open) {
        process.once("exit", leave);
        write(`${escape}?1049h${escape}?25l`);
      }
      open = true;
      const { width } = page();
      const text = lines
        .slice(0, screenRows())
        .map((line) => `${escape}2K${fitPainted(cleanPage(line), width)}`)
        .join("\r\n");
      write(`${escape}H${text}`);
    },
    end: () => {
      if (!open) return;
      open = false;
      process.removeListener("exit", leave);
      leave();
    },
  };
};

/** Like `fit`, but an overlong coloured line loses its colours instead of being cut within one. */
const fitPainted = (line: string, width: number): string => {
  const bare = line.replace(/\u001b\[[0-9;]*m/g, "");
  const cut = fit(bare, width);
  return cut === bare ? line : cut;
};
