// Why: a state is told by a mark and a word beside its colour, the same as in the terminal.

import type { ViewNode } from "../../../src/core/view.ts";

export type Tone = "good" | "busy" | "wait" | "bad" | "dim";
/** How something stands: its mark, its colour, and what it is called. */
export type Mark = { readonly mark: string; readonly tone: Tone; readonly words: string };

/** Of a node: its mark, what it says, and its colour; as `cairn status` shows it. */
export const nodeMarks: Readonly<Record<ViewNode["status"], { readonly mark: string; readonly tone: Tone }>> = {
  done: { mark: "✔", tone: "good" },
  running: { mark: "▶", tone: "busy" },
  waiting: { mark: "‖", tone: "wait" },
  failed: { mark: "✖", tone: "bad" },
  ready: { mark: "○", tone: "busy" },
  open: { mark: "·", tone: "dim" },
};

/** Without a word beside it (`alone`) the mark is read out by its name. */
export const NodeMark = ({ status, alone = false }: { readonly status: ViewNode["status"]; readonly alone?: boolean }) => {
  const { mark, tone } = nodeMarks[status];
  return alone ? (
    <span className={`mark ${tone}`} role="img" aria-label={status}>
      {mark}
    </span>
  ) : (
    <span className={`mark ${tone}`} aria-hidden="true">
      {mark}
    </span>
  );
};
