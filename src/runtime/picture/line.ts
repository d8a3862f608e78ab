// A run in a list of runs, as every surface shows it: the part of its picture that fits in a line.
import * as t from "../../kit/schema.ts";
import type { WrongLine } from "../../core/words/wrong-lines.ts";
import { amount, attended, head, job, time } from "./shape.ts";

const wrong = t.open({
  shade: t.oneOf(["good", "busy", "wait", "bad", "doubt", "strong", "dim"]),
  what: t.text,
  text: t.text,
  node: t.exactOptional(t.means("the unit that it is about", t.text)),
  name: t.exactOptional(t.means("what to call that", t.text)),
  file: t.exactOptional(t.means("of the run's files, where more of it stands", t.text)),
  full: t.exactOptional(t.means("what `text` leaves out for the sake of a plain sentence", t.text)),
}) satisfies t.Schema<WrongLine>;

export const runLine = t.open({
  ...head,
  ...attended,
  wrong: t.means("what is wrong, the worst first", t.list(wrong)),
  begun: t.means("something of it is under way or done, or was tried", t.flag),
  toMerge: t.means("successful by its rules, with landed work that isn't merged yet", t.flag),
  usage: t.exactOptional(
    t.means(
      "as reported by agents' programs",
      t.open({ input: amount, output: amount, cost: amount }),
    ),
  ),
  workers: t.means("jobs at work", t.list(job)),
  decisions: t.means(
    "open ones, of child runs too",
    t.list(
      t.open({
        run: t.text,
        key: t.text,
        question: t.text,
        since: t.means("since when it is known to be open", time),
      }),
    ),
  ),
});
export type RunLine = t.Of<typeof runLine>;
