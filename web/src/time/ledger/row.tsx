// One event as a line of the ledger, which expands to its data.
import { memo } from "react";
import type { Look } from "../../../../src/core/words/states.ts";
import { type Telling, tellingOf } from "../../../../src/core/words/telling.ts";
import type { LogLine } from "../../../../src/http/answers.ts";
import { Sign } from "../../style/sign.tsx";
import { Moment } from "../../style/since.tsx";
import { LedgerEvent } from "./event.tsx";

const notableLooks: Readonly<Record<Telling, Look>> = {
  failure: { sign: "✖", shade: "bad", word: "something failed or is stuck" },
  refusal: { sign: "⊘", shade: "bad", word: "something was refused or sent back" },
  bypass: { sign: "↷", shade: "strong", word: "a rule was bypassed" },
  end: { sign: "■", shade: "strong", word: "the run ended" },
  landing: { sign: "✔", shade: "good", word: "work landed" },
  pause: { sign: "‖", shade: "strong", word: "the run was paused or resumed" },
  person: { sign: "◆", shade: "busy", word: "a person decided or did something by hand" },
};

type Props = {
  readonly run: string;
  readonly version: number;
  /** undefined: loading. */
  readonly line: LogLine | undefined;
  readonly index: number;
  readonly of: number;
  /** Its offset in the list, in pixels. */
  readonly start: number;
  readonly open: boolean;
  readonly toggle: (version: number, open: boolean) => void;
  /** null: it has the default height. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
};

const NotableSign = ({ line }: { readonly line: LogLine }) => {
  const is = tellingOf(line);
  if (is === null) return <span className="mark" />;
  return <Sign of={notableLooks[is]} alone />;
};

export const LedgerRow = memo(
  ({ run, version, line, index, of, start, open, toggle, measure }: Props) => (
    <li
      ref={measure}
      data-index={index}
      className={open ? "open" : undefined}
      style={{ transform: `translateY(${start}px)` }}
      aria-setsize={of}
      aria-posinset={index + 1}
    >
      <button
        type="button"
        className="line"
        data-index={index}
        aria-expanded={open}
        onClick={() => toggle(version, !open)}
      >
        <span className="dim number version">#{version}</span>
        {line === undefined ? (
          <span className="dim">…</span>
        ) : (
          <>
            <span className="dim number when">
              <Moment at={line.at} />
            </span>
            <NotableSign line={line} />
            <span className="type">{line.type}</span>
            <span className="dim by">{line.by}</span>
            <span className="told">{line.told}</span>
          </>
        )}
      </button>
      {open && line !== undefined ? <LedgerEvent run={run} line={line} /> : null}
    </li>
  ),
);
