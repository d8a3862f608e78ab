// Sign, colour and words of each kind of notable event.
import type { Telling } from "../../../src/core/telling.ts";
import type { Look } from "../../../src/core/state-words.ts";

export const notableLooks: Readonly<Record<Telling, Look>> = {
  failure: { sign: "✖", shade: "bad", word: "something failed or is stuck" },
  refusal: { sign: "⊘", shade: "bad", word: "something was refused or sent back" },
  bypass: { sign: "↷", shade: "strong", word: "a rule was bypassed" },
  end: { sign: "■", shade: "strong", word: "the run ended" },
  landing: { sign: "✔", shade: "good", word: "work landed" },
  pause: { sign: "‖", shade: "strong", word: "the run was paused or resumed" },
  person: { sign: "◆", shade: "busy", word: "a person decided or did something by hand" },
};
