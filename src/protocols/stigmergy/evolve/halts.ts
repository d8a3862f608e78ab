// Why: a halt keeps what stood before it, and going on gives its subject another chance.
import { isSubject, workOf } from "../subjects.ts";
import { changeStory, type Evolve, marked } from "./change.ts";
import { clearedSubject } from "./issues.ts";

type Table = { readonly [K in "Halted" | "Unhalted"]: Evolve<K> };

export const halts: Table = {
  Halted: (state, { at, data }) => {
    const subject = data.subject !== null && isSubject(data.subject) ? data.subject : null;
    const halted = { from: state.halted?.from ?? state.status, subject, reason: data.reason, at };
    return marked({ ...state, status: "EXECUTION_HALTED", halted }, data.entry);
  },
  Unhalted: (state, { data }) => {
    const { halted } = state;
    if (halted === null) return marked(state, data.entry);
    const back = { ...state, status: halted.from, halted: null };
    const { subject } = halted;
    if (subject === null) return marked(back, data.entry);
    const cleared = clearedSubject(back, subject, data.guidance);
    const story = data.choice === "withdraw" ? null : workOf(subject);
    return marked(
      story === null
        ? cleared
        : changeStory(cleared, story, (one) =>
            one.status === "FAILED" ? { ...one, status: "PENDING" } : one,
          ),
      data.entry,
    );
  },
};
