// Colours of the output; off without a terminal, never the only carrier of meaning.
import { styleText } from "node:util";
import type { Page } from "./layout.ts";

export type Tone = "good" | "bad" | "busy" | "wait" | "doubt" | "dim" | "strong";
const tones = {
  good: "green",
  bad: "red",
  busy: "cyan",
  wait: "yellow",
  doubt: "magenta",
  dim: "dim",
  strong: "bold",
} as const;

export const paint = (page: Page, tone: Tone, text: string): string =>
  page.colour ? styleText(tones[tone], text, { validateStream: false }) : text;
