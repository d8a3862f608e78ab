// Screens of a recording: what a terminal of that size would show after each stretch of output.
import xterm, { type Terminal } from "@xterm/headless";
import type { Chunk, Size } from "./terminal.ts";

/** A stretch of text in one look; `color`: a palette index, null for the default. */
export type Span = {
  readonly text: string;
  readonly column: number;
  readonly color: number | null;
  readonly bold: boolean;
  readonly dim: boolean;
};
export type Frame = { readonly at: number; readonly rows: readonly (readonly Span[])[] };

/** Screens closer than this are shown as one. */
const FRAME_MS = 120;

const rowSpans = (terminal: Terminal, row: number): readonly Span[] => {
  const { active } = terminal.buffer;
  const line = active.getLine(active.viewportY + row);
  const spans: { -readonly [key in keyof Span]: Span[key] }[] = [];
  if (line === undefined) return [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const text = cell.getChars() === "" ? " " : cell.getChars();
    const look = {
      color: cell.isFgPalette() ? cell.getFgColor() : null,
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
    };
    const last = spans.at(-1);
    if (
      last !== undefined &&
      last.color === look.color &&
      last.bold === look.bold &&
      last.dim === look.dim
    )
      last.text += text;
    else spans.push({ text, column, ...look });
  }
  return spans
    .filter(({ text }) => text.trim() !== "")
    .map((span) => ({ ...span, text: span.text.trimEnd() }));
};

export const framesOf = async (
  chunks: readonly Chunk[],
  { columns, rows }: Size,
): Promise<readonly Frame[]> => {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const frames: Frame[] = [];
  let before = "";
  for (const [index, { at, data }] of chunks.entries()) {
    await new Promise<void>((resolve) => terminal.write(data, resolve));
    const next = chunks[index + 1];
    if (next !== undefined && next.at - (frames.at(-1)?.at ?? 0) < FRAME_MS) continue;
    const shown = Array.from({ length: rows }, (_, row) => rowSpans(terminal, row));
    const text = JSON.stringify(shown);
    if (text === before) continue;
    before = text;
    frames.push({ at, rows: shown });
  }
  terminal.dispose();
  return frames;
};
