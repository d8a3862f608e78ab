// The sign, colour and words of each kind of telling event.
import type { Telling } from "../../../src/core/telling.ts";
import type { Mark } from "../style/mark.ts";

export const tellingMarks: Readonly<Record<Telling, Mark>> = {
  failure: { mark: "✖", tone: "bad", words: "something failed or is stuck" },
  refusal: { mark: "⊘", tone: "bad", words: "something was refused or sent back" },
  bypass: { mark: "↷", tone: "strong", words: "a rule was bypassed" },
  end: { mark: "■", tone: "strong", words: "the run ended" },
  landing: { mark: "✔", tone: "good", words: "work landed" },
  pause: { mark: "‖", tone: "strong", words: "the run was paused or resumed" },
  person: { mark: "◆", tone: "busy", words: "a person decided or did something by hand" },
};
